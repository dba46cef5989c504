import { existsSync, statSync } from "node:fs";
import { join, relative, resolve, dirname } from "node:path";
import { usageError } from "../cli/command.ts";

const usualPlaces = ["tools/index.ts", "src/tools/index.ts", "tools/index.js", "src/tools/index.js"];
const indexFiles = ["index.ts", "index.js"];

export interface ModuleSearch {
  readonly cwd: string;
  /** As a person types it. */
  readonly program: string;
}

/** The module with the tools: the one named, the index of the directory named, or one of the usual places. */
export function findModule(named: string | undefined, { cwd, program }: ModuleSearch): string {
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

/** Whether an argument means a module rather than the name of a tool. */
export function isModulePath(argument: string, cwd: string): boolean {
  return /[\\/]|\.[cm]?[jt]s$/.test(argument) || isFile(resolve(cwd, argument));
}

/** As a person in `cwd` would write it. */
export function shortPath(path: string, cwd: string): string {
  const fromHere = relative(cwd, path);
  return fromHere === "" || fromHere.startsWith("..") ? path : fromHere;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** Reports a tool that has its directory next to the list of tools but is not in the list. */
export function findUnregistered(list: string, name: string, cwd: string): string | undefined {
  if (!/^[a-z0-9_]+$/.test(name)) return undefined;
  const directory = join(dirname(list), name);
  const isTool = ["index.ts", "index.js"].some((file) => existsSync(join(directory, file)));
  return isTool ? `${shortPath(directory, cwd)} exists but is not in ${shortPath(list, cwd)}.` : undefined;
}

/** How a person calls this program again: one inside a project is not on PATH, but npx finds it. */
export function programName(script: string | undefined, npmCommand: string | undefined): string {
  const isInProject = script?.split(/[\\/]/).includes("node_modules") === true;
  return isInProject || npmCommand === "exec" ? "npx toolwright" : "toolwright";
}
