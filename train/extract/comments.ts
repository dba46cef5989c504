import { withoutMarks } from "./doc-text.ts";
import type { Language } from "./languages.ts";

const between = /^\s*(?:@\w|#\[|\[\w|template\s*<|#!\[|@spec|@impl|@deprecated)/;

/** The comment directly above line `at`, attributes and decorators passed over, marks taken off. */
export function commentAbove(lines: readonly string[], at: number, language: Language): string[] {
  let above = at - 1;
  for (let passed = 0; passed < 6 && above >= 0 && between.test(lines[above] ?? ""); passed += 1) above -= 1;
  const line = lines[above] ?? "";
  if (language.name === "elixir" && /^\s*"""\s*$/.test(line)) return elixirDoc(lines, above);
  if (language.blockComments && /(?:\*\/|-\})\s*$/.test(line)) return blockAbove(lines, above);
  const found: string[] = [];
  while (above >= 0 && found.length < 30 && language.lineComment.test(lines[above] ?? "")) {
    found.unshift(lines[above] ?? "");
    above -= 1;
  }
  return withoutMarks(found);
}

function blockAbove(lines: readonly string[], end: number): string[] {
  for (let at = end; at >= 0 && end - at < 80; at -= 1) {
    if (/^\s*(?:\/\*|\{-)/.test(lines[at] ?? "")) return withoutMarks(lines.slice(at, end + 1));
  }
  return [];
}

function elixirDoc(lines: readonly string[], end: number): string[] {
  for (let at = end - 1; at >= 0 && end - at < 80; at -= 1) {
    if (/^\s*@(?:doc|typedoc)\s+~?[sS]?"""/.test(lines[at] ?? "")) return lines.slice(at + 1, end);
  }
  return [];
}

/** The string under a Python signature or Elixir's @moduledoc: its lines, and where it starts and ends. */
export function docString(
  lines: readonly string[],
  from: number,
  most = 12,
): { text: string[]; start: number; end: number } | undefined {
  for (let at = from; at < Math.min(lines.length, from + most); at += 1) {
    const opened = /^\s*(?:@moduledoc\s+~?[sS]?)?[rRuUbB]*("""|''')(.*)$/.exec(lines[at] ?? "");
    if (opened === null) {
      if (/^\s*$|^\s*#/.test(lines[at] ?? "") || (at > from && !/:\s*$/.test(lines[at - 1] ?? ""))) continue;
      if (at === from) continue;
      return undefined;
    }
    const [, quote = '"""', rest = ""] = opened;
    if (rest.includes(quote)) return { text: [rest.slice(0, rest.indexOf(quote))], start: at, end: at + 1 };
    for (let end = at + 1; end < lines.length && end - at < 200; end += 1) {
      const close = (lines[end] ?? "").indexOf(quote);
      if (close !== -1)
        return {
          text: [rest, ...lines.slice(at + 1, end), (lines[end] ?? "").slice(0, close)],
          start: at,
          end: end + 1,
        };
    }
    return undefined;
  }
  return undefined;
}

/** The file's own description: a module string, inner doc comments, or the first comment of the file. */
export function fileHeader(lines: readonly string[], language: Language): string[] {
  if (language.name === "python") {
    const first = lines.findIndex((line) => line.trim() !== "" && !line.startsWith("#"));
    return first === -1 ? [] : (docString(lines, first, 1)?.text ?? []);
  }
  if (language.name === "elixir") {
    const at = lines.findIndex((line) => line.includes("@moduledoc"));
    return at === -1 ? [] : (docString(lines, at, 1)?.text ?? []);
  }
  if (language.name === "go") {
    const at = lines.findIndex((line) => line.startsWith("package "));
    return at <= 0 ? [] : commentAbove(lines, at, language);
  }
  let at = 0;
  while (at < 8 && /^\s*$|^#!|^<\?php|^["']use strict|^\s*#\s*(?:-\*-|frozen|coding)/.test(lines[at] ?? "")) at += 1;
  const start = at;
  if (language.blockComments && /^\s*(?:\/\*|\{-)/.test(lines[at] ?? "")) {
    while (at < Math.min(lines.length, start + 80) && !/(?:\*\/|-\})/.test(lines[at] ?? "")) at += 1;
    return withoutMarks(lines.slice(start, at + 1));
  }
  while (at < start + 60 && language.lineComment.test(lines[at] ?? "")) at += 1;
  return withoutMarks(lines.slice(start, at));
}
