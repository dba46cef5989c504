import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { commandHandle } from "./command-handle.ts";
import { createLogFile, type LogFile } from "./log-file.ts";
import { markerPath } from "./prune-logs.ts";

export type Stream = "stdout" | "stderr";

/** Output of one stream up to the point where the other continued. */
export interface OutputSegment {
  readonly stream: Stream;
  readonly bytes: Buffer;
}

/** Everything that one command prints, in order of arrival. */
export interface CommandLog {
  readonly handle: string;
  /** Takes a chunk. If it returns a promise, the pipe is not read until it resolves. */
  add(chunk: Buffer, stream: Stream): Promise<void> | undefined;
  /** The exact number of bytes printed, whether kept or not. */
  readonly bytes: number;
  readonly lines: number;
  /** How many bytes are not kept. */
  readonly leftOut: number;
  /** System error code if the file could not be written. */
  readonly failure: string | undefined;
  /** The whole output while it is small; undefined after that. */
  readonly segments: readonly OutputSegment[] | undefined;
  /** The file, once it exists. */
  readonly file: string | undefined;
  /** Creates the file even for a small output. */
  keep(): Promise<void>;
  /** No more output follows. Completes the file. */
  finish(): Promise<void>;
  /** For a log that is still growing: copies everything so far to another file. */
  copyTo(path: string): Promise<void>;
  discard(): Promise<void>;
}

export interface CommandLogOptions {
  /** What the handle is made of. */
  readonly id: string;
  /** Of its file, without the ending. */
  readonly name: string;
  /** Creates the private directory when it is needed. */
  readonly directory: () => Promise<string>;
  readonly maxBytes: number;
}

/** How much is held in memory before a file is created. */
const memoryBytes = 65_536;
/** How much may wait to be written before the command has to wait. */
const maxWaitingBytes = 1_048_576;
const newline = 10;

/** Where the output is kept; it only ever moves from memory to a file. */
type Kept =
  | { readonly in: "memory"; readonly segments: OutputSegment[] }
  /** `path` and `file` are set once the file exists. */
  | { readonly in: "file"; path?: string; file?: LogFile; isFinished?: true };

// oxlint-disable-next-line max-lines-per-function -- the operations of one log; its state is the union above
export function createCommandLog({ id, name, directory, maxBytes }: CommandLogOptions): CommandLog {
  const printed = { bytes: 0, lines: 0, lastByte: newline };
  const queue = createWriteQueue();
  let kept: Kept = { in: "memory", segments: [] };

  function moveToFile(segments: readonly OutputSegment[]): void {
    const inFile: Kept = { in: "file" };
    kept = inFile;
    void queue.add(async () => {
      const folder = await directory();
      await writeFile(markerPath(folder, name), String(process.pid), { mode: 0o600 });
      inFile.path = join(folder, `${name}.log`);
      inFile.file = await createLogFile(inFile.path, maxBytes);
    });
    for (const { bytes } of segments) append(bytes);
  }

  function append(chunk: Buffer): void {
    queue.write(chunk, async () => await onDisk().file?.append(chunk));
  }

  function onDisk(): Omit<Extract<Kept, { in: "file" }>, "in"> {
    return kept.in === "file" ? kept : {};
  }

  return {
    handle: commandHandle(id),
    add(chunk, stream) {
      printed.bytes += chunk.length;
      printed.lines += countLines(chunk);
      printed.lastByte = chunk.at(-1) ?? printed.lastByte;
      if (kept.in === "memory") {
        remember(kept.segments, chunk, stream);
        if (printed.bytes <= memoryBytes) return undefined;
        moveToFile(kept.segments);
      } else append(chunk);
      return queue.waitingBytes > maxWaitingBytes ? queue.idle() : undefined;
    },
    get bytes() {
      return printed.bytes;
    },
    get lines() {
      return printed.lastByte === newline ? printed.lines : printed.lines + 1;
    },
    get leftOut() {
      return onDisk().file?.leftOut() ?? 0;
    },
    get failure() {
      return queue.failure;
    },
    get segments() {
      return kept.in === "memory" ? kept.segments : undefined;
    },
    get file() {
      return queue.failure === undefined ? onDisk().path : undefined;
    },
    async keep() {
      if (kept.in === "memory") moveToFile(kept.segments);
      await queue.idle();
    },
    async finish() {
      await queue.idle();
      if (kept.in === "memory" || kept.isFinished) return;
      const { file, path } = kept;
      if (file === undefined || path === undefined) return;
      kept.isFinished = true;
      await queue.add(file.finish);
      await file.close().catch(() => {});
      await rm(markerPath(dirname(path), name), { force: true });
    },
    async copyTo(target) {
      if (kept.in === "memory") {
        const whole = Buffer.concat(kept.segments.map(({ bytes }) => bytes));
        return await writeFile(target, whole, { mode: 0o600, flag: "wx" });
      }
      // Queued: a copy made during a write would be torn.
      await queue.add(async () => await onDisk().file?.copyTo(target));
    },
    async discard() {
      if (kept.in === "memory") kept = { in: "file" };
      const path = onDisk().path;
      if (path === undefined) return;
      await rm(path, { force: true });
      await rm(markerPath(dirname(path), name), { force: true });
    },
  };
}

/** Runs tasks one after the other. After a failure the rest is only counted, so the command is never blocked. */
function createWriteQueue() {
  let last: Promise<void> = Promise.resolve();
  let waitingBytes = 0;
  let failure: string | undefined;

  function add(work: () => Promise<void>): Promise<void> {
    last = last.then(async () => {
      if (failure !== undefined) return;
      try {
        await work();
      } catch (error) {
        failure = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      }
    });
    return last;
  }

  return {
    add,
    write(chunk: Buffer, work: () => Promise<void>): void {
      waitingBytes += chunk.length;
      void add(work).then(() => {
        waitingBytes -= chunk.length;
      });
    },
    idle: () => last,
    get waitingBytes() {
      return waitingBytes;
    },
    get failure() {
      return failure;
    },
  };
}

// By index: an iterator would be ten times slower, and output can be gigabytes.
function countLines(chunk: Buffer): number {
  let lines = 0;
  for (let at = 0; at < chunk.length; at += 1) if (chunk[at] === newline) lines += 1;
  return lines;
}

function remember(segments: OutputSegment[], chunk: Buffer, stream: Stream): void {
  const last = segments.at(-1);
  if (last?.stream !== stream) segments.push({ stream, bytes: Buffer.from(chunk) });
  else segments[segments.length - 1] = { stream, bytes: Buffer.concat([last.bytes, chunk]) };
}
