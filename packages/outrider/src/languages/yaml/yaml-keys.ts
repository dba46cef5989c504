import type { RawSymbol } from "../language.ts";
import { docAbove } from "../scanners/spans.ts";

/**
 * The keys of a YAML text, two levels deep, by indentation alone: a full YAML parser is far slower than for any
 * other language, and the contents of a value are always indented deeper than its key.
 */
export function outlineYamlKeys(text: string): readonly RawSymbol[] {
  const found: OpenKey[] = [];
  let root = createRoot();
  const open: OpenKey[] = [];
  for (const { start, end } of contentLines(text)) {
    const indent = indentAt(text, start);
    const at = start + indent;
    if (indent === 0 && documentMark.test(text.slice(start, Math.min(end, start + 4)))) {
      open.length = 0;
      root = createRoot();
      continue;
    }
    const isItem = text.charAt(at) === "-" && (at + 1 === end || text.charAt(at + 1) === " ");
    while (isClosed(open.at(-1), indent, isItem)) open.pop();
    for (const key of open) extend(key, at, end);
    const parent = open.at(-1) ?? root;
    if (isItem) parent.isLeaf = true;
    if (parent.isLeaf || open.length >= levels || found.length >= maxKeys) continue;
    parent.childIndent ??= indent;
    if (parent.childIndent !== indent) continue;
    const key = readKey(text, at, end, indent);
    if (key === undefined) continue;
    found.push(key);
    open.push(key);
  }
  return found.filter(({ name }) => name !== "" && name !== "<<").map((key) => keySymbol(text, key));
}

const levels = 2;
const maxKeys = 1_000;
const documentMark = /^(?:---|\.\.\.)(?:\s|$)/;

interface OpenKey {
  readonly name: string;
  readonly indent: number;
  readonly start: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  end: number;
  bodyStart: number | undefined;
  /** Indentation of the keys inside; any other indentation is inside a value. */
  childIndent: number | undefined;
  /** Deeper lines are part of its value or list items, not keys. */
  isLeaf: boolean;
}

function createRoot(): OpenKey {
  const nowhere = { name: "", start: 0, nameStart: 0, nameEnd: 0, end: 0 };
  return { ...nowhere, indent: -1, bodyStart: undefined, childIndent: undefined, isLeaf: false };
}

/** List items may have the same indentation as the key that contains them. */
function isClosed(key: OpenKey | undefined, indent: number, isItem: boolean): boolean {
  return key !== undefined && (isItem ? key.indent > indent : key.indent >= indent);
}

function extend(key: OpenKey, at: number, end: number): void {
  key.bodyStart ??= at;
  key.end = end;
}

/** Lines that have more than a comment, without line endings and trailing whitespace. */
function* contentLines(text: string): Generator<{ readonly start: number; readonly end: number }> {
  line.lastIndex = 0;
  for (let match = line.exec(text); match !== null; match = line.exec(text)) {
    yield { start: match.index, end: line.lastIndex };
  }
}

const line = /^(?=[^\S\r\n]*[^\s#]).*\S/gm;

function indentAt(text: string, start: number): number {
  let at = start;
  while (text.charAt(at) === " ") at += 1;
  return at - start;
}

function readKey(text: string, at: number, end: number, indent: number): OpenKey | undefined {
  const match = keyed.exec(text.slice(at, end));
  if (match === null) return undefined;
  const [whole, double, single, plain] = match;
  const name = double ?? single ?? plain ?? "";
  if (plain !== undefined && / #/.test(plain)) return undefined;
  const nameStart = at + (plain === undefined ? 1 : 0);
  const value = text.slice(at + whole.length, end).replace(properties, "");
  const isLeaf = value !== "" && !value.startsWith("#");
  return {
    name,
    indent,
    start: at,
    nameStart,
    nameEnd: nameStart + name.length,
    end,
    bodyStart: undefined,
    childIndent: undefined,
    isLeaf,
  };
}

const keyed = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'#&*!|>%@`[\]{},].*?))\s*:(?=\s|$)/;

/** Anchors and tags before a value. */
const properties = /^\s*(?:[&!]\S*\s*)*/;

function keySymbol(text: string, { name, start, end, nameStart, nameEnd, bodyStart }: OpenKey): RawSymbol {
  return {
    name,
    kind: "key",
    span: { start, end },
    nameSpan: { start: nameStart, end: nameEnd },
    bodySpan: bodyStart === undefined ? undefined : { start: bodyStart, end },
    docSpan: docAbove(text, start, { line: "#" }),
  };
}
