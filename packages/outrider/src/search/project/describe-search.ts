import type { SearchStatus } from "../project-search.ts";
import type { ProjectVectors } from "../vectors/project-vectors.ts";
import type { IndexedContents } from "./indexed-contents.ts";
import type { StoredRecords } from "./stored-records.ts";

export interface SearchFacts {
  readonly contents: IndexedContents;
  readonly vectors: ProjectVectors;
  readonly records: StoredRecords;
  readonly leftOut: ReadonlyMap<string, string>;
  readonly isBuilding: boolean;
  readonly done: number;
  readonly left: number;
  /** Why the last build ended early. */
  readonly problem: string | undefined;
  readonly rate: number | undefined;
}

/** What the index holds, what it leaves out and why, and where it is kept. */
export function describeSearch(facts: SearchFacts): SearchStatus {
  const { contents, vectors, records, leftOut, done, left, problem, rate } = facts;
  const { model, embedded, place, problem: vectorProblem } = vectors.status();
  return {
    state: stateOf(facts),
    files: contents.paths.size,
    done,
    total: done + left,
    chunks: contents.index.totals.chunks,
    contents: contents.index.totals.contents,
    model,
    embedded,
    rate: rate === undefined ? undefined : Math.round(rate),
    notes: countNotes(leftOut),
    stored: place.startsWith("in memory") ? place : records.status(),
    problem: problem ?? vectorProblem,
  };
}

function stateOf({ isBuilding, done, left }: SearchFacts): SearchStatus["state"] {
  if (isBuilding) return "building";
  if (done === 0) return "empty";
  return left === 0 ? "ready" : "stopped";
}

function countNotes(leftOut: ReadonlyMap<string, string>): SearchStatus["notes"] {
  const byNote = new Map<string, string[]>();
  for (const [path, note] of leftOut) byNote.set(note, [...(byNote.get(note) ?? []), path]);
  return Array.from(byNote, ([note, paths]) => ({ note, files: paths.length, examples: paths.slice(0, mostExamples) }));
}

const mostExamples = 5;
