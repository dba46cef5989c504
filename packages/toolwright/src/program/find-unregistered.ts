import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { shortPath } from "./find-module.ts";

/** Says so when a tool has its directory beside the list of tools but is not in the list. */
export function findUnregistered(list: string, name: string, cwd: string): string | undefined {
  if (!/^[a-z0-9_]+$/.test(name)) return undefined;
  const directory = join(dirname(list), name);
  const isTool = ["index.ts", "index.js"].some((file) => existsSync(join(directory, file)));
  return isTool ? `${shortPath(directory, cwd)} exists but is not in ${shortPath(list, cwd)}.` : undefined;
}
