import type { AgentTelemetry, ObservedCall } from "../agent/run/telemetry.ts";
import type { RunOutcome } from "../agent/run/events.ts";
import type { Model } from "../agent/model/model.ts";
import { type Outcome, renderOutcome } from "../call/outcome.ts";
import {
  errorStatus,
  type OpenTelemetryApi,
  type OpenTelemetryContext,
  type OpenTelemetrySpan,
  type OpenTelemetryTracer,
  spanKind,
} from "./open-telemetry-api.ts";
import { traceStream } from "./trace-stream.ts";

/** How spans are made, and what is in them. */
export interface OpenTelemetryOptions {
  /** Default: `api.trace.getTracer("toolwright")`, which the application's SDK has set up. */
  readonly tracer?: OpenTelemetryTracer;
  /** `gen_ai.agent.name` of the agent's spans. */
  readonly agentName?: string;
  /** Also what is said: prompts, answers, arguments and results. Default: false. */
  readonly payloads?: boolean;
}

/**
 * Spans by the conventions for generative AI: `invoke_agent`, `chat`, `execute_tool`. A span's parent is the active one, so that
 * whatever a tool does, another agent included, is inside of its call.
 */
export function openTelemetry(api: OpenTelemetryApi, options: OpenTelemetryOptions = {}): AgentTelemetry {
  const { tracer = api.trace.getTracer("toolwright"), agentName, payloads = false } = options;
  const conversation = api.createContextKey("toolwright.thread");

  function startSpan(operation: string, subject: string | undefined, kind: number, around: OpenTelemetryContext) {
    const span = tracer.startSpan(subject === undefined ? operation : `${operation} ${subject}`, { kind }, around);
    span.setAttribute("gen_ai.operation.name", operation);
    const thread = around.getValue(conversation);
    if (typeof thread === "string") span.setAttribute("gen_ai.conversation.id", thread);
    if (agentName !== undefined) span.setAttribute("gen_ai.agent.name", agentName);
    return { span, inside: api.trace.setSpan(around, span) };
  }

  return {
    run({ thread, subagent }, start) {
      const around = api.context.active().setValue(conversation, thread);
      const { span, inside } = startSpan("invoke_agent", subagent ?? agentName, spanKind.internal, around);
      if (subagent !== undefined) span.setAttribute("gen_ai.agent.name", subagent);
      const run = api.context.with(inside, start);
      void run.outcome.then((outcome) => endRun(span, outcome));
      return run;
    },
    model(model) {
      const { provider, name } = namesOf(model);
      return {
        id: model.id,
        stream(request, signal) {
          const { span, inside } = startSpan("chat", name, spanKind.client, api.context.active());
          span.setAttribute("gen_ai.provider.name", provider);
          span.setAttribute("gen_ai.request.model", name);
          span.setAttribute("gen_ai.request.max_tokens", request.maxOutputTokens);
          span.setAttribute("gen_ai.request.stream", true);
          const within = <Result>(work: () => Result): Result => api.context.with(inside, work);
          return traceStream({ span, within, payloads, request, start: () => model.stream(request, signal) });
        },
      };
    },
    async call(facts, work) {
      const { span, inside } = startSpan("execute_tool", facts.tool, spanKind.internal, api.context.active());
      describeCall(span, facts, payloads);
      try {
        const ended = await api.context.with(inside, work);
        endCall(span, ended, payloads);
        return ended;
      } catch (error) {
        fail(span, error instanceof Error ? error.name : "_OTHER");
        throw error;
      } finally {
        span.end();
      }
    },
  };
}

/** "anthropic/claude-sonnet-4-5" is a model of a provider; anything else names both. */
function namesOf({ id }: Model): { readonly provider: string; readonly name: string } {
  const at = id.indexOf("/");
  return at === -1 ? { provider: id, name: id } : { provider: id.slice(0, at), name: id.slice(at + 1) };
}

function endRun(span: OpenTelemetrySpan, outcome: RunOutcome): void {
  span.setAttribute("toolwright.run.status", outcome.status);
  span.setAttribute("toolwright.run.turns", outcome.turns);
  span.setAttribute("gen_ai.usage.input_tokens", outcome.usage.input);
  span.setAttribute("gen_ai.usage.output_tokens", outcome.usage.output);
  if (outcome.costUsd !== undefined) span.setAttribute("toolwright.run.cost_usd", outcome.costUsd);
  if (outcome.status === "stopped") span.setAttribute("toolwright.run.stopped_by", outcome.why);
  if (outcome.status === "failed") fail(span, outcome.code);
  span.end();
}

function describeCall(span: OpenTelemetrySpan, { callId, tool, description, input }: ObservedCall, payloads: boolean) {
  span.setAttribute("gen_ai.tool.name", tool);
  span.setAttribute("gen_ai.tool.type", "function");
  span.setAttribute("gen_ai.tool.call.id", callId);
  if (description !== undefined) span.setAttribute("gen_ai.tool.description", description);
  if (payloads) span.setAttribute("gen_ai.tool.call.arguments", JSON.stringify(input));
}

/** Waiting for a person and a person's no are no errors. */
const notErrors = new Set(["ok", "needs_approval", "needs_input", "cancelled", "rejected"]);

function endCall(span: OpenTelemetrySpan, ended: Outcome | "rejected", payloads: boolean): void {
  const status = ended === "rejected" ? ended : ended.status;
  span.setAttribute("toolwright.call.status", status);
  if (ended === "rejected") return;
  if (payloads) span.setAttribute("gen_ai.tool.call.result", renderOutcome(ended));
  if (!notErrors.has(status) && ended.status !== "ok") fail(span, ended.error.code);
}

function fail(span: OpenTelemetrySpan, type: string): void {
  span.setAttribute("error.type", type);
  // Without a message: it may quote what was said.
  span.setStatus(errorStatus);
}
