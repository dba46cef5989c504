import { type Replacement, replaceParts } from "../../replace-parts.ts";
import { readTokens, type Token } from "../tokens.ts";
import { type Holder, holderBefore, nestTokens } from "./nesting.ts";

/**
 * Removes directives where the grammar knows none: in lists of values, in the middle of a statement, before an `else`. The branches
 * stay as long as they can stand one after the other; elsewhere only the first one stays.
 */
export function openConditionals(text: string): string {
  const { groups, others } = readDirectives(text);
  if (groups.length === 0 && others.length === 0) return text;
  const nested = nestTokens(text);
  const { tokens } = nested;
  const indexAt = (offset: number): number => {
    let low = 0;
    let high = tokens.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const parts: Replacement[] = [];
  for (const directive of others) {
    const at = indexAt(directive.start);
    const before = tokens[at - 1]?.text ?? ";";
    const around = holderBefore(nested, at);
    const isAmong = isExpression(around) || /^[=,(]$/.test(before) || (around === "block" && !/^[;{}:]$/.test(before));
    const isValue = before === "=" && tokens[at]?.text === ";";
    if (isAmong) parts.push(isValue ? { start: directive.start, end: directive.end, by: "0" } : directive);
  }
  for (const directives of groups) {
    const [first, last] = [directives[0], directives.at(-1)];
    if (first === undefined || last === undefined) continue;
    const branches = directives.slice(0, -1).map((directive, at) => ({
      from: indexAt(directive.end),
      to: indexAt(directives[at + 1]?.start ?? directive.end),
    }));
    const before = tokens[indexAt(first.start) - 1]?.text ?? ";";
    const next = tokens[indexAt(last.end)]?.text;
    const around = holderBefore(nested, indexAt(first.end));
    const inList = isExpression(around);
    // Strings that are joined: `"a"` / `#ifdef B` / `"b"` / `#endif`.
    if (isText(before) && branches.every(({ from, to }) => from === to || isText(tokens[from]?.text ?? ""))) {
      parts.push(...directives);
      continue;
    }
    // Outside of code, a branch may be most of the file.
    if (around === "scope" || around === "type") continue;
    const isWhole =
      !inList &&
      /^[;{}:,]$/.test(before) &&
      next !== "else" &&
      branches.every(({ from, to }) => {
        if (from === to) return true;
        const end = tokens[to - 1]?.text ?? "";
        return tokens[from]?.text !== "else" && /^[;}]$|^:$/.test(end === "," && around === "enum" ? ";" : end);
      });
    if (isWhole) continue;
    const keepsAll =
      branches.length === 1 ||
      last.start - first.start > maxDropped ||
      branches.every(
        ({ from, to }) => from === to || (inList ? tokens[to - 1]?.text === "," : tokens[from]?.text === "else"),
      );
    const kept = branches.findIndex(({ from, to }) => from < to);
    directives.forEach((directive, at) => {
      const isKept = keepsAll || at === kept || at === directives.length - 1;
      parts.push({
        start: directive.start,
        end: isKept ? directive.end : (directives[at + 1]?.start ?? directive.end),
      });
    });
  }
  return replaceParts(text, mergeParts(parts));
}

function isText(word: string): boolean {
  return /^(?:L|u8?|U)?"/.test(word);
}

function isExpression(holder: Holder | undefined): boolean {
  return holder === "list" || holder === "call" || holder === "parens" || holder === "index";
}

interface Directives {
  /** The directives of each conditional, the inner ones first. */
  readonly groups: readonly (readonly Token[])[];
  readonly others: readonly Token[];
}

function readDirectives(text: string): Directives {
  const groups: Token[][] = [];
  const others: Token[] = [];
  const open: Token[][] = [];
  for (const token of readTokens(text)) {
    if (!token.text.startsWith("#")) continue;
    const word = /^#[ \t]*(if|ifdef|ifndef|elif|elifdef|elifndef|else|endif)\b/.exec(token.text)?.[1];
    if (word === undefined) others.push(token);
    else if (word.startsWith("if")) open.push([token]);
    else open.at(-1)?.push(token);
    if (word !== "endif") continue;
    const group = open.pop();
    if (group !== undefined) groups.push(group);
  }
  return { groups, others };
}

/** Parts that lie in a larger one are dropped. */
function mergeParts(parts: readonly Replacement[]): readonly Replacement[] {
  const merged: Replacement[] = [];
  for (const part of parts.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || part.start >= last.end) merged.push(part);
  }
  return merged;
}

/** Longer conditionals are never reduced to one branch: what is dropped is not seen any more. */
const maxDropped = 3_000;
