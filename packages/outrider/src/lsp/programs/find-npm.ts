import { access } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Environment, findOnPath, pathOutside } from "../../workspace/programs/find-on-path.ts";

export interface NpmCommand {
  readonly file: string;
  /** Placed before npm's own arguments. */
  readonly args: readonly string[];
  /** PATH for it and what it starts. */
  readonly path: string;
}

/** npm as this Node runs it, outside of the project: on Windows its batch file cannot be started without a shell. */
export async function findNpm(env: Environment, root: string | undefined): Promise<NpmCommand | undefined> {
  const path = await pathOutside(env, root);
  for await (const { file, real } of findOnPath("npm", env, root)) {
    const script = await firstThere([
      ...(/npm-cli\.c?js$/.test(real) ? [real] : []),
      join(dirname(file), "node_modules", "npm", "bin", "npm-cli.js"),
    ]);
    if (script !== undefined) return { file: process.execPath, args: [script], path };
    if (process.platform !== "win32") return { file, args: [], path };
  }
  const beside = dirname(process.execPath);
  const own = await firstThere([
    join(beside, "node_modules", "npm", "bin", "npm-cli.js"),
    join(beside, "..", "lib", "node_modules", "npm", "bin", "npm-cli.js"),
  ]);
  return own === undefined ? undefined : { file: process.execPath, args: [own], path };
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
