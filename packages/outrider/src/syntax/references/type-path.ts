import type { Span } from "../../languages/language.ts";

/** How the type of a value is reached: from a written type or a name, through members. */
export interface TypePath {
  /** The type it begins with, if that is written. Otherwise the first step is a name that the file sees. */
  readonly written?: WrittenType;
  readonly steps: readonly PathStep[];
}

/** A type as a file writes it, with its arguments. */
export interface WrittenType {
  readonly text: string;
  readonly span: Span;
}

/** A member, or what is done to a value: `?`, `await`, `[]` and, with a number, `[0]`. */
export interface PathStep {
  readonly name: string;
  readonly start: number;
  readonly isCall: boolean;
  /** It stands for the parameter with this index of what is before it. */
  readonly parameter?: number;
}

/** Longer expressions are not read. */
const maxLength = 2_000;
const maxSteps = 24;

/**
 * Reads `Store::open(x)?.items.first()`; undefined if the expression is anything but names, members and calls. With `squareTypes`,
 * square brackets hold types.
 */
export function readTypePath(text: string, { start, end }: Span, squareTypes = false): TypePath | undefined {
  if (end - start > maxLength) return undefined;
  const from = skip(text, start, end, /(?:[&*]|\b(?:mut|ref)\b|\btry\b[?!]?|\s)+/y);
  const cast = readCast(text, { start: from, end }, squareTypes);
  if (cast !== undefined) return cast;
  const awaited = skip(text, from, end, /await\s+/y);
  if (awaited > from) return withStep(readTypePath(text, { start: awaited, end }, squareTypes), "await", from);
  const created = skip(text, from, end, /new\s+/y);
  if (created > from) return readCreated(text, { start: created, end }, squareTypes);
  if (text[from] === "(") return readGroup(text, { start: from, end }, squareTypes);
  const name = nameAt(text, from, end);
  if (name === undefined) return undefined;
  const begun = { steps: [{ name, start: from, isCall: false }] };
  return readSteps(text, { start: from + name.length, end }, begun, squareTypes);
}

