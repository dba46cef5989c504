import { createHash } from "node:crypto";
import { countTokens, renderOutcome, type Caller, type Outcome } from "toolwright";
import * as z from "zod";

/** What is stored about a call. No arguments, no contents, no sentences. */
export const usageRecord = z.object({
  at: z.number(),
  tool: z.string(),
  /** How it ended. Not an enum: a newer version may use more values. */
  outcome: z.string(),
  /** For an error: the stable code of the tool's author, such as `not_found`. */
  code: z.string().nullable(),
  ms: z.number(),
  /** Size of what was shown to the model. */
  tokens: z.number(),
  spilled: z.boolean(),
  session: z.string().nullable(),
  project: z.string().nullable(),
});

export type UsageRecord = Readonly<z.infer<typeof usageRecord>>;

/** A call waiting to be written: nothing is computed yet, since that would delay the call. */
export interface PendingCall extends Omit<UsageRecord, "tokens" | "session" | "project"> {
  /** What was shown to the model. The value behind it may be many times as large, and is not kept. */
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

/** A code is a single word. Anything else that a foreign tool uses as its code could be content. */
function plainCode(code: string): string | null {
  return /^[a-z][a-z0-9_]{0,39}$/.test(code) ? code : null;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
