import { createHash } from "node:crypto";
import { renderOutcome, type Caller, type Outcome } from "toolwright";
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
  /** Size of what was shown to the model, estimated from its length. */
  tokens: z.number(),
  spilled: z.boolean(),
  session: z.string().nullable(),
  project: z.string().nullable(),
});

export type UsageRecord = Readonly<z.infer<typeof usageRecord>>;

export function toRecord(outcome: Outcome, caller: Caller | undefined, project: string | undefined): UsageRecord {
  return {
    at: Date.now(),
    // The name of a tool that does not exist is whatever a model wrote.
    tool: outcome.status === "unknown_tool" ? "(unknown)" : outcome.tool,
    outcome: outcome.status,
    code: outcome.status === "ok" ? null : plainCode(outcome.error.code),
    ms: outcome.durationMs,
    tokens: estimateTokens(renderOutcome(outcome)),
    spilled: outcome.status === "ok" && outcome.spill !== undefined,
    session: caller === undefined ? null : shortHash(`${caller.host}\0${caller.session}`),
    project: project === undefined ? null : shortHash(project),
  };
}

/** Answers of Outrider's tools have 2.7 to 4 bytes a token, 3.6 on average. The tokenizer would take longer to load than most calls run. */
function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / 3.6);
}

/** A code is a single word. Anything else that a foreign tool uses as its code could be content. */
function plainCode(code: string): string | null {
  return /^[a-z][a-z0-9_]{0,39}$/.test(code) ? code : null;
}

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
