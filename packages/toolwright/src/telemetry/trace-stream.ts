import type { ResponsePart, UserPart } from "../agent/log/entries.ts";
import { isModelError, type ModelEvent, type ModelMessage, type ModelRequest } from "../agent/model/model.ts";
import { errorStatus, type OpenTelemetrySpan } from "./open-telemetry-api.ts";

export interface TracedStream {
  readonly span: OpenTelemetrySpan;
  /** Runs something with the span as the active one. */
  readonly within: <Result>(work: () => Result) => Result;
  readonly payloads: boolean;
  readonly request: ModelRequest;
  readonly start: () => AsyncIterable<ModelEvent>;
}

/** Passes a model's answer on. The span ends with its last event, its error, or when its reader leaves. */
export function traceStream({ span, within, payloads, request, start }: TracedStream): AsyncIterable<ModelEvent> {
  let isOpen = true;
  const end = (error?: string): void => {
    if (!isOpen) return;
    isOpen = false;
    if (error !== undefined) {
      span.setAttribute("error.type", error);
      span.setStatus(errorStatus);
    }
    span.end();
  };
  const endOnError = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      end(isModelError(error) ? error.kind : "_OTHER");
      throw error;
    }
  };
  if (payloads) describeRequest(span, request);

  return {
    [Symbol.asyncIterator](): AsyncIterator<ModelEvent> {
      // Each step of a generator runs in the context of its reader.
      const events = endOnError(() => within(() => start()[Symbol.asyncIterator]()));
      return {
        async next() {
          try {
            const step = await within(() => events.next());
            if (step.done === true) end("interrupted");
            else if (step.value.type === "finish") {
              describeAnswer(span, step.value, payloads);
              end();
            }
            return step;
          } catch (error) {
            end(isModelError(error) ? error.kind : "_OTHER");
            throw error;
          }
        },
        async return() {
          end("cancelled");
          await within(() => events.return?.());
          return { done: true, value: undefined };
        },
      };
    },
  };
}

function describeAnswer(
  span: OpenTelemetrySpan,
  { content, finish, usage }: Extract<ModelEvent, { type: "finish" }>,
  payloads: boolean,
): void {
  span.setAttribute("gen_ai.response.finish_reasons", [finishReasons[finish]]);
  if (usage !== undefined) {
    span.setAttribute("gen_ai.usage.input_tokens", usage.input);
    span.setAttribute("gen_ai.usage.output_tokens", usage.output);
    span.setAttribute("gen_ai.usage.cache_read.input_tokens", usage.cacheRead);
    span.setAttribute("gen_ai.usage.cache_write.input_tokens", usage.cacheWrite);
  }
  if (!payloads) return;
  const message = { role: "assistant", parts: content.map(writePart), finish_reason: finishReasons[finish] };
  span.setAttribute("gen_ai.output.messages", JSON.stringify([message]));
}

const finishReasons = {
  stop: "stop",
  calls: "tool_call",
  length: "length",
  refused: "content_filter",
  other: "other",
} as const;

function describeRequest(span: OpenTelemetrySpan, { system, messages, tools }: ModelRequest): void {
  const definitions = tools.map(({ name, description, inputSchema }) => ({
    type: "function",
    name,
    description,
    parameters: inputSchema,
  }));
  if (system !== "") {
    span.setAttribute("gen_ai.system_instructions", JSON.stringify([{ type: "text", content: system }]));
  }
  span.setAttribute("gen_ai.input.messages", JSON.stringify(messages.map(writeMessage)));
  span.setAttribute("gen_ai.tool.definitions", JSON.stringify(definitions));
}

function writeMessage(message: ModelMessage): object {
  if (message.role !== "tool") return { role: message.role, parts: message.content.map(writePart) };
  const parts = message.results.map(({ callId, text }) => ({ type: "tool_call_response", id: callId, response: text }));
  return { role: "tool", parts };
}

function writePart(part: ResponsePart | UserPart): object {
  switch (part.type) {
    case "text":
    case "reasoning":
      return { type: part.type, content: part.text };
    case "call":
      return { type: "tool_call", id: part.callId, name: part.tool, arguments: part.input };
    case "file": {
      const [kind = ""] = part.mimeType.split("/");
      const modality = ["image", "audio", "video"].includes(kind) ? kind : "document";
      return { type: "blob", modality, mime_type: part.mimeType, content: part.data };
    }
  }
}
