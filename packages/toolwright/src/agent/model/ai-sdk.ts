import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { FinishReason, ResponsePart, TokenUsage } from "../log/entries.ts";
import { readModelError } from "./ai-sdk-errors.ts";
import { type FileFilter, writePrompt } from "./ai-sdk-prompt.ts";
import { type Model, ModelError, type ModelEvent } from "./model.ts";

/** A language model of any AI SDK provider, by its shape: specification v3 or v4. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly doStream: (options: never) => PromiseLike<{ readonly stream: ReadableStream<unknown> }>;
}

/** What is passed on to the provider as it is, such as `temperature` or `providerOptions`. */
export interface AiSdkSettings {
  /** Names the model in the table of prices. Default: provider and model, "anthropic/claude-sonnet-4-5". */
  readonly id?: string;
  readonly call?: JsonObject;
}

/** Makes a model of what an AI SDK provider returns, such as `anthropic("claude-sonnet-4-5")`. */
export function fromAiSdk(source: AiSdkModel, { id, call = {} }: AiSdkSettings = {}): Model {
  const { specificationVersion, provider, modelId } = source;
  if (specificationVersion !== "v3" && specificationVersion !== "v4") {
    throw new TypeError(`The model ${modelId} has specification ${specificationVersion}; v3 and v4 are known here.`);
  }
  // Providers name each of their interfaces: "anthropic.messages", "openai.responses".
  const [family = provider] = provider.split(".");

  return {
    id: id ?? `${family}/${modelId}`,
    async *stream(request, signal) {
      const options = (reads: FileFilter) => ({
        ...call,
        ...writePrompt(request, specificationVersion, reads),
        maxOutputTokens: request.maxOutputTokens,
        abortSignal: signal,
      });
      let began = false;
      try {
        const { stream } = await askReadable(source, options);
        const answer = new AnswerParts();
        for await (const part of readStream(stream)) {
          if (!isJsonObject(part)) continue;
          if (part["type"] === "error") throw part["error"];
          const event = answer.add(part);
          began ||= part["type"] !== "stream-start";
          if (event !== undefined) yield event;
        }
      } catch (error) {
        throw readModelError(error, began, Date.now());
      }
    },
  };
}

const fileFilters: readonly FileFilter[] = [() => true, (mimeType) => mimeType.startsWith("image/"), () => false];

/** Clients refuse a file that their model does not read before anything is sent. One of them must not end the conversation for good. */
async function askReadable(source: AiSdkModel, write: (reads: FileFilter) => JsonObject) {
  let refusal: unknown;
  for (const reads of fileFilters) {
    try {
      // The specification says what these options are; importing its types would make it a dependency.
      // oxlint-disable-next-line typescript/consistent-type-assertions
      return await source.doStream(write(reads) as never);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== "AI_UnsupportedFunctionalityError") throw error;
      refusal = error;
    }
  }
  throw refusal;
}

/** Not every runtime can iterate a stream; and one that is left early is cancelled, which closes the connection. */
async function* readStream(stream: ReadableStream<unknown>): AsyncGenerator<unknown, void, undefined> {
  const reader = stream.getReader();
  let isOver = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      isOver = done;
      if (done) return;
      yield value;
    }
  } finally {
    // Not awaited: a stream that its client has split is cancelled only when both halves are.
    if (!isOver) reader.cancel().catch(() => {});
  }
}

interface OpenPart {
  readonly type: "text" | "reasoning";
  text: string;
  provider: JsonObject | undefined;
}

/** Puts the parts of a streamed answer together, in the order in which they began. */
class AnswerParts {
  readonly #parts: (OpenPart | ResponsePart)[] = [];
  readonly #open = new Map<string, OpenPart>();

  /** What the part says to a reader, or the end of the answer. */
  add(part: JsonObject): ModelEvent | undefined {
    const type = String(part["type"]);
    switch (type) {
      case "text-start":
      case "text-delta":
      case "text-end":
        return this.#addText("text", part);
      case "reasoning-start":
      case "reasoning-delta":
      case "reasoning-end":
        return this.#addText("reasoning", part);
      case "tool-call":
        this.#parts.push(readCall(part));
        return undefined;
      case "finish":
        return this.#finish(part);
      default:
        return undefined;
    }
  }

  #addText(type: "text" | "reasoning", part: JsonObject): ModelEvent | undefined {
    const key = `${type} ${String(part["id"])}`;
    const known = this.#open.get(key);
    const open: OpenPart = known ?? { type, text: "", provider: undefined };
    if (known === undefined) {
      this.#open.set(key, open);
      this.#parts.push(open);
    }
    open.provider = mergeMetadata(open.provider, part["providerMetadata"]);
    const { delta } = part;
    if (typeof delta !== "string" || delta === "") return undefined;
    open.text += delta;
    return { type, delta };
  }

  #finish(part: JsonObject): ModelEvent {
    const reason = isJsonObject(part["finishReason"]) ? String(part["finishReason"]["unified"]) : "other";
    if (reason === "interrupted" || reason === "error") {
      throw new ModelError("interrupted", "The provider ended its answer before it was complete.");
    }
    const content = this.#parts
      .map(closePart)
      .filter((each) => each.type === "call" || each.text !== "" || each.provider !== undefined);
    return { type: "finish", content, finish: finishReasons[reason] ?? "other", usage: readUsage(part["usage"]) };
  }
}

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: "stop",
  "tool-calls": "calls",
  length: "length",
  "content-filter": "refused",
};

function readCall(part: JsonObject): ResponsePart {
  const provider = isJsonObject(part["providerMetadata"]) ? { provider: part["providerMetadata"] } : {};
  const { toolCallId, toolName, input } = part;
  return { type: "call", callId: String(toolCallId), tool: String(toolName), input: String(input), ...provider };
}

function closePart(part: OpenPart | ResponsePart): ResponsePart {
  if (part.type === "call") return part;
  const { type, text, provider } = part;
  return { type, text, ...(provider === undefined ? {} : { provider }) };
}

/** A signature comes with a later piece than the name of the part that it signs. */
function mergeMetadata(before: JsonObject | undefined, more: unknown): JsonObject | undefined {
  if (!isJsonObject(more)) return before;
  const merged: Record<string, unknown> = { ...before };
  for (const [provider, facts] of Object.entries(more)) {
    const known = merged[provider];
    merged[provider] = isJsonObject(known) && isJsonObject(facts) ? { ...known, ...facts } : facts;
  }
  return merged;
}

function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isJsonObject(usage) || !isJsonObject(usage["inputTokens"]) || !isJsonObject(usage["outputTokens"])) {
    return undefined;
  }
  const { total, cacheRead, cacheWrite } = usage["inputTokens"];
  const output = usage["outputTokens"]["total"];
  if (typeof total !== "number" || typeof output !== "number") return undefined;
  return { input: total, output, cacheRead: countOf(cacheRead), cacheWrite: countOf(cacheWrite) };
}

function countOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
