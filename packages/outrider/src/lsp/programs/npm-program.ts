import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { NpmProgram, ServerProgram } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";

export interface PackagedProgram {
  readonly file: string;
  readonly args: readonly string[];
  readonly version: string;
  readonly shown: string;
}

/** The program of a server in a `node_modules`; undefined if it, or something it needs, is missing. */
export async function packagedProgram(
  program: ServerProgram,
  nodeModules: string,
): Promise<PackagedProgram | undefined> {
  const { npm, accepts } = program;
  if (npm === undefined) return undefined;
  const directory = await realpath(join(nodeModules, npm.package)).catch(() => undefined);
  const found = directory === undefined ? undefined : await readPackage(directory);
  if (found === undefined || accepts?.(found) === false) return undefined;
  return await startOf(npm, program.args, found.directory, found.version);
}

/** How to start the program in a package's directory: directly if it is native to this platform, else with this Node. */
export async function startOf(
  npm: NpmProgram,
  args: readonly string[],
  directory: string,
  version: string,
): Promise<PackagedProgram | undefined> {
  const native = await nativeFile(npm, directory);
  if (native !== undefined) return { file: native, args, version, shown: native };
  const script = join(directory, npm.entry);
  if (!(await isFile(script))) return undefined;
  return { file: process.execPath, args: [script, ...args], version, shown: script };
}

/** The package for a platform is next to the main one, or below it. */
async function nativeFile(npm: NpmProgram, directory: string): Promise<string | undefined> {
  const native = npm.native?.(process.platform, process.arch);
  if (native === undefined) return undefined;
  const above = npm.package.includes("/") ? dirname(dirname(directory)) : dirname(directory);
  for (const place of [join(directory, "node_modules"), above]) {
    const file = join(place, native.package, native.path);
    if (await isFile(file)) return await realpath(file);
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true;
}

interface OwningPackage {
  readonly packageName: string;
  readonly version: string;
  readonly directory: string;
}

/** The npm package that a file (symlinks resolved) belongs to; undefined if it is not from npm. */
export async function owningPackage(file: string): Promise<OwningPackage | undefined> {
  for (let at = dirname(file), above = ""; at !== above; above = at, at = dirname(at)) {
    const found = await readPackage(at);
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
  return undefined;
}

/** The name and version in the package.json of a directory. */
async function readPackage(directory: string): Promise<OwningPackage | undefined> {
  const text = await readFile(join(directory, "package.json"), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const parsed: unknown = JSON.parse(text);
    if (!isRecord(parsed) || typeof parsed["name"] !== "string" || typeof parsed["version"] !== "string") {
      return undefined;
    }
    return { packageName: parsed["name"], version: parsed["version"], directory };
  } catch {
    return undefined;
  }
}
