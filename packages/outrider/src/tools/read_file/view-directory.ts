import { readdir } from "node:fs/promises";
import { showPath } from "../../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { OpenDirectory, Reading, Viewed } from "./reading.ts";

const mostNames = 100;

/** What is in a directory, instead of an error. */
export async function viewDirectory({ shown, located, facts }: OpenDirectory, { project }: Reading): Promise<Viewed> {
  const entries = await readdir(located.real, { withFileTypes: true });
  const below = isInside(project.root, located.real) ? relativeTo(project.root, located.real) : located.real;
  const seen = entries.filter((entry) => project.files.judge(`${below}/${entry.name}`) !== "denied");
  const names = seen.map((entry) => `${showPath(entry.name).slice(1, -1)}${entry.isDirectory() ? "/" : ""}`).toSorted();
  const withheld = entries.length - seen.length;
  const more = names.length - mostNames;
  const notes = [...(more > 0 ? [`… ${more} more`] : []), ...(withheld > 0 ? [`${withheld} withheld`] : [])];
  const body = names.slice(0, mostNames);
  return {
    view: { path: shown, facts: [...facts, "directory", `${names.length} entries`], body, notes },
    tokens: body.join("\n").length / 3,
  };
}
