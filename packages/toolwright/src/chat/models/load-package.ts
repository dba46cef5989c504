import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { usageError } from "../../cli/command.ts";
import { isJsonObject } from "../../tool/schema.ts";

/** A package that is installed. */
export interface FoundPackage {
  readonly name: string;
  readonly version: string;
  /** The file that is imported. */
  readonly file: string;
}

/** Looks for a package in these directories, as Node would from a file there, and then beside this program. */
export function findPackage(name: string, directories: readonly string[]): FoundPackage | undefined {
  for (const from of [...directories.map((directory) => join(directory, "index.js")), import.meta.url]) {
    try {
      const file = createRequire(from).resolve(name);
      return { name, version: readVersion(name, file), file };
    } catch {
      // Not there; the next directory may have it.
    }
  }
  return undefined;
}

/** What the package exports under that name, which makes models. */
export async function loadFactory(
  { name, version, file }: FoundPackage,
  factory: string,
): Promise<(settings: Readonly<Record<string, unknown>>) => unknown> {
  let loaded: unknown;
  try {
    loaded = await import(pathToFileURL(file).href);
  } catch (error) {
    throw usageError(
      `${name} ${version} (${file}) cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
  }
  const found = isJsonObject(loaded) ? loaded[factory] : undefined;
  if (isFactory(found)) return found;
  throw usageError(`${name} ${version} (${file}) exports no ${factory}. Next: npm install ${name}@latest`);
}

function isFactory(value: unknown): value is (settings: Readonly<Record<string, unknown>>) => unknown {
  return typeof value === "function";
}

function readVersion(name: string, file: string): string {
  for (let at = dirname(file); at !== dirname(at); at = dirname(at)) {
    try {
      const parsed: unknown = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
      if (isJsonObject(parsed) && parsed["name"] === name) return String(parsed["version"]);
    } catch {
      // The file is further up.
    }
  }
  return "of an unknown version";
}
