import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isRecord } from "../../workspace/config/is-record.ts";

export interface OwningPackage {
  readonly packageName: string;
  readonly version: string;
  readonly directory: string;
}

/** The npm package that a file (links resolved) belongs to; undefined for a program that comes otherwise. */
export async function owningPackage(file: string): Promise<OwningPackage | undefined> {
  for (let at = dirname(file), above = ""; at !== above; above = at, at = dirname(at)) {
    const found = await readPackage(at);
    if (found !== undefined) return found;
    if (dirname(at) === at) return undefined;
  }
  return undefined;
}

/** The name and version that package.json in a directory says. */
export async function readPackage(directory: string): Promise<OwningPackage | undefined> {
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
