import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleModule } from "./bundle-module.ts";

/** Imports a module of any kind that tools are written in; Node itself reads neither TypeScript nor Markdown. */
export async function importFile(file: string): Promise<unknown> {
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
  // An interrupt ends the process without coming back here.
  process.once("exit", remove);
  try {
    return await import(pathToFileURL(path).href);
  } finally {
    process.off("exit", remove);
    remove();
  }
}

/** Writes to the first place that can be written to. */
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
