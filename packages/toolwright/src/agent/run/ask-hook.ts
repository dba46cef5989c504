import { isJsonObject } from "../../tool/schema.ts";
import { ToolError } from "../../tool/tool-error.ts";
import type { UserPart } from "../log/entries.ts";
import type { AgentHooks, HookContext } from "./hooks.ts";
import { raceSignal } from "../../tool/race-signal.ts";
import type { RunParts } from "./run-parts.ts";

/** Which hook is asked, and what it may say: each verdict with the field that must hold its words, if any. */
export interface HookQuestion<Verdict extends string> {
  readonly name: Exclude<keyof AgentHooks, "deadlineMs">;
  readonly verdicts: Readonly<Record<Verdict, string | undefined>>;
  readonly callId?: string;
}

/** Asks a hook with a deadline, and lets go of it when the run is cancelled. */
export async function askHook<Answer extends { readonly verdict: string }>(
  { hooks, clock, signal, thread, above }: RunParts,
  { name, verdicts, callId }: HookQuestion<Answer["verdict"]>,
  ask: (context: HookContext) => Answer | Promise<Answer>,
): Promise<Answer> {
  const { deadlineMs = 10_000 } = hooks;
  const control = new AbortController();
  const late = new ToolError("hook_timed_out", `The hook ${name} gave no answer within ${deadlineMs / 1_000} s.`);
  const timer = clock.schedule(deadlineMs, () => control.abort(late));
  const cancel = (): void => control.abort(signal.reason);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const { subagents } = above;
  const context = {
    thread: thread.name,
    subagents,
    signal: control.signal,
    ...(callId === undefined ? {} : { callId }),
  };
  try {
    const answer = await raceSignal(
      control.signal,
      callHook(name, async () => await ask(context)),
    );
    if (!isAnswer(answer, verdicts)) throw invalidAnswer(name, answer, verdicts);
    return answer;
  } finally {
    timer.cancel();
    signal.removeEventListener("abort", cancel);
    // A hook that goes on although nobody waits for it hears so.
    if (!control.signal.aborted) control.abort();
  }
}

async function callHook<Answer>(name: string, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new ToolError("hook_failed", `The hook ${name} threw: ${message}`, { cause });
  }
}

/** Hooks may be written without types: no clear answer is no answer. */
function isAnswer(answer: unknown, verdicts: Readonly<Record<string, string | undefined>>): boolean {
  if (!isJsonObject(answer) || typeof answer["verdict"] !== "string") return false;
  const { verdict } = answer;
  if (!Object.hasOwn(verdicts, verdict)) return false;
  const field = verdicts[verdict];
  if (field === undefined) return true;
  return typeof answer[field] === "string" || Array.isArray(answer[field]);
}

function invalidAnswer(name: string, answer: unknown, verdicts: object): ToolError {
  const expected = Object.entries(verdicts)
    .map(([verdict, field]) => `{ verdict: "${verdict}"${field === undefined ? "" : `, ${String(field)}`} }`)
    .join(" or ");
  return new ToolError("hook_failed", `The hook ${name} answered ${JSON.stringify(answer)}; expected ${expected}.`);
}

/** What a hook says to the model, as a message. */
export function readMessage(message: string | readonly UserPart[]): readonly UserPart[] {
  return typeof message === "string" ? [{ type: "text", text: message }] : message;
}
