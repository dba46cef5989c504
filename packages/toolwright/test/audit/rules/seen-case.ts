import type { Listing, Reply, Seen, SeenCall } from "../../../src/audit/seen.ts";
import { seenOf } from "../../../src/audit/seen.ts";
import type { JsonObject } from "../../../src/tool/schema.ts";
import { good } from "./list-case.ts";

/** What was seen of a server, planted for a rule, and what looks like it. The keys say what is planted. */
export interface SeenCases {
  readonly faults: Readonly<Record<string, Seen>>;
  /** Found with less than the severity of the rule. */
  readonly milder?: Readonly<Record<string, Seen>>;
  /** Found with exactly this severity. */
  readonly warnings?: Readonly<Record<string, Seen>>;
  readonly infos?: Readonly<Record<string, Seen>>;
  readonly nearMisses: Readonly<Record<string, Seen>>;
  /** What shows neither a fault nor that there is none. */
  readonly unmeasured?: Readonly<Record<string, Seen>>;
}

export const worked = call("valid", {}, said("The note is called todo."));
export const offline = "getaddrinfo ENOTFOUND notes.example";
export const silence: Reply = { kind: "silence", afterMs: 20_000 };

export function calls(...made: readonly SeenCall[]): Seen {
  const listing: Partial<Listing> = { tools: [good()] };
  return seenOf(listing, { calls: made });
}

export function call(purpose: SeenCall["purpose"], input: JsonObject, reply: Reply, field = "name"): SeenCall {
  return { tool: "read_note", purpose, input, field, reply };
}

export function said(text: string): Reply {
  return { kind: "result", result: { content: [{ type: "text", text }] }, afterMs: 5 };
}

export function failed(text: string): Reply {
  return { kind: "result", result: { content: [{ type: "text", text }], isError: true }, afterMs: 5 };
}

export function refused(message: string, code = -32_603): Reply {
  return { kind: "error", code, message, afterMs: 5 };
}
