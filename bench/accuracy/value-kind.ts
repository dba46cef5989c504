/** What a variable holds, judged by the text behind its name: enough to tell a function, which tsc calls a variable. */
import type { DocumentSymbol } from "./lsp-oracle.ts";

const pairs: Readonly<Record<string, number>> = { "(": 1, "[": 1, "{": 1, "<": 1, ")": -1, "]": -1, "}": -1, ">": -1 };

/** Comments and strings. */
const unread = /\/\/.*|\/\*[^]*?\*\/|"(\\.|[^"\\])*"|'(\\.|[^'\\])*'|`(\\.|[^`\\])*`/y;

export function valueKind({ range, selectionRange }: DocumentSymbol, lines: readonly string[]): "function" | "other" {
  const rows = lines.slice(selectionRange.end.line, range.end.line + 1);
  const text = rows.join("\n").slice(selectionRange.end.character);
  const value = text.slice(endOf(text, 0, (at) => text[at] === "=" && text[at + 1] !== ">") + 1).trimStart();
  if (/^(async\s+)?function\b/.test(value)) return "function";
  const start = value.replace(/^async\s+/, "");
  if (/^[\w$]+\s*=>/.test(start)) return "function";
  const open = start.startsWith("<") ? endOf(start, 0, (at) => at > 0 && start[at] === "(") : 0;
  if (start[open] !== "(") return "other";
  const close = endOf(start, open, (at) => at > open && start[at - 1] === ")");
  return /^\s*(=>|:)/.test(start.slice(close)) ? "function" : "other";
}

/** The first place outside of brackets, and of comments and strings, that `isEnd` likes; else the end of the text. */
function endOf(text: string, from: number, isEnd: (at: number) => boolean): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (depth === 0 && isEnd(at)) return at;
    unread.lastIndex = at;
    const skipped = unread.exec(text);
    if (skipped !== null) at += skipped[0].length - 1;
    else if (text[at] === "=" && text[at + 1] === ">") at += 1;
    else depth += pairs[text[at] ?? ""] ?? 0;
  }
  return text.length;
}
