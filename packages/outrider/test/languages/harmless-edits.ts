import type { CodeSymbol } from "../../src/syntax/code-symbol.ts";
import type { Replacement } from "../../src/workspace/text/text-file.ts";

export interface HarmlessEdit {
  readonly what: string;
  readonly text: string;
  readonly replacements: readonly Replacement[];
}

/** Edits around one symbol that change nothing else, whatever the language. */
export function harmlessEdits(text: string, symbol: CodeSymbol): readonly HarmlessEdit[] {
  const { name, path, span, bodySpan } = symbol;
  const source = text.slice(span.start, span.end);
  const edit = (what: string, base: string, start: number, end: number, added: string): HarmlessEdit => ({
    what: `${what} ${path}`,
    text: base,
    replacements: [{ start, end, text: added }],
  });
  const edits = [edit("replace", text, span.start, span.end, source)];
  if (bodySpan !== undefined)
    edits.push(edit("replace body of", text, bodySpan.start, bodySpan.end, text.slice(bodySpan.start, bodySpan.end)));
  const line = lineAround(text, symbol);
  if (line === undefined || !/^[\p{L}\p{N}_]+$/u.test(name) || words.has(name)) return edits;
  const copy = source.replaceAll(
    new RegExp(`(?<![\\p{L}\\p{N}_])${name}(?![\\p{L}\\p{N}_])`, "gu"),
    `${/^\p{Lu}/u.test(name) ? "Other" : "other_"}${name}`,
  );
  const without = text.slice(0, line.start) + text.slice(line.end);
  return [
    ...edits,
    edit("insert before", text, span.start, span.start, `${copy}\n${line.indent}`),
    edit("insert after", text, span.end, span.end, `\n${line.indent}${copy}`),
    edit("insert with space after", text, span.end, span.end, `\n\n${line.indent}${copy}`),
    edit("remove", text, line.start, line.end, ""),
    edit("put back", without, line.start, line.start, text.slice(line.start, line.end)),
  ];
}

/** Names that are words of their language. */
const words = new Set([
  "constructor",
  "default",
  "deinit",
  "fallback",
  "global",
  "init",
  "receive",
  "subscript",
  "this",
]);

/** The lines of a symbol that shares them with no other code, and that is none of a list with commas. */
function lineAround(text: string, { span }: CodeSymbol): { start: number; end: number; indent: string } | undefined {
  const start = text.lastIndexOf("\n", span.start - 1) + 1;
  const indent = text.slice(start, span.start);
  const next = text.indexOf("\n", span.end);
  const end = next === -1 ? text.length : next + 1;
  if (/[,\\]\s*$/.test(text.slice(0, start))) return undefined;
  if (indent.trim() !== "" || text.slice(span.end, end).trim() !== "") return undefined;
  return { start, end, indent };
}
