import { readFile } from "node:fs/promises";
import { isJsonObject } from "../tool/schema.ts";
import { errorCode, ToolError } from "../tool/tool-error.ts";
import type { LogEntry } from "../agent/log/entries.ts";
import type { ThreadFacts } from "../agent/log/thread-store.ts";

const version = 1;

/** What is in a thread's file. */
export interface ThreadFile {
  /** Its name, from the first line; undefined for a file without one. */
  readonly thread: string | undefined;
  readonly entries: readonly LogEntry[];
  /** Up to the end of the last whole line. Behind it may be a line that a crash has cut. */
  readonly wholeBytes: number;
}

/** The first line of a thread's file. */
export function writeHeader(thread: string): string {
  return `${JSON.stringify({ toolwright: "thread", version, thread })}\n`;
}

/** Reads a thread's file up to its last whole line. `expected` is the thread's name. */
export async function readThreadFile(path: string, expected: string): Promise<ThreadFile> {
  const { damage, ...file } = await readLines(path, expected);
  if (damage !== undefined) throw damage;
  return file;
}

/** What a list says of a thread. Of a damaged one that is what its first part says; undefined if not even its name can be read. */
export async function readThreadFacts(path: string): Promise<ThreadFacts | undefined> {
  const { thread, entries } = await readLines(path, undefined);
  const changedAt = entries.at(-1)?.time;
  return thread === undefined || changedAt === undefined ? undefined : { thread, entries: entries.length, changedAt };
}

async function readLines(
  path: string,
  expected: string | undefined,
): Promise<ThreadFile & { readonly damage?: ToolError }> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  const [header, ...lines] = bytes === undefined ? [] : splitLines(bytes);
  if (header === undefined) return nothing;
  const named = readHeader(parseLine(header.text), expected);
  if (named instanceof ToolError) return { ...nothing, damage: named };
  const { thread } = named;
  const entries: LogEntry[] = [];
  let wholeBytes = header.end;
  for (const { text, end } of lines) {
    const entry = parseLine(text);
    if (!isEntry(entry, entries.length + 1)) {
      // A disk that lost its power may leave a last line of its length and without its bytes.
      if (end === lines.at(-1)?.end) break;
      const damage = damaged(thread, `line ${entries.length + 2} is not its next entry`);
      return { thread, entries, wholeBytes, damage };
    }
    entries.push(entry);
    wholeBytes = end;
  }
  return { thread, entries, wholeBytes };
}

const nothing: ThreadFile = { thread: undefined, entries: [], wholeBytes: 0 };

interface Line {
  readonly text: string;
  /** Of its line feed, as a position behind it. */
  readonly end: number;
}

function splitLines(bytes: Buffer): readonly Line[] {
  const lines: Line[] = [];
  for (let start = 0; ;) {
    const at = bytes.indexOf(10, start);
    if (at === -1) return lines;
    lines.push({ text: bytes.toString("utf8", start, at), end: at + 1 });
    start = at + 1;
  }
}

function parseLine(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readHeader(header: unknown, expected: string | undefined): { readonly thread: string } | ToolError {
  if (!isJsonObject(header) || header["toolwright"] !== "thread" || typeof header["thread"] !== "string") {
    return damaged(expected, "its first line is not that of a thread");
  }
  const { thread } = header;
  if (header["version"] !== version) {
    return damaged(thread, `it has version ${String(header["version"])}, and this program knows version ${version}`);
  }
  if (expected === undefined || thread === expected) return { thread };
  return damaged(expected, `it belongs to ${JSON.stringify(thread)}`);
}

/** This program wrote the file, so that its lines have the shape that they were written with. */
function isEntry(value: unknown, seq: number): value is LogEntry {
  return (
    isJsonObject(value) && value["seq"] === seq && typeof value["id"] === "string" && typeof value["type"] === "string"
  );
}

function damaged(thread: string | undefined, problem: string): ToolError {
  const which = thread === undefined ? "a thread" : `the thread ${JSON.stringify(thread)}`;
  return new ToolError("thread_damaged", `The file of ${which} cannot be read: ${problem}. Nothing was changed in it.`);
}
