import { readTokens, type Token } from "./tokens.ts";

/** A token of a declaration's head; `()`, `[]` and `<>` stand for everything between such brackets. */
export interface Item {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** What precedes the body or the end of a declaration, outside function bodies. */
export interface Head {
  readonly items: readonly Item[];
  /** `{`, `;`, `}` if nothing else ended it, or `:` after `public` and the like. */
  readonly end: string;
  /** The name of the enclosing class. */
  readonly owner: string | undefined;
}

/** The heads of declarations in files, namespaces and classes; function bodies, enums and initialisers are skipped. */
export function* readHeads(text: string): Generator<Head> {
  const scopes: Scope[] = [];
  let items: Item[] = [];
  let isBehindBody = false;
  let code = 0;
  const nest: { readonly mark: "()" | "[]" | "<>"; readonly start: number; depth: number }[] = [];
  for (const token of readTokens(text)) {
    const mark = token.text;
    if (isDirective(token)) continue;
    if (code > 0) {
      if (mark === "{") code += 1;
      else if (mark === "}") code -= 1;
      continue;
    }
    const inner = nest.at(-1);
    if (inner !== undefined) {
      const [open, close] = inner.mark;
      if (mark === open) inner.depth += 1;
      else if (mark === close) inner.depth -= 1;
      // A comparison was taken for type arguments, or a bracket is missing.
      const isLost = inner.mark !== "()" && (mark === ";" || mark === "{");
      if (inner.depth > 0 && !isLost) continue;
      nest.pop();
      items.push({ text: inner.mark, start: inner.start, end: token.end });
      if (!isLost) continue;
    }
    const opened = mark === "<" && (items.length === 0 || isOperator(items)) ? undefined : nests.get(mark);
    if (opened !== undefined) {
      nest.push({ mark: opened, start: token.start, depth: 1 });
    } else if (mark === ";") {
      if (!isBehindBody) yield { items, end: mark, owner: scopes.at(-1)?.owner };
      items = [];
      isBehindBody = false;
    } else if (mark === "{") {
      yield { items, end: mark, owner: scopes.at(-1)?.owner };
      const scope = scopeOf(items);
      if (scope === undefined) code = 1;
      else scopes.push(scope);
      isBehindBody = items.some(({ text: word }) => word === "=" || word === "enum");
      items = [];
    } else if (mark === "}") {
      if (items.length > 0) yield { items, end: mark, owner: scopes.at(-1)?.owner };
      isBehindBody = scopes.pop()?.isClass ?? false;
      items = [];
    } else if (mark === ":" && isLabel(items)) {
      yield { items, end: mark, owner: scopes.at(-1)?.owner };
      items = [];
      isBehindBody = false;
    } else {
      items.push(token);
    }
  }
}

/** The characters after it are its name: `operator<<`. */
function isOperator(items: readonly Item[]): boolean {
  return items.at(-1)?.text === "operator" || (items.at(-1)?.text === "<" && items.at(-2)?.text === "operator");
}

const nests: ReadonlyMap<string, "()" | "[]" | "<>"> = new Map([
  ["(", "()"],
  ["[", "[]"],
  ["<", "<>"],
]);

function isDirective({ text }: Token): boolean {
  return text.trimStart().startsWith("#");
}

function isLabel(items: readonly Item[]): boolean {
  return access.has(items.at(-1)?.text ?? "") || access.has(items.at(-2)?.text ?? "");
}

interface Scope {
  readonly isClass: boolean;
  readonly owner: string | undefined;
}

/** The scope that a brace after this head opens; undefined for code and values. */
function scopeOf(items: readonly Item[]): Scope | undefined {
  const words = items.map(({ text }) => text);
  if (words.includes("=") || words.includes("enum")) return undefined;
  if (words.includes("namespace") || (words[0] === "extern" && words.length === 2 && words[1]?.startsWith('"')))
    return { isClass: false, owner: undefined };
  const at = words.findIndex((word) => word === "class" || word === "struct" || word === "union");
  if (at === -1) return undefined;
  const colon = words.indexOf(":", at);
  const head = words
    .slice(at + 1, colon === -1 ? undefined : colon)
    .filter((word) => word !== "final" && word !== "<>");
  if (head.at(-1) === "()") return undefined;
  return { isClass: true, owner: head.at(-1) };
}

export const access: ReadonlySet<string> = new Set(["public", "private", "protected", "signals"]);
