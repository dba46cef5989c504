import * as z from "zod";
import type { ScriptLimits } from "../limits.ts";

/** What a thread is started with. Nothing else ever reaches its sandbox, except answers. */
export interface ThreadStart {
  readonly wasm: WebAssembly.Module;
  readonly source: string;
  /** Trusted code of the application that runs in the sandbox before the script. */
  readonly library: string;
  readonly tools: readonly string[];
  /** The kept values, as one JSON object. */
  readonly kept: string;
  /** The time that the script sees, in milliseconds since 1970. */
  readonly startedAt: number;
  readonly remainingMs: number;
  readonly limits: ScriptLimits;
}

/** An answer to an operation, as JSON: `{ value, overflow? }`, or what a `ToolError` is made of. */
export interface OperationAnswer {
  readonly op: number;
  readonly ok: boolean;
  readonly json: string;
  /** By how much the script's clock goes on. */
  readonly sleptMs: number;
}

export type ToThread = { readonly kind: "answer"; readonly answer: OperationAnswer } | { readonly kind: "stop" };

const operation = z.strictObject({
  op: z.int(),
  kind: z.enum(["call", "sleep", "text", "types"]),
  name: z.string(),
  input: z.string(),
});

/** Text, or the answer of a tool that is shown as the tool shows it. */
const segment = z.union([z.string(), z.strictObject({ tool: z.string(), json: z.string() })]);

const thrown = z.strictObject({
  name: z.string().optional(),
  message: z.string(),
  stack: z.string().optional(),
  code: z.string().optional(),
});

const scriptEnd = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("returned"), json: z.string().optional() }),
  z.strictObject({ kind: z.literal("threw"), error: thrown }),
  z.strictObject({
    kind: z.literal("stopped"),
    why: z.enum(["deadline", "steps", "never_settles", "hung", "lost"]),
  }),
]);

/** The thread is our code, but it runs a stranger's: what it sends is read like anything from outside. */
export const fromThread = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("idle"), asked: z.array(operation) }),
  z.strictObject({
    kind: z.literal("end"),
    asked: z.array(operation),
    kept: z.array(z.strictObject({ name: z.string(), json: z.string() })),
    printed: z.array(segment),
    unprinted: z.int(),
    end: scriptEnd,
  }),
]);

export type FromThread = z.infer<typeof fromThread>;
export type Operation = z.infer<typeof operation>;
/** A part of what a script printed. */
export type Segment = z.infer<typeof segment>;
export type ThrownError = z.infer<typeof thrown>;
export type ScriptEnd = z.infer<typeof scriptEnd>;
export type EndMessage = Extract<FromThread, { kind: "end" }>;
