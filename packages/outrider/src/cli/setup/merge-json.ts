import { isDeepStrictEqual } from "node:util";
import { parse, type ParseError, printParseErrorCode } from "jsonc-parser";
import { jsonOptions, printJson, setJsonValue } from "./edit-json.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import { type Merged, type MergeRequest, MergeError, valueAt, withValueAt } from "./merged.ts";

const byteOrderMark = "\uFEFF";

/** Puts the entry into JSON, with or without comments; everything else stays as it was written. */
export function mergeJson({ text = "", path, entry }: MergeRequest): Merged {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const body = text.slice(mark.length);
  const isEmpty = body.trim() === "";
  const before: unknown = isEmpty ? {} : parseStrictly(body);
  const found = valueAt(before, path);
  const wanted = isRecord(found) && "command" in found ? { ...found, ...entry } : entry;
  if (isDeepStrictEqual(found, wanted)) return { text, changed: false };
  const merged = isEmpty ? printNew(path, entry) : change(body, path, wanted, found);
  if (!isDeepStrictEqual(parseStrictly(merged), withValueAt(before, path, wanted))) {
    throw new MergeError("the change would touch more than its own entry");
  }
  return { text: mark + merged, changed: true };
}

/** Field by field where the entry is there: what somebody has added to it stays. */
function change(
  body: string,
  path: readonly string[],
  wanted: Readonly<Record<string, unknown>>,
  found: unknown,
): string {
  if (!isRecord(found) || !("command" in found)) return setJsonValue(body, path, wanted);
  return Object.entries(wanted).reduce(
    (text, [key, value]) => (isDeepStrictEqual(found[key], value) ? text : setJsonValue(text, [...path, key], value)),
    body,
  );
}

function printNew(path: readonly string[], entry: unknown): string {
  return `${printJson(withValueAt({}, path, entry), "  ")}\n`;
}

function parseStrictly(body: string): unknown {
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, jsonOptions);
  const [error] = errors;
  if (error === undefined) return value;
  const line = body.slice(0, error.offset).split("\n").length;
  throw new MergeError(`line ${line} is no valid JSON (${printParseErrorCode(error.error)})`);
}
