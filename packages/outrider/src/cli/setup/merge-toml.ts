import { isDeepStrictEqual } from "node:util";
import { parse, TomlError } from "smol-toml";
import { isRecord } from "../../workspace/config/is-record.ts";
import { type Merged, type MergeRequest, MergeError, valueAt, withValueAt } from "./config-text.ts";

/** Puts the entry into TOML as its own table. Only the lines of that table are touched. */
export function mergeToml({ text = "", path, entry }: MergeRequest): Merged {
  const before = parseStrictly(text);
  const found = valueAt(before, path);
  const wanted = isRecord(found) && "command" in found ? { ...found, ...entry } : entry;
  if (isDeepStrictEqual(found, wanted)) return { text, changed: false };
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const merged = found === undefined ? append(text, path, entry, eol) : replace(text, path, wanted, eol);
  if (!isDeepStrictEqual(parseAgain(merged), withValueAt(before, path, wanted))) throw notPlain(path);
  return { text: merged, changed: true };
}

function append(text: string, path: readonly string[], entry: Readonly<Record<string, unknown>>, eol: string): string {
  const start = text === "" || /\n\s*\n$/.test(text) ? text : `${text.replace(/\r?\n$/, "")}${eol}${eol}`;
  return `${start}[${path.join(".")}]${eol}${printFields(entry, eol)}`;
}

/** Replaces the fields between the table's heading and the next one; comments right above the next heading belong to it. */
function replace(
  text: string,
  path: readonly string[],
  wanted: Readonly<Record<string, unknown>>,
  eol: string,
): string {
  const lines = text.split(/(?<=\n)/);
  const name = path.map((key) => `\\s*["']?${key}["']?\\s*`).join("\\.");
  const heading = new RegExp(`^\\s*\\[${name}\\]`);
  const below = new RegExp(`^\\s*\\[${name}\\.\\s*["']?([\\w-]+)`);
  const at = lines.findIndex((line) => heading.test(line));
  if (at === -1) throw notPlain(path);
  const next = lines.findIndex((line, index) => index > at && /^\s*\[{1,2}[^\],]+\]/.test(line));
  let end = next === -1 ? lines.length : next;
  while (end > at + 1 && /^\s*(#.*)?\s*$/.test(lines[end - 1] ?? "")) end -= 1;
  const tables = new Set(lines.map((line) => below.exec(line)?.[1]));
  const own = Object.fromEntries(Object.entries(wanted).filter(([key]) => !tables.has(key)));
  const kept = lines.slice(0, at + 1).join("");
  return `${kept.endsWith("\n") ? kept : `${kept}${eol}`}${printFields(own, eol)}${lines.slice(end).join("")}`;
}

function printFields(fields: Readonly<Record<string, unknown>>, eol: string): string {
  return Object.entries(fields)
    .map(([key, value]) => `${printKey(key)} = ${printValue(value)}${eol}`)
    .join("");
}

function printKey(key: string): string {
  return /^[\w-]+$/.test(key) ? key : printValue(key);
}

function printValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => printValue(item)).join(", ")}]`;
  if (value instanceof Date) return value.toISOString();
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, item]) => `${printKey(key)} = ${printValue(item)}`)
      .join(", ")} }`;
  // JSON uses the escapes of a TOML basic string, except that it does not escape DEL.
  return JSON.stringify(value).replaceAll("\u007F", String.raw`\u007f`);
}

function parseStrictly(text: string): unknown {
  try {
    // The parser returns objects without prototypes, which would never equal ours.
    return structuredClone(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    throw new MergeError(`line ${error.line} is no valid TOML`);
  }
}

/** Parses our own result: if that fails, the table was written in a style we do not support. */
function parseAgain(text: string): unknown {
  try {
    return structuredClone(parse(text));
  } catch {
    return undefined;
  }
}

function notPlain(path: readonly string[]): MergeError {
  return new MergeError(`${path.join(".")} is not written as a table of its own`);
}
