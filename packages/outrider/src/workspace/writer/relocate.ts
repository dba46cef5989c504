import { dirname } from "node:path";
import type { Located } from "../paths/located.ts";
import type { ProjectFiles } from "../project.ts";
import type { Keep } from "./journal/keep.ts";
import { staleError, type WriteStep } from "./replace-file.ts";

/** Steps of a change to many files, in addition to the steps of each: recorded, one more applied or reverted, and its ends. */
export type JournalStep = "recorded" | "applied" | "finished" | "reverted" | "taken-back";

/** What a write uses while it holds the lock. */
export interface WriteContext {
  /** Real path of the project. */
  readonly root: string;
  readonly files: Pick<ProjectFiles, "open" | "locate" | "judge" | "requireApproved">;
  readonly signal: AbortSignal;
  /** Throws if the lock was lost. */
  readonly confirm: () => Promise<void>;
  readonly onStep: ((step: WriteStep | JournalStep) => void | Promise<void>) | undefined;
  /** Puts a finished change into the history. */
  readonly keep: Keep;
}

/** Judges again under the lock: the location must be the same, its contents may have changed. */
export async function relocate({ files }: Pick<WriteContext, "files">, file: Located): Promise<Located> {
  const now = await files.locate(file.real, "write");
  if (now.real !== file.real) {
    throw staleError(file.shown, "leads elsewhere");
  }
  // What was not a link when it was judged is not treated as one now.
  const { entry: _, ...judged } = now;
  if (file.entry === undefined) {
    return judged;
  }
  // The policy has judged the link's target; the directory of the link itself must be writable too.
  const parent = await files.locate(dirname(file.entry), "write");
  if (parent.real !== dirname(file.entry)) {
    throw staleError(file.shown, "is in a directory that was replaced");
  }
  return { ...judged, entry: file.entry };
}

/** The entry that is moved when this path is moved. */
export function entryOf(file: Located): string {
  return file.entry ?? file.real;
}
