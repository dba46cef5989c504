import { createHash } from "node:crypto";
import { countTokens, renderOutcome, type Caller, type Outcome } from "toolwright";
import * as z from "zod";

/** What is kept of a call. No arguments, no contents, no sentences. */
export const usageRecord = z.object({
  at: z.number(),
  tool: z.string(),
  /** How it ended. Any word: a newer version may know more of them. */
  outcome: z.string(),
  /** Of an error: the stable word of the tool's author, such as `not_found`. */
  code: z.string().nullable(),
  ms: z.number(),
  /** Of what the model was shown. */
  tokens: z.number(),
  spilled: z.boolean(),
  session: z.string().nullable(),
  project: z.string().nullable(),
});

export type UsageRecord = Readonly<z.infer<typeof usageRecord>>;

/** A call as it waits to be written: nothing is worked out yet, since the call itself must not wait for it. */
export interface PendingCall extends Omit<UsageRecord, "tokens" | "session" | "project"> {
  /** What the model was shown. The value behind it may be many times as large, and is not held. */
  readonly text: string;
  readonly caller: Caller | undefined;
  readonly project: string | undefined;
}

export function toPending(outcome: Outcome, caller: Caller | undefined, project: string | undefined): PendingCall {
  return {
    at: Date.now(),
    // The name of a tool that does not exist is whatever a model wrote.
    tool: outcome.status === "unknown_tool" ? "(unknown)" : outcome.tool,
    outcome: outcome.status,
    code: outcome.status === "ok" ? null : plainCode(outcome.error.code),
    ms: outcome.durationMs,
    spilled: outcome.status === "ok" && outcome.spill !== undefined,
    text: renderOutcome(outcome),
    caller,
    project,
  };
}

export async function toRecord({ text, caller, project, ...call }: PendingCall): Promise<UsageRecord> {
  return {
    ...call,
    tokens: await countTokens(text),
    session: caller === undefined ? null : shortHash(`${caller.host}\0${caller.session}`),
    project: project === undefined ? null : shortHash(project),
  };
}

/** A code is a word. Whatever else an adopted tool calls its code could be content. */
function plainCode(code: string): string | null {
  return /^[a-z][a-z0-9_]{0,39}$/.test(code) ? code : null;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
