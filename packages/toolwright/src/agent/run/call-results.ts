import { type Outcome, renderOutcome } from "../../call/outcome.ts";
import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import type { Ask, CallResult } from "../log/entries.ts";
import type { OpenCall } from "../log/open-calls.ts";
import { fixedTexts } from "../log/repair.ts";

export interface Arguments {
  readonly input: JsonObject;
  /** Why the text of the model is not an input at all. */
  readonly problem?: string;
}

/** The input of a call: what a hook has made of it, or what the model wrote. */
export function readArguments({ part, prepared }: Pick<OpenCall, "part" | "prepared">): Arguments {
  const { tool } = part;
  const input = prepared?.input ?? part.input;
  // Some models leave out what is empty.
  if (input.trim() === "") return { input: {} };
  try {
    const parsed: unknown = JSON.parse(input);
    if (isJsonObject(parsed)) return { input: parsed };
    return { input: {}, problem: `${tool} was not run: its arguments must be a JSON object.` };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return {
      input: {},
      problem: `${tool} was not run: its arguments are not valid JSON (${detail}). Write them again.`,
    };
  }
}

export type Waiting = Extract<Outcome, { status: "needs_approval" | "needs_input" }>;

export function readAsk(outcome: Waiting): Ask {
  const { error, state } = outcome;
  const more = { message: error.message, ...(state === undefined ? {} : { state }) };
  return outcome.status === "needs_approval"
    ? { kind: "approval", request: outcome.request, ...more }
    : { kind: "questions", questions: outcome.questions, ...more };
}

/** What the model reads of an outcome; the signal tells why a call was cancelled. `repeatable`: whatever it did does no harm. */
export function describeResult(
  outcome: Exclude<Outcome, Waiting>,
  signal: AbortSignal,
  repeatable: boolean,
): CallResult {
  const { status, durationMs } = outcome;
  const text = renderOutcome(outcome);
  if (status === "ok") {
    const attachments = outcome.attachments === undefined ? {} : { attachments: outcome.attachments };
    const exit = readExit(outcome.value);
    return { status, text, isError: false, durationMs, ...attachments, ...(exit === undefined ? {} : { exit }) };
  }
  const timedOut = `${fixedTexts.timedOut} ${text}`;
  if (status === "timed_out" || status === "stalled") return { status, text: timedOut, isError: true, durationMs };
  if (status !== "cancelled" || !signal.aborted) return { status, text, isError: true, durationMs };
  if (isTimeOver(signal)) return { status: "timed_out", text: timedOut, isError: true, durationMs };
  if (isRunOver(signal)) return { status, text: `${withRun} ${text}`, isError: true, durationMs };
  const cancelled = repeatable ? fixedTexts.cancelled : `${fixedTexts.cancelled} ${mayHaveRun}`;
  return { status, text: cancelled, isError: false, durationMs };
}

/** Tools that run a program tell how it ended in the fields of Node's `exec`, or in the same words with underscores. */
function readExit(value: unknown): number | string | undefined {
  if (!isJsonObject(value)) return undefined;
  const code = value["exitCode"] ?? value["exit_code"];
  if (typeof code === "number") return code;
  // One that was to be killed has ended as it should.
  return typeof value["signal"] === "string" && value["state"] !== "killed" ? value["signal"] : undefined;
}

const mayHaveRun = "It may have taken effect before that: look before you say what it has done.";

const withRun = "Ended before it was finished, because the run has ended.";

/** Why the run was aborted: its time, or a person. */
export function isTimeOver({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof Error && reason.name === "TimeoutError";
}

/** The reason with which calls beside the loop are cancelled when the run comes to its end. */
export const runOver = new DOMException("The run has ended", "RunOverError");

function isRunOver({ reason }: AbortSignal): boolean {
  return reason === runOver;
}

export function failedResult(status: string, text: string): CallResult {
  return { status, text, isError: true, durationMs: 0 };
}

export function rejectedResult(tool: string, reason = ""): CallResult {
  const because = reason.trim() === "" ? "" : ` They say: ${reason.trim()}`;
  return failedResult("denied", `A person rejected this call of ${tool}. Do not repeat it unasked.${because}`);
}

export const cutOffResult = failedResult(
  "not_run",
  "Not run: your answer was cut off at its longest, so that this call may lack a part. Make fewer calls at once, or shorter ones.",
);
