import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";

const entry = z.object({
  at: z.number(),
  ms: z.number(),
  /** `shell`, or the tool. */
  means: z.string(),
  sent: z.string(),
  seen: z.string(),
  failed: z.boolean().optional(),
});

/** One call of an agent. */
export type Entry = z.infer<typeof entry>;

const file = (folder: string): string => join(folder, "calls.jsonl");

export function note(folder: string, call: Entry): void {
  appendFileSync(file(folder), `${JSON.stringify(call)}\n`);
}

export function readLog(folder: string): Entry[] {
  const lines = readFileSync(file(folder), "utf8").trim().split("\n");
  return lines.map((line) => entry.parse(JSON.parse(line)));
}
