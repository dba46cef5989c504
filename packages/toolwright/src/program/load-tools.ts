import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isDefinitionError, isUsageError, usageError } from "../cli/command.ts";
import { describeSyntaxError, bundleModule } from "./bundle-module.ts";
import { shortPath } from "./find-module.ts";
import { readExports, type ToolModule } from "./read-exports.ts";

/** Loads the tools of a module; problems are reported with file and position. */
export async function loadTools(file: string): Promise<ToolModule> {
  const name = shortPath(file, process.cwd());
  return readExports(await importOrExplain(file, name), name);
}

async function importOrExplain(file: string, name: string): Promise<unknown> {
  try {
    return await importFile(file);
  } catch (error) {
    if (isUsageError(error) && !isDefinitionError(error)) throw error;
    const place = error instanceof SyntaxError ? await describeSyntaxError(file) : undefined;
    throw usageError(place ?? `${findPlace(error) ?? name}: ${reasonOf(error)}`, error);
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return `threw ${String(error)}`;
  const missing = /^Cannot find package '([^']+)'/.exec(error.message)?.[1];
  if (missing !== undefined) return `Cannot find package "${missing}". Next: npm install ${missing}`;
  return isDefinitionError(error) ? error.message : `${error.name}: ${error.message}`;
}

const frame = /(?:\(|at (?:async )?)((?:file:\/\/)?\/[^()\n]+?):(\d+:\d+)\)?$/gm;

/** The topmost frame that is neither Node's nor a package's; for a bad definition, the one that called `defineTool`. */
function findPlace(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stack = (error.stack ?? "").split(/^ +at defineTool .*$/m).at(-1) ?? "";
  for (const [, path = "", position = ""] of stack.matchAll(frame)) {
    const file = path.startsWith("file:") ? fileURLToPath(path) : path;
    if (!file.includes("/node_modules/")) return `${shortPath(file, process.cwd())}:${position}`;
  }
  return undefined;
}

/** Imports a module of any kind that tools are written in; Node itself reads neither TypeScript nor Markdown. */
async function importFile(file: string): Promise<unknown> {
  process.setSourceMapsEnabled(true);
  if (/\.m?js$/.test(file)) return await import(pathToFileURL(file).href);
  const name = `.toolwright-${randomBytes(8).toString("hex")}.mjs`;
  const places = [cacheOf(file), dirname(file)].filter((place) => place !== undefined);
  const outfile = join(places[0] ?? dirname(file), name);
  const code = await bundleModule(file, outfile);
  return await importText(
    code,
    places.map((place) => join(place, name)),
  );
}

/** From there bare imports resolve as from the file itself, and nothing appears among the sources. */
function cacheOf(file: string): string | undefined {
  for (let at = dirname(file); ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if (statSync(modules, { throwIfNoEntry: false })?.isDirectory() === true)
      return join(modules, ".cache", "toolwright");
    if (at === dirname(at)) return undefined;
  }
}

async function importText(code: string, places: readonly string[]): Promise<unknown> {
  const path = writeFirst(code, places);
  const remove = (): void => rmSync(path, { force: true });
  // An interrupt ends the process without returning here.
  process.once("exit", remove);
  try {
    return await import(pathToFileURL(path).href);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Writes to the first writable place. */
function writeFirst(code: string, places: readonly string[]): string {
  let problem: unknown;
  for (const path of places) {
    try {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, code, { flag: "wx", mode: 0o600 });
      return path;
    } catch (error) {
      problem = error;
    }
  }
  throw problem;
}
