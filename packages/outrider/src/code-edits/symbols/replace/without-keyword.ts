import { ToolError } from "toolwright";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { CodeText } from "../text/code-text.ts";

const keyword = /^(?:export\s+|declare\s+|pub(?:\([^)]*\))?\s+)*(const|let|var|type|val)\s+/;

/** Of code that brings its own `const`, the part that can stand among others after one; what is not certain is refused. */
export function withoutKeyword(code: CodeText, symbol: CodeSymbol, sent: string): string {
  const [head, word] = keyword.exec(sent.trimStart()) ?? [];
  if (head === undefined) return sent;
  const own = wordBefore(code, symbol);
  const rest = sent.trimStart().slice(head.length);
  if (own === word && rest.startsWith(symbol.name)) return rest;
  throw new ToolError(
    "shared_declaration",
    `${symbol.path} is one of several in a statement that begins with ${own === undefined ? "a word of its own" : `\`${own}\``}: send only ${symbol.name} and what follows it, without \`${head.trim()}\`. Nothing was changed.`,
  );
}

/** The keyword of the statement or list that a declaration shares with others; undefined where that is not plain to see. */
function wordBefore({ text, symbols }: CodeText, symbol: CodeSymbol): string | undefined {
  let { start } = symbol.span;
  for (let before = symbols.indexOf(symbol) - 1; before >= 0; before -= 1) {
    const other = symbols[before];
    if (other === undefined || other.span.end > start) continue;
    if (!/^\s*[,;]?\s*$/.test(text.slice(other.span.end, start))) break;
    ({ start } = other.span);
  }
  const head = text.slice(Math.max(0, start - 200), start).replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, " ");
  return /\b(const|let|var|type|val)\s*\(?\s*$/.exec(head)?.[1];
}
