import { parse as jsonc } from "jsonc-parser";
import { parse as toml } from "smol-toml";
import { isRecord } from "../workspace/config/is-record.ts";
import type { DependencyEntry } from "./ecosystem.ts";

type Data = Readonly<Record<string, unknown>>;

/** A file whose data cannot be used; the message is shown to people. */
export class ManifestError extends Error {}

export function parseJson(text: string): Data {
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
    if (isRecord(data)) return data;
  } catch {
    throw new ManifestError("is not valid JSON");
  }
  throw new ManifestError("holds no JSON object");
}

export function parseToml(text: string): Data {
  try {
    return toml(text);
  } catch {
    throw new ManifestError("is not valid TOML");
  }
}

/** Reads as much as possible, with comments and trailing commas; for optional facts. */
export function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  const data: unknown = jsonc(text, [], { allowTrailingComma: true });
  return data;
}

/** Undefined if the text is not valid TOML. */
export function readToml(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : toml(text);
  } catch {
    return undefined;
  }
}

/** Undefined if any key on the path is missing. */
export function valueAt(data: unknown, ...keys: readonly string[]): unknown {
  let at = data;
  for (const key of keys) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

/** Anything that is not a table counts as an empty one. */
export function tableAt(data: unknown, ...keys: readonly string[]): Data {
  const value = valueAt(data, ...keys);
  return isRecord(value) ? value : {};
}

export function listAt(data: unknown, ...keys: readonly string[]): readonly unknown[] {
  const value = valueAt(data, ...keys);
  return Array.isArray(value) ? value : [];
}

export function namesAt(data: unknown, ...keys: readonly string[]): readonly string[] {
  return Object.keys(tableAt(data, ...keys));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** A non-empty text, trimmed. */
export function nonEmptyText(data: unknown, ...keys: readonly string[]): string | undefined {
  const text = textOf(valueAt(data, ...keys))?.trim();
  return text === "" ? undefined : text;
}

/** `"^1"` or `{ version = "^1" }`. */
export function versionOf(value: unknown): string | undefined {
  return textOf(value) ?? textOf(tableAt(value)["version"]);
}

/** The libraries in each `[[package]]`, read line by line: lock files are large, and nothing else in them matters here. */
export function lockedPackages(text: string): readonly DependencyEntry[] {
  const found: DependencyEntry[] = [];
  let name: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("[[package]]")) name = undefined;
    const [, key, value] = /^(name|version)\s*=\s*"([^"]*)"/.exec(line) ?? [];
    if (key === "name") name = value;
    if (key !== "version" || name === undefined || value === undefined) continue;
    found.push({ name, locked: value, direct: false });
    name = undefined;
  }
  return found;
}
