import { setTimeout as wait } from "node:timers/promises";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { ProjectSearch, SearchStatus } from "./project-search.ts";

/** What is read at the moment: declarations, words, and meaning by a model other than the bundled one. */
export type BuildPhase = "symbols" | "words" | "meaning";

export interface BuildStep {
  readonly phase: BuildPhase;
  /** Files; in the last phase contents, since files that are the same are read once. */
  readonly done: number;
  readonly total: number;
  /** The model that reads for meaning. */
  readonly model: string;
}

export interface BuildIndexOptions {
  readonly signal: AbortSignal;
  readonly waitMs: number;
  readonly onStep: (step: BuildStep) => void;
}

const lookMs = 500;
/** A model that makes no progress for this long is no longer waited for. */
const maxStillMs = 120_000;

/**
 * Reads the symbols, the words and the meaning of all files, and waits at most `waitMs`. An external model is waited for, too:
 * its work is a phase of its own, and ends with the process.
 */
export async function buildIndex(
  { symbols, search }: { readonly symbols: ProjectSymbols; readonly search: ProjectSearch },
  { signal, waitMs, onStep }: BuildIndexOptions,
): Promise<SearchStatus> {
  const until = performance.now() + waitMs;
  const leftMs = (): number => Math.max(0, until - performance.now());
  let model = "";
  // Words of a file are taken as soon as its symbols are read, so both go on at the same time.
  const tellReading = (done: number, total: number): void => {
    const read = symbols.status();
    if (read.done < read.total) onStep({ phase: "symbols", done: read.done, total: read.total, model });
    else onStep({ phase: "words", done, total, model });
  };
  let status = await search.build({ signal, waitMs, onProgress: tellReading });
  // Includes files that search does not read.
  const onProgress = (done: number, total: number): void => onStep({ phase: "symbols", done, total, model });
  await symbols.view({ signal, waitMs: leftMs(), names: false, onProgress });
  let grownAt = performance.now();
  while (isModelReading(status) && leftMs() > 0 && performance.now() - grownAt < maxStillMs) {
    ({ model } = status);
    onStep({ phase: "meaning", done: status.embedded, total: status.contents, model });
    await wait(Math.min(lookMs, leftMs()), undefined, { signal });
    const before = status.embedded;
    status = await search.status({ signal });
    if (status.embedded !== before) grownAt = performance.now();
  }
  return status;
}

/** Whether an external model still has something to read, and can. */
export function isModelReading({ external, embedded, contents, problem }: SearchStatus): boolean {
  return external && embedded < contents && problem === undefined;
}
