import * as z from "zod";
import { toUnitVector } from "../unit-vector.ts";

/** What the model's process answers: vectors in portions, and how a job ended. */
const replySchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("vectors"),
    id: z.int(),
    start: z.int().min(0),
    rows: z.int().min(1),
    values: z.string(),
  }),
  z.object({ kind: z.literal("done"), id: z.int() }),
  z.object({ kind: z.literal("failed"), id: z.int(), code: z.string().optional(), message: z.string() }),
]);

export type ModelReply = z.infer<typeof replySchema>;

/** Undefined for what a library printed in between. */
export function readReply(line: string): ModelReply | undefined {
  try {
    return replySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** The rows of a portion, of length 1. Throws when one of them is no direction. */
export function vectorsOf({ rows, values }: Extract<ModelReply, { kind: "vectors" }>): readonly Float32Array[] {
  const bytes = Buffer.from(values, "base64");
  const dimensions = bytes.length / 4 / rows;
  const numbers = Float32Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(at * 4));
  return Array.from({ length: rows }, (_, row) =>
    toUnitVector(numbers.subarray(row * dimensions, (row + 1) * dimensions)),
  );
}
