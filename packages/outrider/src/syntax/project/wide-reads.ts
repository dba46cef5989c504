import type { Project } from "../../workspace/project.ts";
import type { FilesWithin, ViewedFile } from "../project-symbols.ts";
import type { WantedNames } from "../references/find-occurrences.ts";
import type { Occurrences } from "../references/occurrence.ts";
import { decodeRecord, readWords } from "../table/file-record.ts";
import { hashWord, hasWord, isIndexedWord } from "../workers/collect-words.ts";
import { WorkerLostError } from "../../workspace/threads/open-thread-pool.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import type { ParseBudget } from "../workers/parse-budget.ts";
import { readFiles } from "../workers/read-files.ts";
import type { SymbolEntries } from "./symbol-entries.ts";
import { openFilesOf } from "../../workspace/walk/open-files.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { mayHaveSymbols } from "./may-have-symbols.ts";
import { inReadingOrder } from "./reading-rank.ts";

export interface WideReadOptions {
  readonly pool: ParserPool;
  readonly signal: AbortSignal;
}

export interface FilesWithOptions extends WideReadOptions {
  readonly entries: SymbolEntries;
  readonly budget: ParseBudget;
  /** Default: as long as it takes. */
  readonly waitMs?: number;
}

/**
 * The files that contain one of these texts, as they are now; files whose content the table knows are not parsed again. In a
 * limited time, those that most likely declare it are parsed first.
 */
export async function readFilesWith(
  project: Project,
  texts: readonly string[],
  { pool, entries, budget, signal, waitMs }: FilesWithOptions,
): Promise<FilesWithin> {
  const limit = waitMs === undefined ? undefined : limitSignal([signal], waitMs);
  const until = limit?.signal ?? signal;
  const paths: string[] = [];
  const found = new Map<string, ViewedFile>();
  let left = 0;
  const read = async (portion: readonly string[]): Promise<void> => {
    const files = portion.map((path) => ({ path, hash: entries.all.get(path)?.hash }));
    await readFiles(pool, files, {
      root: project.root,
      signal: until,
      urgent: true,
      budget,
      onFile({ path, stamp, record }) {
        left -= 1;
        const bytes = record ?? entries.all.get(path)?.bytes;
        if (stamp !== undefined && bytes !== undefined) found.set(path, { path, ...decodeRecord(bytes) });
      },
    });
  };
  let isListed = false;
  try {
    for await (const { path, undecodable } of openFilesOf(project, { signal: until, containing: texts })) {
      if (undecodable !== true && mayHaveSymbols(path)) paths.push(path);
    }
    isListed = true;
    paths.sort();
    left = paths.length;
    await Promise.all(inPortions(namedFirst(inReadingOrder(paths), texts), pool.size).map(read));
  } catch (error) {
    if (limit?.isLate() !== true) throw error;
  } finally {
    limit?.release();
  }
  const files = paths.flatMap((path) => found.get(path) ?? []);
  if (isListed && left === 0) return { files, completeness: { state: "complete" } };
  return { files, completeness: { state: "partial", done: paths.length - left, total: paths.length } };
}

/** The files that contain one of these words: by the table if it is complete, else by a search of the disk. */
export async function findFilesNaming(
  project: Project,
  words: readonly string[],
  {
    entries,
    isComplete,
    signal,
  }: { readonly entries: SymbolEntries; readonly isComplete: boolean; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const paths: string[] = [];
  if (isComplete && words.every(isIndexedWord)) {
    const hashes = words.map(hashWord);
    for (const [path, { bytes }] of entries.all) {
      const known = readWords(bytes);
      if (hashes.some((hash) => hasWord(known, hash))) paths.push(path);
    }
    return paths.sort();
  }
  for await (const { path, undecodable } of openFilesOf(project, { signal, containing: words })) {
    if (undecodable !== true && mayHaveSymbols(path)) paths.push(path);
  }
  return paths.sort();
}

/** Where names occur in these files; a file that crashes its thread is left out, and the files after it are still read. */
export async function findOccurrencesIn(
  root: string,
  files: readonly string[],
  names: WantedNames,
  { pool, signal }: WideReadOptions,
): Promise<readonly Occurrences[]> {
  const found = new Map<string, Occurrences>();
  const read = async (portion: readonly string[]): Promise<void> => {
    let done = 0;
    try {
      await pool.run(
        { kind: "occurrences", root, files: portion, names },
        {
          signal,
          urgent: true,
          onReply(reply) {
            if (reply.kind !== "occurrences") return;
            done += 1;
            if (reply.found !== undefined) found.set(reply.found.file, reply.found);
          },
        },
      );
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      const left = portion.slice(done + 1);
      if (left.length > 0) await read(left);
    }
  };
  await Promise.all(inPortions(files, pool.size).map(read));
  return files.flatMap((file) => found.get(file) ?? []);
}

/** What a file is named after is mostly declared in it. */
function namedFirst(paths: readonly string[], texts: readonly string[]): readonly string[] {
  const plain = (text: string): string => text.replaceAll(/[_-]/g, "").toLowerCase();
  const names = texts.map(plain);
  const isNamed = (path: string): boolean => names.some((name) => plain(path).includes(name));
  return [...paths.filter(isNamed), ...paths.filter((path) => !isNamed(path))];
}

/** A few per thread, so that none waits long for the last. */
function inPortions<Item>(items: readonly Item[], threads: number): readonly (readonly Item[])[] {
  const size = Math.max(1, Math.min(32, Math.ceil(items.length / (threads * 2))));
  const portions: (readonly Item[])[] = [];
  for (let at = 0; at < items.length; at += size) portions.push(items.slice(at, at + size));
  return portions;
}
