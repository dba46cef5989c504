import { readFile } from "node:fs/promises";
import { isJsonObject } from "../tool/schema.ts";
import { errorCode, ToolError } from "../tool/tool-error.ts";
import type { LogEntry } from "../agent/log/entries.ts";

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

/** Reads a thread's file up to its last whole line. `expected` is its name, if that is known. */
export async function readThreadFile(path: string, expected: string | undefined): Promise<ThreadFile> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  });
  if (bytes === undefined) return nothing;
  const [header, ...lines] = splitLines(bytes);
  if (header === undefined) return nothing;
  const thread = readHeader(parseLine(header.text), expected);
  const entries: LogEntry[] = [];
  let wholeBytes = header.end;
  for (const { text, end } of lines) {
    const entry = parseLine(text);
    if (!isEntry(entry, entries.length + 1)) {
      // A disk that lost its power may leave a last line of its length and without its bytes.
      if (end === lines.at(-1)?.end) break;
      throw damaged(thread, `line ${entries.length + 2} is not its next entry`);
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

function readHeader(header: unknown, expected: string | undefined): string {
  if (!isJsonObject(header) || header["toolwright"] !== "thread" || typeof header["thread"] !== "string") {
    throw damaged(expected, "its first line is not that of a thread");
  }
  const { thread } = header;
  if (header["version"] !== version) {
    throw damaged(thread, `it has version ${String(header["version"])}, and this program knows version ${version}`);
  }
  if (expected !== undefined && thread !== expected) throw damaged(expected, `it belongs to ${JSON.stringify(thread)}`);
  return thread;
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
