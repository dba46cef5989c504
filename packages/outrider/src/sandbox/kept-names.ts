import { runsLater, type RunsLater } from "../workspace/paths/ask-to-write-rules.ts";
import { comparable, matcher } from "../workspace/paths/name-patterns.ts";

/**
 * What agents, editors and git run by themselves, from the table of files that run later. A command that could write it would
 * run something outside of the sandbox later.
 */
const kept = placesOf(runsLater.filter(({ inSandbox }) => inSandbox !== undefined));

/** In the root of a project these cannot even be made. */
export const heldNames: readonly string[] = [
  ".outrider",
  ...placesOf(runsLater.filter(({ inSandbox }) => inSandbox === "held")),
];

const isKept = matcher(kept.filter((name) => !name.includes("/")));

/** Whether what has that name in the root of a project can only be read. */
export function isKeptName(name: string): boolean {
  return isKept(comparable(name));
}

/** The same, for what lies in directories that are no settings as a whole. */
export const keptBelow: readonly string[] = kept.filter((name) => name.includes("/"));

/** A directory with such a file is kept as a whole: `.vscode/tasks.json` means `.vscode`. */
function placesOf(rows: readonly RunsLater[]): readonly string[] {
  const places = rows.flatMap(({ names }) => names.map((name) => name.replace(/\/[^/]*$/, "")));
  return [...new Set(places)];
}
