import { open } from "node:fs/promises";
import { fitsTokens } from "toolwright";
import type { CommandLog, OutputSegment } from "./logs/command-log.ts";
import type { StoredOutputs } from "./shell.ts";
import { summariseOutput } from "./summaries/summarise-output.ts";
import { cleanOutput } from "./visible-text.ts";

/** The start and the end of a file, as far as a summary reads them. */
interface Ends {
  readonly head: Buffer;
  readonly text: string;
  readonly isWhole: boolean;
}

// Summaries run in the event loop: half a megabyte of the shortest lines takes tens of milliseconds.
const half = 262_144;

/** What a model is shown of an output, and where the rest is. */
export interface OutputReport {
  readonly text: string;
  /** "whole", or what is shown instead. */
  readonly shown: "whole" | "summary" | "nothing";
  /** Present if the whole output is kept. */
  readonly handle?: string;
}

const partlyRead = "(from the first and the last 256 KB of it; what stands between is not counted here)";

/** Longer outputs are summarised. */
const inlineTokens = 2_000;

/** For a finished log: all of it if it is short, otherwise a summary and the handle. */
export async function reportOutput(log: CommandLog, command: string, outputs: StoredOutputs): Promise<OutputReport> {
  const { segments, handle } = log;
  if (log.bytes === 0) return { text: "", shown: "whole" };
  if (segments !== undefined) {
    const bytes = Buffer.concat(segments.map((segment) => segment.bytes));
    if (isBinary(bytes)) return { text: describeBinary(log), shown: "nothing", handle };
    const text = renderSegments(segments);
    if (await fitsTokens(text, inlineTokens)) return { text, shown: "whole" };
    return { text: summariseOutput(command, cleanOutput(bytes.toString("utf8"))), shown: "summary", handle };
  }
  if (log.failure !== undefined) return { text: `The output could not be kept (${log.failure}).`, shown: "nothing" };
  return await outputs.withFile(handle, async (file) => {
    const ends = await readEnds(file);
    if (isBinary(ends.head)) return { text: describeBinary(log), shown: "nothing", handle };
    const text = cleanOutput(ends.text);
    if (ends.isWhole && (await fitsTokens(text, inlineTokens))) return { text, shown: "whole", handle };
    const summary = summariseOutput(command, text);
    return { text: ends.isWhole ? summary : `${summary}\n${partlyRead}`, shown: "summary", handle };
  });
}

/** For a log that is still growing: its last lines. */
export async function reportTail(log: CommandLog, outputs: StoredOutputs): Promise<OutputReport> {
  const { handle } = log;
  if (log.bytes === 0) return { text: "", shown: "whole", handle };
  if (log.failure !== undefined) return { text: `The output could not be kept (${log.failure}).`, shown: "nothing" };
  // As long as nothing was left out, the file is in order and need not be copied.
  const direct = log.leftOut === 0 ? log.file : undefined;
  const read = async (file: string): Promise<OutputReport> => {
    const { tail, isWhole } = await readTail(file);
    if (isBinary(tail)) return { text: describeBinary(log), shown: "nothing", handle };
    const lines = cleanOutput(tail.toString("utf8")).replace(/\n$/, "").split("\n");
    const last = lines.slice(-tailLines).map((line) => line.slice(0, longestLine));
    return { text: last.join("\n"), shown: isWhole && lines.length <= tailLines ? "whole" : "summary", handle };
  };
  return direct === undefined ? await outputs.withFile(handle, read) : await read(direct);
}

const tailLines = 40;
const longestLine = 300;
const tailBytes = 16_384;

async function readTail(path: string): Promise<{ tail: Buffer; isWhole: boolean }> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const buffer = Buffer.alloc(Math.min(size, tailBytes));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, size - buffer.length);
    return { tail: buffer.subarray(0, bytesRead), isWhole: size <= tailBytes };
  } finally {
    await file.close();
  }
}

/** In order of arrival. stderr is marked if both streams were used, and named if it is the only one. */
export function renderSegments(segments: readonly OutputSegment[]): string {
  const both = new Set(segments.map(({ stream }) => stream)).size > 1;
  if (!both) {
    const text = cleanOutput(Buffer.concat(segments.map(({ bytes }) => bytes)).toString("utf8")).trimEnd();
    return segments[0]?.stream === "stderr" && text !== "" ? `stderr:\n${text}` : text;
  }
  return segments
    .map(({ stream, bytes }) => {
      const lines = cleanOutput(bytes.toString("utf8")).replace(/\n$/, "").split("\n");
      return stream === "stderr" ? lines.map((line) => `2> ${line}`).join("\n") : lines.join("\n");
    })
    .join("\n")
    .trimEnd();
}

const looked = 8_192;

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, looked).includes(0);
}

function describeBinary(log: CommandLog): string {
  return `Binary output of ${log.bytes} bytes, not shown.`;
}

async function readEnds(path: string): Promise<Ends> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const read = async (start: number, length: number): Promise<Buffer> => {
      const buffer = Buffer.alloc(length);
      const { bytesRead } = await file.read(buffer, 0, length, start);
      return buffer.subarray(0, bytesRead);
    };
    const isWhole = size <= half * 2;
    const head = await read(0, isWhole ? size : half);
    if (isWhole) return { head, text: head.toString("utf8"), isWhole };
    const tail = await read(size - half, half);
    // Whole lines only, so that a partial line is not misread.
    const first = head.toString("utf8", 0, head.lastIndexOf(10) + 1 || undefined);
    return { head, text: first + tail.toString("utf8", tail.indexOf(10) + 1), isWhole };
  } finally {
    await file.close();
  }
}
