import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { behindClosing, docAbove, trimSpan } from "../scanners/spans.ts";
import type { SymbolKind } from "../symbol-kind.ts";
import { blankSql, endOfRoutine, endOfStatement } from "./sql-statements.ts";

// No WebAssembly grammar for it is available on npm.
export default {
  id: "sql",
  title: "SQL",
  countedAs: { SQL: ["sql"] },
  extensions: ["sql", "ddl", "pgsql", "psql", "mysql"],
  outline: (text) => {
    const blank = blankSql(text);
    return [...blank.matchAll(creation)].flatMap((match) => readCreation(text, blank, match));
  },
  isExported: () => true,
  editing: { commentMarks: ["--"], notCode: "data" },
} satisfies OutlinedLanguage;

const kinds: ReadonlyMap<string, SymbolKind> = new Map([
  ["table", "table"],
  ["view", "table"],
  ["function", "function"],
  ["procedure", "function"],
  ["proc", "function"],
  ["aggregate", "function"],
  ["trigger", "function"],
  ["event", "function"],
  ["package", "module"],
  ["package body", "module"],
  ["index", "key"],
  ["type", "type"],
  ["domain", "type"],
  ["schema", "module"],
  ["database", "module"],
  ["sequence", "variable"],
]);

const routines = new Set(["function", "procedure", "proc", "trigger", "event", "package", "package body"]);
const name = String.raw`(?:\w+\s*\.\s*)*(\w+)`;
const creation = new RegExp(
  String.raw`(?<=^|;)([^\S\r\n]*)create\s+(?:or\s+(?:replace|alter)\s+)?` +
    String.raw`(?:(?:global|local|temp|temporary|unlogged|external|virtual|foreign|recursive|materialized|unique|clustered|nonclustered|fulltext|spatial|constraint|editionable|noneditionable|algorithm\s*=\s*\w+|definer\s*=\s*\S+|sql\s+security\s+\w+)\s+)*` +
    String.raw`(package\s+body|${[...kinds.keys()].filter((word) => !word.includes(" ")).join("|")})\s+` +
    String.raw`(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?${name}`,
  "gim",
);

function readCreation(text: string, blank: string, match: RegExpExecArray): readonly RawSymbol[] {
  const [whole, indent = "", words = "", last = ""] = match;
  const what = words.toLowerCase().replaceAll(/\s+/g, " ");
  const start = match.index + indent.length;
  const nameEnd = match.index + whole.length;
  const kind = kinds.get(what);
  // `CREATE INDEX ON t` has no name.
  if (kind === undefined || (what === "index" && last.toLowerCase() === "on")) return [];
  const end = routines.has(what) ? endOfRoutine(blank, nameEnd) : endOfStatement(blank, nameEnd);
  const raw = text.slice(nameEnd - last.length, nameEnd);
  const isQuoted = /^["`[]/.test(raw);
  const nameSpan = { start: nameEnd - last.length + (isQuoted ? 1 : 0), end: nameEnd - (isQuoted ? 1 : 0) };
  // Strings at the end are blanked, but belong to the statement.
  const span = trimSpan(text, start, text.charAt(end) === ";" ? end + 1 : trimSpan(blank, start, end).end);
  const open = routines.has(what) ? -1 : openingColumns(blank, nameEnd, end);
  const close = open === -1 ? end : Math.min(end, behindClosing(blank, open));
  const isEnum = what === "type" && /^\s+as\s+enum\b/i.test(blank.slice(nameEnd, end));
  const hasColumns = open !== -1 && !isEnum && (what === "table" || what === "type");
  return [
    {
      name: text.slice(nameSpan.start, nameSpan.end),
      kind: isEnum ? "enum" : hasColumns && what === "type" ? "struct" : kind,
      span,
      nameSpan,
      bodySpan: open === -1 ? bodyOf(blank, nameEnd, span.end, what) : { start: open, end: close },
      docSpan: docAbove(text, start, { line: "--", blocks: [["/*", "*/"]] }),
    },
    ...(hasColumns ? readColumns(text, blank, open + 1, close - 1) : []),
    ...(isEnum && open !== -1 ? readValues(text, open, close) : []),
  ];
}

/** The list of columns right after the name, or after `AS` in a type. */
function openingColumns(blank: string, nameEnd: number, end: number): number {
  const before = /^\s*(?:as\s+(?:enum\s*|object\s*|table\s*)?)?\(/i.exec(blank.slice(nameEnd, end))?.[0];
  return before === undefined ? -1 : nameEnd + before.length - 1;
}

/** What follows `AS` of a view or a function. */
function bodyOf(blank: string, nameEnd: number, end: number, what: string) {
  if (what !== "view" && !routines.has(what)) return undefined;
  const as = /\b(?:as|is|begin|execute)\b/i.exec(blank.slice(nameEnd, end));
  if (as === null) return undefined;
  const isBegin = as[0].toLowerCase() === "begin" || as[0].toLowerCase() === "execute";
  return { start: nameEnd + as.index + (isBegin ? 0 : as[0].length), end };
}

function readValues(text: string, start: number, end: number): readonly RawSymbol[] {
  return Array.from(text.slice(start, end).matchAll(/'((?:[^']|'')+)'/g), ({ index, 0: quoted, 1: value = "" }) => ({
    name: value,
    kind: "member",
    span: { start: start + index, end: start + index + quoted.length },
    nameSpan: { start: start + index + 1, end: start + index + 1 + value.length },
  }));
}

function* readColumns(text: string, blank: string, start: number, end: number): Generator<RawSymbol> {
  for (let at = start; at < end;) {
    const stop = endOfColumn(blank, at, end);
    const { start: from } = trimSpan(blank, at, stop);
    const word = /^\w+/.exec(blank.slice(from, stop))?.[0] ?? "";
    if (word !== "" && !constraints.test(blank.slice(from, stop))) {
      const isQuoted = /^["`[]/.test(text.slice(from, from + 1));
      const nameSpan = { start: from + (isQuoted ? 1 : 0), end: from + word.length - (isQuoted ? 1 : 0) };
      yield {
        name: text.slice(nameSpan.start, nameSpan.end),
        kind: "property",
        span: columnSpan(text, blank, from, stop),
        nameSpan,
        docSpan: docAbove(text, from, { line: "--" }),
      };
    }
    at = stop + 1;
  }
}

const constraints =
  /^(?:primary\s+key|foreign\s+key|unique\s*(?:\(|key|index)|check\s*\(|constraint\s|key\s+\w+\s*\(|index\s+\w+\s*\(|exclude\s|like\s|period\s+for|fulltext\s|spatial\s)/i;

function endOfColumn(blank: string, start: number, end: number): number {
  for (let at = start; at < end; at += 1) {
    const character = blank.charAt(at);
    if (character === ",") return at;
    if (character === "(" || character === "[") at = behindClosing(blank, at) - 1;
  }
  return end;
}

/** Both a quoted default and a comment after the column are blanked; the default belongs to the column. */
function columnSpan(text: string, blank: string, from: number, stop: number) {
  const { end } = trimSpan(blank, from, stop);
  const literal = /^\s*'(?:[^']|'')*'/.exec(text.slice(end, stop))?.[0] ?? "";
  return { start: from, end: end + literal.length };
}
