import type { GraphStep } from "../../syntax/references/graph-node.ts";
import type { Graph } from "./schema.ts";

const maxNamed = 12;

export interface GuessCounter {
  /** A step without the functions that only a name leads to; they are counted. */
  leaveOut(step: GraphStep): GraphStep;
  count(): Graph["guesses"];
}

/** Counts calls that only the name speaks for, by the files of the functions that they would lead to. */
export function countGuesses(direction: Graph["direction"]): GuessCounter {
  const byFile = new Map<string, number>();
  let calls = 0;
  return {
    leaveOut(step) {
      const sure = new Set(step.calls.filter(({ certainty }) => certainty === "sure").map(({ node }) => node.id));
      const guesses = step.calls.filter(({ node }) => !sure.has(node.id));
      // Where several symbols fit a call, it is one call all the same.
      const placeOf = ({ node, line, at }: GraphStep["calls"][number]): string =>
        `${direction === "callers" ? node.file : ""} ${at?.start ?? line}`;
      calls += new Set(guesses.map(placeOf)).size;
      for (const { node } of guesses) byFile.set(node.file, (byFile.get(node.file) ?? 0) + 1);
      return { ...step, calls: step.calls.filter(({ node }) => sure.has(node.id)) };
    },
    count() {
      const files = Array.from(byFile, ([file, count]) => ({ file, count })).sort(
        (one, other) => other.count - one.count || (one.file < other.file ? -1 : 1),
      );
      return { calls, in_files: files.length, files: files.slice(0, maxNamed) };
    },
  };
}
