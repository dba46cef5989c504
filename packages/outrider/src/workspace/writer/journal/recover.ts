import { showPath } from "../../paths/check-path.ts";
import type { WriteContext } from "../relocate.ts";
import type { Journal } from "./journal.ts";
import { namePaths, rollBack } from "./roll-back.ts";

/**
 * Rolls back changes that were begun and never ended. The process that began one held the lock that we hold now, so it is gone. Returns
 * what should be reported about it.
 */
export async function recover(bench: WriteContext, journal: Journal, root: string): Promise<readonly string[]> {
  const notes: string[] = [];
  const begun = await journal.begun();
  for (const id of begun.toSorted((one, other) => other - one)) {
    const entry = await journal.readBegun(id);
    const deed = entry?.record.deed;
    if (entry === undefined || deed?.kind !== "files") {
      notes.push("A change was cut off before, and what is recorded of it is damaged: it could not be taken back.");
    } else {
      const plan = { root, ops: deed.ops, contents: entry.contents };
      const left = await rollBack(untilDone(bench), plan, deed.directories);
      notes.push(describeRecovery(entry.record.title, left));
    }
    await journal.drop(id);
    await bench.onStep?.("taken-back");
  }
  return notes;
}

/** A rollback that has begun runs to its end, even if the caller has gone. */
export function untilDone(bench: WriteContext): WriteContext {
  return { ...bench, signal: new AbortController().signal };
}

function describeRecovery(title: string, left: readonly string[]): string {
  const taken = `The change ${showPath(title)} was cut off before its end and was taken back`;
  if (left.length === 0) return `${taken}.`;
  return `${taken}, except in files that were changed since or may not be written: ${namePaths(left)}.`;
}