/** `value as? Type`, not in brackets. */
function readCast(text: string, { start, end }: Span, squareTypes: boolean): TypePath | undefined {
  const cast = /\sas[?!]?\s+([\p{L}_$][\p{L}\p{N}_$.]*\??)$/u.exec(text.slice(start, end));
  const inner = { start, end: start + (cast?.index ?? 0) };
  const isLiteral = cast !== null && /[{[]/.test(text[start] ?? "") && closing(text, start, end) === inner.end;
  const isRead = isLiteral || (cast !== null && readTypePath(text, inner, squareTypes) !== undefined);
  const type = cast?.[1];
  return !isRead || type === undefined
    ? undefined
    : { written: { text: type, span: { start: end - type.length, end } }, steps: [] };
}

/** `new Store<Item>(x)` and what follows it. */
function readCreated(text: string, { start, end }: Span, squareTypes: boolean): TypePath | undefined {
  const typeEnd = skip(text, start, end, /[\p{L}_$\\][\p{L}\p{N}_$]*(?:(?:\.|::|\\)[\p{L}_$][\p{L}\p{N}_$]*)*/uy);
  if (typeEnd === start) return undefined;
  const argumentsEnd = text[typeEnd] === (squareTypes ? "[" : "<") ? closing(text, typeEnd, end) : typeEnd;
  const open = argumentsEnd === undefined ? end : skip(text, argumentsEnd, end, /\s+/y);
  const close = text[open] === "(" || text[open] === "{" ? closing(text, open, end) : open;
  if (argumentsEnd === undefined || close === undefined) return undefined;
  const written = { text: text.slice(start, argumentsEnd), span: { start, end: argumentsEnd } };
  return readSteps(text, { start: close, end }, { written, steps: [] }, squareTypes);
}

/** `(value).name`, `(value as Type).name` and `((Type)value).name`. */
function readGroup(text: string, { start, end }: Span, squareTypes: boolean): TypePath | undefined {
  const close = closing(text, start, end);
  if (close === undefined) return undefined;
  const inner = { start: start + 1, end: close - 1 };
  if (nameAt(text, close, end) !== undefined) {
    const written = { text: text.slice(inner.start, inner.end), span: inner };
    return { written, steps: [] };
  }
  const cast = /\sas!?\s+([\p{L}_$][^()]*)$/u.exec(text.slice(inner.start, inner.end));
  const typeStart = inner.end - (cast?.[1]?.length ?? 0);
  const path =
    cast === null
      ? readTypePath(text, inner, squareTypes)
      : { written: { text: cast[1] ?? "", span: { start: typeStart, end: inner.end } }, steps: [] };
  return path === undefined ? undefined : readSteps(text, { start: close, end }, path, squareTypes);
}

function readSteps(text: string, { start, end }: Span, begun: TypePath, squareTypes: boolean): TypePath | undefined {
  const steps = [...begun.steps];
  let at = start;
  while (at < end && steps.length <= maxSteps) {
    const next = skip(text, at, end, /(?:\s+|\/\/[^\n]*\n(?=\s*(?:\.|\/\/|\?\.|->)))+/y);
    if (next >= end) break;
    const last = steps.at(-1);
    const mark = text[next];
    const typed = skip(text, next, end, /(?:::)?(?=<)/y);
    if (text[typed] === "<" || (squareTypes && text[typed] === "[")) {
      const close = closing(text, typed, end);
      if (close === undefined || !(squareTypes || /[(:.]/.test(text[close] ?? ""))) return undefined;
      at = close;
    } else if (mark === "(" || mark === "[") {
      const close = closing(text, next, end);
      if (close === undefined || (mark === "(" && (last === undefined || last.isCall))) return undefined;
      // A range or slice in the brackets takes out a list.
      if (mark === "[" && /\.\.|(?<!:):(?!:)/.test(text.slice(next, close))) return undefined;
      if (mark === "[") steps.push({ name: indexIn(text.slice(next, close)), start: next, isCall: false });
      else if (last !== undefined) steps[steps.length - 1] = { ...last, isCall: true };
      at = close;
    } else if (mark === "?" || mark === "!") {
      if (mark === "?") steps.push({ name: "?", start: next, isCall: false });
      at = next + 1;
    } else {
      const from = skip(text, next, end, /(?:\.|->|::|\\)\s*/y);
      const name = nameAt(text, from, end);
      if (from === next || name === undefined) return undefined;
      steps.push({ name, start: from, isCall: false });
      at = from + name.length;
    }
  }
  return at < end && skip(text, at, end, /\s+/y) < end ? undefined : { ...begun, steps };
}

/** `[0]` takes out an element, `[r]` may take out a list if `r` is a range. */
function indexIn(brackets: string): string {
  return /^\[(?:[\p{L}\p{N}_.\s]*[-+*])?\s*\d+\s*\]$/u.test(brackets) ? "[0]" : "[]";
}

function withStep(path: TypePath | undefined, name: string, start: number): TypePath | undefined {
  return path === undefined ? undefined : { ...path, steps: [...path.steps, { name, start, isCall: false }] };
}

function nameAt(text: string, from: number, end: number): string | undefined {
  const to = skip(text, from, end, /#?[\p{L}\p{N}_$@]+/uy);
  return to === from ? undefined : text.slice(from, to);
}

/** The end of what the pattern matches at this offset. */
function skip(text: string, from: number, end: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? from : Math.min(end, from + found[0].length);
}

const pairs: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

/** The offset behind the bracket that closes the one at this offset; texts in quotes are passed over. */
function closing(text: string, open: number, end: number): number | undefined {
  const isAngle = text[open] === "<";
  const wanted = [pairs[text[open] ?? ""]];
  for (let at = open + 1; at < end; at += 1) {
    const letter = text[at] ?? "";
    if (letter === wanted.at(-1) && !(letter === ">" && text[at - 1] === "-")) {
      wanted.pop();
      if (wanted.length === 0) return at + 1;
    } else if (letter === '"' || letter === "`" || letter === "'") at = quoteEnd(text, at, end);
    else if (pairs[letter] !== undefined && (letter !== "<" || isAngle)) wanted.push(pairs[letter]);
    else if (isAngle && /[;=+|]/.test(letter)) return undefined;
  }
  return undefined;
}

/** The closing quote; a quote before a lifetime of Rust is none. */
function quoteEnd(text: string, open: number, end: number): number {
  const quote = text[open];
  for (let at = open + 1; at < end; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at;
    else if (quote === "'" && text[at] === "\n") return open;
  }
  return open;
}
