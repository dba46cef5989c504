import type { Span } from "../../../languages/language.ts";
import { lineAt } from "../text/lines.ts";

/** Lines with a name as a whole word outside of some parts of the text: `12 the line`. */
export function findWords(text: string, name: string, outside: readonly Span[]): readonly string[] {
  const found: string[] = [];
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (isWord(text[at - 1]) || isWord(text[at + name.length])) continue;
    if (outside.some(({ start, end }) => at >= start && at < end) || namesPackage(lineAt(text, at))) continue;
    found.push(`${text.slice(0, at).split("\n").length} ${lineAt(text, at).trim().slice(0, 120)}`);
  }
  return found;
}

/** `package a` says where a file belongs, and uses nothing of that name. */
export function namesPackage(line: string): boolean {
  return /^\s*package\s+[\w.]+\s*;?\s*(?:\/\/.*)?$/.test(line);
}
