import { join } from "node:path";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { FileRequest, OpenDirectory, Reading, Viewed } from "./reading.ts";
import { callFor } from "./wording.ts";

const maxNames = 100;

/** The entries of a directory, instead of an error; offset and limit count entries. */
export async function viewDirectory(
  { shown, located, facts }: OpenDirectory,
  { offset = 1, limit, symbol, pattern }: FileRequest,
  { project }: Reading,
): Promise<Viewed> {
  const entries = await project.files.list(located);
  const seen = entries.filter((entry) => project.files.judge(join(located.real, entry.name)) !== "denied");
  const names = seen.map((entry) => `${showPath(entry.name).slice(1, -1)}${entry.isDirectory() ? "/" : ""}`).toSorted();
  const withheld = entries.length - seen.length;
  const start = offset - 1;
  const body = names.slice(start, start + Math.min(limit ?? maxNames, maxNames));
  const end = start + body.length;
  const notes = [
    ...(start > 0 && body.length === 0 ? [`There is no entry ${offset}: the directory has ${names.length}.`] : []),
    ...(body.length > 0 && end < names.length
      ? [
          `Entries ${offset}-${end} of ${names.length}. Next: ${callFor({ path: shown, offset: end + 1, ...(limit === undefined ? {} : { limit }) })}`,
        ]
      : []),
    ...(symbol === undefined && pattern === undefined
      ? []
      : ["A directory has no lines: symbol and pattern were not used."]),
    ...(withheld > 0 ? [`${withheld} withheld`] : []),
  ];
  return {
    view: { path: shown, facts: [...facts, "directory", `${names.length} entries`], body, notes },
    tokens: body.join("\n").length / 3,
  };
}
