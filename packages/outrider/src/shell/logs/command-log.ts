import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandHandle } from "./command-handle.ts";
import { createLogFile, type LogFile } from "./log-file.ts";
import { markerPath } from "./prune-logs.ts";

export type Stream = "stdout" | "stderr";

/** What one stream printed before the other went on. */
export interface Segment {
  readonly stream: Stream;
  readonly bytes: Buffer;
}

/** Everything that one command prints, in the order in which it arrives. */
export interface CommandLog {
  readonly handle: string;
  /** Takes a chunk; whoever reads the pipe waits for the promise where there is one. */
  add(chunk: Buffer, stream: Stream): Promise<void> | undefined;
  /** Exact, kept or not. */
  readonly bytes: number;
  readonly lines: number;
  /** How many bytes are not kept. */
  readonly leftOut: number;
  /** Why the file could not be written, as the system's code. */
  readonly failure: string | undefined;
  /** The whole output while it is small; undefined from then on. */
  readonly segments: readonly Segment[] | undefined;
  /** The file once there is one. */
  readonly file: string | undefined;
  /** Makes the file also of a small output. */
  keep(): Promise<void>;
  /** No more comes. Puts the file in order. */
  finish(): Promise<void>;
  /** For a log that goes on: everything so far in a file of its own. */
  copyTo(path: string): Promise<void>;
  discard(): Promise<void>;
}

export interface CommandLogOptions {
  readonly id: string;
  /** Makes the private directory when it is needed. */
  readonly directory: () => Promise<string>;
  readonly maxBytes: number;
}

/** What is held in memory before there is a file. */
const memoryBytes = 65_536;
/** What may wait to be written before the command has to. */
const waitingBytes = 1_048_576;

export function createCommandLog({ id, directory, maxBytes }: CommandLogOptions): CommandLog {
  let segments: Segment[] | undefined = [];
  let bytes = 0;
  let lines = 0;
  let lastByte = 10;
  let waiting = 0;
  let failure: string | undefined;
  let path: string | undefined;
  let file: LogFile | undefined;
  let closed = false;
  let turn: Promise<void> = Promise.resolve();

  async function open(): Promise<void> {
    const folder = await directory();
    await writeFile(markerPath(folder, id), String(process.pid), { mode: 0o600 });
    path = join(folder, `${id}.log`);
    file = await createLogFile(path, maxBytes);
  }

  // One after the other; after a failure the rest is only counted, so that the command is never held up.
  function enqueue(work: () => Promise<void>): Promise<void> {
    turn = turn.then(async () => {
      if (failure !== undefined) return;
      try {
        await work();
      } catch (error) {
        failure = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      }
    });
    return turn;
  }

  function spill(): void {
    const early = segments ?? [];
    segments = undefined;
    void enqueue(open);
    for (const segment of early) write(segment.bytes);
  }

  function write(chunk: Buffer): void {
    waiting += chunk.length;
    void enqueue(async () => await file?.append(chunk)).then(() => {
      waiting -= chunk.length;
    });
  }

  return {
    handle: commandHandle(id),
    add(chunk, stream) {
      bytes += chunk.length;
      lines += countLines(chunk);
      lastByte = chunk.at(-1) ?? lastByte;
      if (segments !== undefined) {
        remember(segments, chunk, stream);
        if (bytes <= memoryBytes) return undefined;
        spill();
      } else write(chunk);
      return waiting > waitingBytes ? turn : undefined;
    },
    get bytes() {
      return bytes;
    },
    get lines() {
      return lastByte === 10 ? lines : lines + 1;
    },
    get leftOut() {
      return file?.leftOut() ?? 0;
    },
    get failure() {
      return failure;
    },
    get segments() {
      return segments;
    },
    get file() {
      return failure === undefined ? path : undefined;
    },
    async keep() {
      if (segments !== undefined) spill();
      await turn;
    },
    async finish() {
      await turn;
      if (file === undefined || closed) return;
      closed = true;
      await enqueue(file.finish);
      await file.close().catch(() => {});
      if (path !== undefined) await rm(markerPath(join(path, ".."), id), { force: true });
    },
    async copyTo(target) {
      const early = segments;
      if (early !== undefined)
        return await writeFile(target, Buffer.concat(early.map((part) => part.bytes)), { mode: 0o600, flag: "wx" });
      // In its turn: a copy made during a write would be torn.
      await enqueue(async () => await file?.copyTo(target));
    },
    async discard() {
      segments = undefined;
      if (path === undefined) return;
      await rm(path, { force: true });
      await rm(markerPath(join(path, ".."), id), { force: true });
    },
  };
}

// By index: an iterator would take ten times as long, and floods come in gigabytes.
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === 10) lines += 1;
  return lines;
}

function remember(segments: Segment[], chunk: Buffer, stream: Stream): void {
  const last = segments.at(-1);
  if (last?.stream !== stream) segments.push({ stream, bytes: Buffer.from(chunk) });
  else segments[segments.length - 1] = { stream, bytes: Buffer.concat([last.bytes, chunk]) };
}
