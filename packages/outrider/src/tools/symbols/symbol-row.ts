import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Row } from "./schema.ts";

export interface RowOptions {
  readonly docs: boolean;
  readonly level?: number;
  /** It is listed below its owner, so its own name is enough. */
  readonly nested?: boolean;
}

/** A symbol as answers show it: on one line, whatever its name contains. */
export function rowOf(symbol: CodeSymbol, { docs, level = 0, nested = false }: RowOptions): Row {
  const { kind, line, startLine, endLine, doc, name, test } = symbol;
  const path = pathOf(symbol);
  const shown = nested ? `${name}${path.slice(symbol.path.length)}` : path;
  return {
    lines: endLine > startLine + 1 ? `${startLine + 1}-${endLine}` : String(startLine + 1),
    ...(line > startLine ? { name_line: line + 1 } : {}),
    kind,
    path: oneLine(path),
    signature: oneLine(named(symbol, shown)),
    ...(level > 0 ? { level } : {}),
    ...(test ? { test } : {}),
    ...(docs && doc !== undefined ? { doc: oneLine(doc) } : {}),
  };
}

/** How a later call refers to it. */
export function pathOf({ path, overload }: CodeSymbol): string {
  return overload === undefined ? path : `${path}[${overload}]`;
}

/** The signature with the whole path instead of the name; or the path before it, if the name occurs several times. */
function named({ signature, name }: CodeSymbol, shown: string): string {
  if (shown === name) return signature;
  const at = wordAt(signature, name);
  if (at === -1 || /[,{=:]/.test(signature.slice(0, at))) return `${shown}: ${signature}`;
  return `${signature.slice(0, at)}${shown}${signature.slice(at + name.length)}`;
}

function wordAt(text: string, word: string): number {
  const isPart = (character: string): boolean => /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (!isPart(text.charAt(at - 1)) && !isPart(text.charAt(at + word.length))) return at;
  }
  return -1;
}

function oneLine(text: string): string {
  return visibleLine(text.replaceAll(/\s+/g, " "));
}
