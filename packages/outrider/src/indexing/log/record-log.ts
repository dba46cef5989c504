import { isToolError, ToolError } from "toolwright";
import { errorCode } from "../../workspace/paths/error-code.ts";
import { explainingIo } from "../../workspace/writer/io-error.ts";
import { type HeldLock, withLock } from "../../workspace/writer/lock.ts";
import { tryBuilder, withBuilder } from "./builder-lock.ts";
import { joinEntries, scanEntries } from "./log-entries.ts";
import { entryLength, expectHash, type StoredFile } from "./log-entry.ts";
import { appendToLog, logName, maxLogBytes, readLogFile, type ReadPlace, replaceLog } from "./log-file.ts";
import { createHeader, hashIdentity, headerBytes } from "./log-header.ts";
import { createStoredFiles, type LogChanges } from "./stored-files.ts";

export interface RecordLogOptions {
  /** Real path of an existing directory that belongs to this user. */
  readonly directory: string;
  /** What the records depend on besides the files: project, versions. A log with another identity is replaced. */
  readonly identity: string;
  /** How long to wait, at most, for another process that is writing to the file. */
  readonly lockMs?: number;
}

/** The records of a project's files, stored in one file that several servers share. */
export interface RecordLog {
  /** Everything known in memory and on disk; changes with every call below. */
  readonly files: ReadonlyMap<string, StoredFile>;
  /** A sentence why the disk is behind memory; undefined if it is not. Each append tries again. */
  readonly problem: string | undefined;
  /** Reads the file. Anything incomplete, untrusted or with another identity is ignored, so nothing here throws. */
  load(): Promise<ReadonlyMap<string, StoredFile>>;
  /** Reads what other processes have added since the last time. */
  readOn(): Promise<LogChanges>;
  /** Available at once; resolves when it is on disk or `problem` says why not. */
  append(entries: readonly ({ readonly path: string } & StoredFile)[], removed?: readonly string[]): Promise<void>;
  /** Rewrites the file without outdated entries. Happens automatically when they are more than half of it. */
  compact(): Promise<void>;
  /**
   * Does the work if no process is building this project's table; undefined if one is. When the work begins, `files` has
   * everything that the previous one wrote.
   */
  tryWriter<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined>;
  /** The same after waiting for its turn, meanwhile reading what the current builder adds. */
  withWriter<T>(options: WriterOptions, work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface WriterOptions {
  readonly signal: AbortSignal;
  readonly onRead?: (changes: LogChanges) => void | Promise<void>;
}

/** Rewriting a smaller file before the end is not worth it. */
const smallBytes = 256 * 1024;

// oxlint-disable-next-line max-lines-per-function -- one file, one lock and one queue; every function inside is short
export function openRecordLog({ directory, identity, lockMs = 10_000 }: RecordLogOptions): RecordLog {
  const files = createStoredFiles();
  const wanted = hashIdentity(identity);
  let known: ReadPlace | undefined;
  let wasOurs = false;
  let isTaken = false;
  let isClosed = false;
  let problem: string | undefined;
  let running: Promise<unknown> = Promise.resolve();

  /** One after the other: each continues where the previous one stopped reading. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = running.then(work);
    running = result.catch(() => undefined);
    return result;
  }

  async function catchUp(): Promise<void> {
    const read = await readLogFile(directory, wanted, known);
    if (read.found === "same") return;
    // The process that was started last owns the file; taking it back would go on forever.
    isTaken = read.found === "foreign" && wasOurs;
    const header = read.found === "other" ? read.header : known?.header;
    if (read.found === "foreign" || read.found === "nothing" || header === undefined) {
      known = undefined;
      return;
    }
    const { entries, end } = await scanEntries(read.bytes, header.secret);
    if (read.found === "other") files.replaceAll(entries);
    else files.apply(entries);
    const start = read.found === "other" ? headerBytes : (known?.end ?? headerBytes);
    known = { header, end: start + end, stamp: read.stamp, size: read.size };
    wasOurs = true;
  }

  /** Writes what memory has and the disk has not, or everything to a new file. */
  async function write(lock: HeldLock, anew: (fileBytes: number) => boolean): Promise<void> {
    await catchUp();
    if (isTaken) throw takenError();
    const unsaved = files.unsaved();
    const grown = unsaved.reduce((sum, entry) => sum + entryLength(entry), known?.end ?? headerBytes);
    const canGrow = known !== undefined && known.size === known.end && grown <= maxLogBytes && !anew(grown);
    if (known === undefined || !canGrow) return await writeAnew(lock);
    if (unsaved.length === 0) return;
    const bytes = await joinEntries(new Uint8Array(0), unsaved, known.header.secret);
    await lock.verify();
    known = await appendToLog(directory, known, bytes);
    if (known === undefined) return await writeAnew(lock);
    files.saved(unsaved);
  }

  async function writeAnew(lock: HeldLock): Promise<void> {
    if (files.liveBytes() > maxLogBytes) throw tooLargeError(files.liveBytes());
    const header = createHeader(identity);
    const unsaved = files.unsaved();
    const all = [...files.all].map(([path, file]) => ({ path, file }));
    const bytes = await joinEntries(header.bytes, all, header.secret);
    known = await replaceLog(directory, header, bytes, lock.verify);
    wasOurs = true;
    files.saved(unsaved);
    files.moveInto(bytes, headerBytes, all);
  }

  async function save(anew: (fileBytes: number) => boolean): Promise<void> {
    await telling(async () => {
      const never = new AbortController().signal;
      await withLock(directory, "append", { lockMs, signal: never }, (lock) => write(lock, anew));
    });
  }

  /** Disk errors are recorded and not thrown: memory has everything, so answers stay correct. */
  async function telling(work: () => Promise<void>): Promise<void> {
    try {
      await explainingIo(logName, work);
      if (!files.hasUnsaved()) problem = undefined;
    } catch (error) {
      if (!isToolError(error) && errorCode(error) === undefined) throw error;
      problem = error instanceof Error ? error.message : String(error);
    }
  }

  const isMostlyOld = (fileBytes: number): boolean => fileBytes - headerBytes > 2 * files.liveBytes();

  async function readNews(): Promise<void> {
    await inTurn(async () => {
      if (!isClosed) await telling(catchUp);
    });
  }

  return {
    files: files.all,
    get problem() {
      return problem;
    },
    load: async () => {
      await readNews();
      files.takeChanges();
      return files.all;
    },
    readOn: async () => {
      await readNews();
      return files.takeChanges();
    },
    append: async (entries, removed = []) => {
      if (isClosed) throw new Error(`The record log in ${JSON.stringify(directory)} is closed.`);
      entries.forEach(({ hash }) => expectHash(hash));
      files.change([
        ...entries.map(({ path, stamp, hash, bytes }) => ({ path, file: { stamp, hash, bytes } })),
        ...removed.map((path) => ({ path, file: undefined })),
      ]);
      await inTurn(async () => {
        // An earlier call may have written these, too.
        if (files.hasUnsaved()) await save((size) => size > smallBytes && isMostlyOld(size));
      });
    },
    compact: async () => await inTurn(() => save(() => true)),
    tryWriter: async (work) =>
      await tryBuilder(directory, async () => {
        await readNews();
        return await work();
      }),
    withWriter: async ({ signal, onRead }, work) => {
      const tellNews = async (): Promise<void> => {
        await readNews();
        if (onRead !== undefined) await onRead(files.takeChanges());
      };
      return await withBuilder(directory, { signal, whileWaiting: tellNews }, async () => {
        await tellNews();
        return await work();
      });
    },
    close: async () => {
      await inTurn(async () => {
        if (isClosed) return;
        isClosed = true;
        if (files.hasUnsaved() || (known !== undefined && isMostlyOld(known.size))) await save(isMostlyOld);
      });
    },
  };
}

function takenError(): ToolError {
  return new ToolError(
    "index_taken",
    "Another version of Outrider has put its own index in this place; this one keeps what it knows in memory until it is started again.",
  );
}

function tooLargeError(bytes: number): ToolError {
  return new ToolError(
    "index_too_large",
    `The index would have ${bytes} bytes, more than the ${maxLogBytes} that are kept on disk; it stays in memory.`,
  );
}
