import { open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { usageRecord, type UsageRecord } from "./usage-record.ts";

const lostCalls = z.object({ at: z.number(), lost: z.number() });

/** Calls that could not be stored, reported with the next ones that could. */
export type LostCalls = Readonly<z.infer<typeof lostCalls>>;
export type UsageEntry = UsageRecord | LostCalls;

/**
 * Appends to the file of the day, in one write, so that writes of several processes do not interleave. Since a day's file is
 * only ever appended to and removed, no process waits for another. Returns how many entries were written completely; all of
 * them, unless the disk is full.
 */
export async function appendEntries(folder: string, entries: readonly UsageEntry[]): Promise<number> {
  const lines = entries.map((entry) => `${JSON.stringify(entry)}\n`);
  // The leading line end terminates a line that a killed process has left unfinished.
  const bytes = Buffer.from(`\n${lines.join("")}`);
  const file = await open(join(folder, nameOf(Date.now())), "a", 0o600);
  try {
    const { bytesWritten } = await file.write(bytes);
    return countLines(bytes.subarray(1, bytesWritten));
  } finally {
    await file.close();
  }
}

export interface StoredEntries {
  readonly records: readonly UsageRecord[];
  readonly lost: number;
}

/** Everything since a given time. An unreadable line was a call, and counts as lost. */
export async function readEntries(folder: string, since: number): Promise<StoredEntries> {
  const records: UsageRecord[] = [];
  let lost = 0;
  for (const name of await listDays(folder)) {
    // A file contains the calls of its day and, written after midnight, a few of the day before.
    if (name < nameOf(since)) continue;
    for (const line of (await readFile(join(folder, name), "utf8")).split("\n")) {
      if (line === "") continue;
      const entry = parseLine(line);
      if (entry === undefined) lost += 1;
      else if (entry.at < since) continue;
      else if ("lost" in entry) lost += entry.lost;
      else records.push(entry);
    }
  }
  return { records, lost };
}

/** Removes the days that ended before a given time. */
export async function forgetEntries(folder: string, before: number): Promise<void> {
  const old = (await listDays(folder)).filter((name) => name < nameOf(before));
  for (const name of old) await rm(join(folder, name), { force: true });
}

async function listDays(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^\d{4}-\d\d-\d\d\.jsonl$/.test(name)).toSorted();
}

function nameOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 10)}.jsonl`;
}

function countLines(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => (byte === 0x0a ? count + 1 : count), 0);
}

const entrySchema = z.union([usageRecord, lostCalls]);

function parseLine(line: string): UsageEntry | undefined {
  try {
    return entrySchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
