import type { OutlinedLanguage, RawSymbol } from "../language.ts";
import { behindClosing, blankMatches, docAbove, trimSpan } from "../scanners/spans.ts";
import type { SymbolKind } from "../symbol-kind.ts";

// No WebAssembly grammar for it is available on npm.
export default {
  id: "graphql",
  title: "GraphQL",
  countedAs: {},
  extensions: ["graphql", "gql", "graphqls"],
  outline: (text) => {
    const blank = blankMatches(text, /#[^\r\n]*|"""[^]*?(?:"""|$)|"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"/g);
    const starts = definitionStarts(blank);
    return starts.flatMap((start, index) => readDefinition(text, blank, start, starts[index + 1] ?? blank.length));
  },
  isExported: () => true,
  editing: { commentMarks: ["#"] },
} satisfies OutlinedLanguage;

const definition =
  /(?:extend\s+)?(type|interface|input|enum|union|scalar|directive|schema|query|mutation|subscription|fragment)(?:\s+@?([_A-Za-z]\w*))?/y;

const kinds: ReadonlyMap<string, SymbolKind> = new Map([
  ["type", "class"],
  ["interface", "interface"],
  ["input", "struct"],
  ["enum", "enum"],
  ["union", "type"],
  ["scalar", "type"],
  ["directive", "macro"],
  ["schema", "section"],
  ["query", "function"],
  ["mutation", "function"],
  ["subscription", "function"],
  ["fragment", "function"],
]);

/** Where definitions begin: at a keyword outside all brackets that is a whole word. */
function definitionStarts(blank: string): readonly number[] {
  const starts: number[] = [];
  let isDirective = false;
  for (let at = 0; at < blank.length;) {
    const character = blank.charAt(at);
    if (character === "{" || character === "(" || character === "[") at = behindClosing(blank, at);
    else if (/\w/.test(character)) {
      definition.lastIndex = at;
      const match = definition.exec(blank);
      word.lastIndex = at;
      word.test(blank);
      if (match !== null && !isDirective && isWholeWord(match[1] ?? "", blank, at)) starts.push(at);
      // The next word is the name, even if it is a keyword.
      at = match === null || starts.at(-1) !== at ? word.lastIndex : definition.lastIndex;
    } else at += 1;
    isDirective = character === "@" || character === "|" || character === "=" || (isDirective && character === " ");
  }
  return starts;
}

const word = /\w+/y;

function isWholeWord(keyword: string, blank: string, at: number): boolean {
  const first = /^\w+/.exec(blank.slice(at, at + 20))?.[0];
  return first === keyword || first === "extend";
}

function readDefinition(text: string, blank: string, start: number, limit: number): readonly RawSymbol[] {
  definition.lastIndex = start;
  const [whole = "", keyword = "", name = keyword] = definition.exec(blank) ?? [];
  const kind = kinds.get(keyword);
  if (kind === undefined || (name === keyword && keyword !== "schema")) return [];
  const open = openingBrace(blank, start, limit);
  const end = open === undefined ? limit : Math.min(limit, behindClosing(blank, open));
  const nameStart = start + whole.lastIndexOf(name);
  const symbol: RawSymbol = {
    name,
    kind,
    span: trimSpan(blank, start, end),
    nameSpan: { start: nameStart, end: nameStart + name.length },
    bodySpan: open === undefined ? undefined : { start: open, end },
    docSpan: docAbove(text, start, commentMarks),
  };
  if (open === undefined || kind === "function") return [symbol];
  return [symbol, ...readMembers(text, blank, open + 1, end - 1, kind === "enum" ? "member" : "property")];
}

const commentMarks = {
  line: "#",
  blocks: [
    ['"""', '"""'],
    ['"', '"'],
  ],
} as const;

function openingBrace(blank: string, start: number, limit: number): number | undefined {
  for (let at = start; at < limit; at += 1) {
    const character = blank.charAt(at);
    if (character === "{") return at;
    if (character === "(" || character === "[") at = behindClosing(blank, at) - 1;
  }
  return undefined;
}

/** Fields with their types and arguments, or enum values with their directives. */
function readMembers(
  text: string,
  blank: string,
  start: number,
  end: number,
  kind: "member" | "property",
): readonly RawSymbol[] {
  const names: { readonly start: number; readonly end: number }[] = [];
  for (let at = start; at < end;) {
    const character = blank.charAt(at);
    if (character === "{" || character === "(" || character === "[") at = behindClosing(blank, at);
    else if (/\w/.test(character)) {
      word.lastIndex = at;
      word.test(blank);
      const nameEnd = word.lastIndex;
      const isName = kind === "member" ? blank.charAt(at - 1) !== "@" : isFieldName(blank, nameEnd);
      if (isName) names.push({ start: at, end: nameEnd });
      at = nameEnd;
    } else at += 1;
  }
  return names.map((name, index) => {
    const limit = Math.min(end, names[index + 1]?.start ?? end);
    return {
      name: text.slice(name.start, name.end),
      kind,
      span: { start: name.start, end: endOfMember(text, blank, name.start, limit) },
      nameSpan: name,
      docSpan: docAbove(text, name.start, commentMarks),
    };
  });
}

/** A string after `=` is blanked, but belongs to the member; any other string describes what follows. */
function endOfMember(text: string, blank: string, start: number, limit: number): number {
  const end = start + blank.slice(start, limit).replace(/[\s,]+$/, "").length;
  if (blank.charAt(end - 1) !== "=") return end;
  literal.lastIndex = end;
  return literal.test(text) ? literal.lastIndex : end;
}

const literal = /\s*(?:"""[^]*?"""|"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*")/y;

function isFieldName(blank: string, nameEnd: number): boolean {
  const at = skipSpace(blank, nameEnd);
  return blank.charAt(blank.charAt(at) === "(" ? skipSpace(blank, behindClosing(blank, at)) : at) === ":";
}

function skipSpace(blank: string, start: number): number {
  let at = start;
  while (/\s/.test(blank.charAt(at))) at += 1;
  return at;
}
