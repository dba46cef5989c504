import type { IndexStatus } from "../project-symbols.ts";
import type { SymbolEntries } from "./symbol-entries.ts";

export interface IndexFacts {
  readonly left: number;
  readonly isBuilding: boolean;
  readonly done: number;
  /** Undefined before the first look at the disk. */
  readonly freshness: string | undefined;
  readonly stored: string;
  /** Why the last build ended early. */
  readonly problem: string | undefined;
}

const mostExamples = 5;

/** What the table holds, what it leaves out and why, and how it stays right. */
export function describeIndex({ all }: SymbolEntries, facts: IndexFacts): IndexStatus {
  const { left, done, freshness = "nothing was asked yet", stored, problem } = facts;
  const languages = new Map<string, number>();
  const notes = new Map<string, { files: number; readonly examples: string[] }>();
  let symbols = 0;
  for (const [path, { head }] of all) {
    symbols += head.symbolCount;
    if (head.note !== "no language") languages.set(head.language, (languages.get(head.language) ?? 0) + 1);
    for (const note of notesOf(head)) {
      const known = notes.get(note) ?? { files: 0, examples: [] };
      known.files += 1;
      if (known.examples.length < mostExamples) known.examples.push(path);
      notes.set(note, known);
    }
  }
  return {
    state: stateOf(all.size, facts),
    files: all.size,
    symbols,
    done,
    total: done + left,
    languages: Object.fromEntries([...languages].sort(([, a], [, b]) => b - a)),
    notes: Array.from(notes, ([note, { files, examples }]) => ({ note, files, examples })),
    freshness,
    stored,
    ...(problem === undefined ? {} : { problem }),
  };
}

function stateOf(files: number, { left, isBuilding, freshness }: IndexFacts): IndexStatus["state"] {
  if (left > 0) return isBuilding ? "building" : "stopped";
  return files === 0 && freshness === undefined ? "empty" : "ready";
}

function notesOf({ note, broken }: { readonly note: string | undefined; readonly broken: boolean }): readonly string[] {
  const own = note === undefined || note === "no language" ? [] : [note];
  return broken ? [...own, "syntax errors"] : own;
}
