import type { Approval } from "../access/approval.ts";
import type { AnyKernel } from "../call/kernel.ts";
import type { NeedsApproval, NeedsInput, Outcome } from "../call/outcome.ts";
import type { Call } from "../tool/call-context.ts";
import type { AnyTool } from "../tool/tool.ts";
import { declareTools } from "./declarations.ts";
import { fitValue } from "./fit-value.ts";
import type { ScriptLimits } from "./limits.ts";
import { showAnswer } from "./show-answer.ts";
import type { Operation } from "./worker/messages.ts";

/** What came of an operation: an answer for the script, or a question for a person. */
export type Performed =
  | { readonly kind: "answered"; readonly ok: boolean; readonly json: string; readonly sleptMs: number }
  | { readonly kind: "asks"; readonly outcome: NeedsApproval | NeedsInput };

/** What a person has answered to the operation that asked. */
export interface Resumed {
  readonly op: number;
  readonly state: string | undefined;
}

export interface InnerCallOptions {
  readonly kernel: AnyKernel;
  /** The call of the script itself: its caller, its progress and its person are those of the calls it makes. */
  readonly call: Call;
  readonly tools: ReadonlyMap<string, AnyTool>;
  readonly limits: ScriptLimits;
  readonly resumed: Resumed | undefined;
  /** What `types` says of functions that are no tools. */
  readonly libraryTypes: readonly string[];
  /** The tool as `types` describes it. */
  readonly declared: (tool: AnyTool) => AnyTool;
  readonly prepare: (tool: AnyTool, input: unknown) => unknown;
}

/** Carries out what a script asks for. Never rejects. */
export function createInnerCalls(options: InnerCallOptions) {
  return async (operation: Operation, signal: AbortSignal): Promise<Performed> => {
    switch (operation.kind) {
      case "call":
        return await callTool(options, operation, signal);
      case "sleep":
        return await sleep(Number(operation.input), signal);
      case "types":
        return answered({
          value: declareTools(
            [...options.tools.values()].map(options.declared),
            readNames(operation.input),
            options.libraryTypes,
          ),
        });
      case "text": {
        const text = await showAnswer(options.tools.get(operation.name), operation.input);
        return text === undefined ? refused(notAnAnswer(operation.name)) : answered({ value: text });
      }
    }
  };
}

async function callTool(options: InnerCallOptions, operation: Operation, signal: AbortSignal): Promise<Performed> {
  const { kernel, call, tools, limits, resumed } = options;
  const { op, name, input } = operation;
  // The list was made when the script began; a name beside it was never the script's to call.
  const tool = tools.get(name);
  if (tool === undefined)
    return refused({ code: "unknown_tool", message: `There is no tool ${name} for scripts.`, tool: name });
  const outcome = await kernel.call(name, options.prepare(tool, JSON.parse(input)), {
    caller: call.caller,
    signal,
    canAsk: call.canAsk,
    onLog: call.log,
    onProgress: ({ message }) => call.progress({ message: message === undefined ? name : `${name}: ${message}` }),
    valueOnly: true,
    ...(resumed?.op === op ? answersFor(call, resumed.state) : {}),
  });
  call.progress({ message: `${name}: ${outcome.status}` });
  if (outcome.status === "needs_approval" || outcome.status === "needs_input") return { kind: "asks", outcome };
  return writeOutcome(outcome, limits.answerBytes);
}

function answersFor(call: Call, state: string | undefined) {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- the kernel takes it for forged unless it signed it
  const approval = call.approval === undefined ? {} : { approval: call.approval as Approval };
  const answers = Object.keys(call.answers).length > 0 || state !== undefined;
  return { ...approval, ...(answers ? { continues: { answers: call.answers, state } } : {}) };
}

function writeOutcome(outcome: Exclude<Outcome, NeedsApproval | NeedsInput>, maxBytes: number): Performed {
  const { tool } = outcome;
  if (outcome.status !== "ok") {
    const { code, message, retryable, next } = outcome.error;
    return refused({ code, message, tool, retryable, ...(next === undefined ? {} : { next }) });
  }
  try {
    const json = fitValue(outcome.value, maxBytes);
    if (json !== undefined) return { kind: "answered", ok: true, json, sleptMs: 0 };
  } catch {
    return refused({ code: "invalid_output", message: `${tool} returned something that JSON cannot hold.`, tool });
  }
  const message = `The answer of ${tool} has more than the ${maxBytes} bytes that a script gets at once; ask for less.`;
  return refused({ code: "too_large", message, tool });
}

function notAnAnswer(tool: string): Refusal {
  const message = `This is no longer an answer of ${tool}. Give text() an answer whose fields you kept; entries of its lists may be left out.`;
  return { code: "no_answer", message, tool };
}

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly tool: string;
  readonly [more: string]: unknown;
}

function refused(refusal: Refusal): Performed {
  return { kind: "answered", ok: false, json: JSON.stringify(refusal), sleptMs: 0 };
}

function answered(answer: { readonly value?: unknown }, sleptMs = 0): Performed {
  return { kind: "answered", ok: true, json: JSON.stringify(answer), sleptMs };
}

/** What is no number is none: the script goes on at its next turn. */
async function sleep(asked: number, signal: AbortSignal): Promise<Performed> {
  const ms = Math.min(Math.max(0, Number.isNaN(asked) ? 0 : asked), maxSleepMs);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish, { once: true });
    function finish(): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    }
  });
  return answered({}, ms);
}

const maxSleepMs = 3_600_000;

function readNames(json: string): readonly string[] {
  const names: unknown = JSON.parse(json);
  return Array.isArray(names) ? names.flat().filter((name) => typeof name === "string") : [];
}
