import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject } from "../tool/schema.ts";

export interface FoundPackage {
  /** Without its scope, as clients put it in front of tool names. */
  readonly name: string;
  readonly version: string;
}

/** The package that a file belongs to: the nearest package.json with a name above it. */
export function findPackage(file: string): FoundPackage {
  const folder = dirname(file);
  if (folder === file) return { name: "tools", version: "0.0.0" };
  const { name, version } = readPackage(join(folder, "package.json"));
  if (typeof name !== "string") return findPackage(folder);
  return { name: name.replace(/^@[^/]*\//, ""), version: typeof version === "string" ? version : "0.0.0" };
}

function readPackage(file: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isJsonObject(parsed) ? parsed : {};
  } catch {
    return {};
  }
}
