import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findOnPath } from "./find-on-path.ts";

export interface NpmCommand {
  readonly file: string;
  /** Placed before npm's own arguments. */
  readonly args: readonly string[];
}

/** npm as this Node runs it: on Windows its batch file cannot be started without a shell. */
export async function findNpm(env: Readonly<Record<string, string | undefined>>): Promise<NpmCommand | undefined> {
  for await (const { file, real } of findOnPath("npm", env, undefined)) {
    const script = await firstThere([
      ...(/npm-cli\.c?js$/.test(real) ? [real] : []),
      join(dirname(file), "node_modules", "npm", "bin", "npm-cli.js"),
    ]);
    if (script !== undefined) return { file: process.execPath, args: [script] };
    if (process.platform !== "win32") return { file, args: [] };
  }
  const beside = dirname(process.execPath);
  const own = await firstThere([
    join(beside, "node_modules", "npm", "bin", "npm-cli.js"),
    join(beside, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ]);
  return own === undefined ? undefined : { file: process.execPath, args: [own] };
}

async function firstThere(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
