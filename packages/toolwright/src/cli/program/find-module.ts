import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { usageError } from "../usage-error.ts";

const usualPlaces = ["tools/index.ts", "src/tools/index.ts", "tools/index.js", "src/tools/index.js"];
const indexFiles = ["index.ts", "index.js"];

/** The module that holds the tools: the one named, the index of the directory named, or one of the usual places. */
export function findModule(named: string | undefined, cwd: string): string {
  if (named === undefined) {
    const found = usualPlaces.map((place) => join(cwd, place)).find(isFile);
    if (found !== undefined) return found;
    throw usageError(
      `No tools here: looked for ${usualPlaces.join(", ")} in ${cwd}.\nName the module with --from FILE, or make a first tool: toolwright new my_tool`,
    );
  }
  const path = resolve(cwd, named);
  const candidates = [path, ...indexFiles.map((file) => join(path, file))];
  const found = candidates.find(isFile);
  if (found !== undefined) return found;
  const problem = existsSync(path) ? `${named} holds no ${indexFiles.join(" or ")}` : `There is no file ${named}`;
  throw usageError(`${problem} (looked in ${cwd}).`);
}

/** As a person in `cwd` would name it. */
export function shortPath(path: string, cwd: string): string {
  const fromHere = relative(cwd, path);
  return fromHere === "" || fromHere.startsWith("..") ? path : fromHere;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
