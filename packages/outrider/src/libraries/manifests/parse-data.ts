import { parse } from "smol-toml";
import { isRecord } from "../../workspace/config/is-record.ts";

type Data = Readonly<Record<string, unknown>>;

/** A file whose data cannot be used; the message is for people. */
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
    return parse(text);
  } catch {
    throw new ManifestError("is not valid TOML");
  }
}

/** What is no table counts as an empty one. */
export function tableAt(data: unknown, ...keys: readonly string[]): Data {
  let at: unknown = data;
  for (const key of keys) at = isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return isRecord(at) ? at : {};
}

export function listAt(data: unknown, ...keys: readonly string[]): readonly unknown[] {
  const last = keys.at(-1);
  const table = tableAt(data, ...keys.slice(0, -1));
  const value = last === undefined ? data : table[last];
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** `"^1"` or `{ version = "^1" }`. */
export function versionOf(value: unknown): string | undefined {
  return textOf(value) ?? (isRecord(value) ? textOf(value["version"]) : undefined);
}

/** Name and version of each `[[package]]`, line by line: locks are large, and nothing else in them matters here. */
export function lockedPackages(text: string): readonly { readonly name: string; readonly version: string }[] {
  const found: { name: string; version: string }[] = [];
  let name: string | undefined;
  for (const line of text.split("\n")) {
    if (line.startsWith("[[package]]")) name = undefined;
    const [, key, value] = /^(name|version)\s*=\s*"([^"]*)"/.exec(line) ?? [];
    if (key === "name") name = value;
    if (key !== "version" || name === undefined || value === undefined) continue;
    found.push({ name, version: value });
    name = undefined;
  }
  return found;
}
