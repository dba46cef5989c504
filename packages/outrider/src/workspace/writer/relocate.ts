import { dirname } from "node:path";
import type { Located } from "../paths/located.ts";
import type { ProjectFiles } from "../project.ts";
import type { Keep } from "./journal/keep.ts";
import { staleError, type WriteStep } from "./replace-file.ts";

/** A change of many files beside the steps of each: on record, one more done or taken back, and the ends of it. */
export type JournalStep = "recorded" | "applied" | "finished" | "reverted" | "taken-back";

/** What a write works with while it holds the lock. */
export interface WriteContext {
  /** Real path of the project. */
  readonly root: string;
  readonly files: Pick<ProjectFiles, "open" | "locate" | "judge">;
  readonly signal: AbortSignal;
  /** Throws when the lock was lost. */
  readonly confirm: () => Promise<void>;
  readonly onStep: ((step: WriteStep | JournalStep) => void | Promise<void>) | undefined;
  /** Puts what was done into the history. */
  readonly keep: Keep;
}

/** Judges again, now that nobody else of us writes: the place must still be the same, what is there may have changed. */
export async function relocate({ files }: Pick<WriteContext, "files">, file: Located): Promise<Located> {
  const now = await files.locate(file.real, "write");
  if (now.real !== file.real) {
    throw staleError(file.shown, "leads elsewhere");
  }
  // What was no link when it was judged is not taken for one now.
  const { entry: _, ...judged } = now;
  if (file.entry === undefined) {
    return judged;
  }
  // The policy has judged where the name leads; the directory that holds the name must be ours to change, too.
  const parent = await files.locate(dirname(file.entry), "write");
  if (parent.real !== dirname(file.entry)) {
    throw staleError(file.shown, "is in a directory that was replaced");
  }
  return { ...judged, entry: file.entry };
}

/** Where the thing is that moves when this path is moved. */
export function entryOf(file: Located): string {
  return file.entry ?? file.real;
}
