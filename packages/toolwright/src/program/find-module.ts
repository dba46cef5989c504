import { existsSync, statSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { usageError } from "../cli/usage-error.ts";

const usualPlaces = ["tools/index.ts", "src/tools/index.ts", "tools/index.js", "src/tools/index.js"];
const indexFiles = ["index.ts", "index.js"];

export interface Place {
  readonly cwd: string;
  /** As a person types it. */
  readonly program: string;
}

/** The module that holds the tools: the one named, the index of the directory named, or one of the usual places. */
export function findModule(named: string | undefined, { cwd, program }: Place): string {
  if (named === undefined) {
    const found = usualPlaces.map((place) => join(cwd, place)).find(isFile);
    if (found !== undefined) return found;
    throw usageError(
      `No tools here: looked for ${usualPlaces.join(", ")} in ${cwd}.\nName the module with --from FILE, or make a first tool: ${program} new my_tool`,
    );
  }
  const path = resolve(cwd, named);
  const candidates = [path, ...indexFiles.map((file) => join(path, file))];
  const found = candidates.find(isFile);
  if (found !== undefined) return found;
  const problem = existsSync(path) ? `${named} holds no ${indexFiles.join(" or ")}` : `There is no file ${named}`;
  throw usageError(`${problem} (looked in ${cwd}).`);
}

/** Whether an argument means a module and not the name of a tool. */
export function isModulePath(argument: string, cwd: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(argument) || isFile(resolve(cwd, argument));
}

/** As a person in `cwd` would name it. */
export function shortPath(path: string, cwd: string): string {
  const fromHere = relative(cwd, path);
  return fromHere === "" || fromHere.startsWith("..") ? path : fromHere;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
