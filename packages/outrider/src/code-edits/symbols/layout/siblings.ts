import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { CodeText } from "../text/code-text.ts";

/** The enclosing symbol; a Go method is next to its type, not inside it. */
export function holderOf({ symbols }: CodeText, { parent, span }: CodeSymbol): CodeSymbol | undefined {
  const holder = parent === undefined ? undefined : symbols[parent];
  return holder !== undefined && span.start >= holder.span.start && span.end <= holder.span.end ? holder : undefined;
}

/** The direct members of a symbol, in order; only the first of several that share a declaration. */
export function membersOf(code: CodeText, holder: CodeSymbol | undefined): readonly CodeSymbol[] {
  const seen = new Set<number>();
  return code.symbols
    .filter((symbol) => holderOf(code, symbol) === holder)
    .filter(({ span }) => !seen.has(span.start) && seen.add(span.start))
    .toSorted((one, other) => one.span.start - other.span.start);
}

/** Other symbols of the same declaration: `a, b = 1, 2`. */
export function declaredTogether({ symbols }: CodeText, symbol: CodeSymbol): readonly CodeSymbol[] {
  const { start, end } = symbol.span;
  return symbols.filter((other) => other !== symbol && other.span.start === start && other.span.end === end);
}

const valueKinds: ReadonlySet<string> = new Set(["constant", "variable", "property"]);

/** An item of a comma-separated list: in an enum, an object or another list, or a parameter that declares a property. */
export function isListed(code: CodeText, symbol: CodeSymbol): boolean {
  const { everything, members, holders } = code.rules.lists;
  if (everything === true) return true;
  const holder = holderOf(code, symbol);
  if (symbol.kind === "member") return members !== false && holder !== undefined;
  if (holder === undefined) return false;
  if (holder.bodySpan !== undefined && symbol.span.start < holder.bodySpan.start) return true;
  if (holders !== undefined) return holders.includes(holder.kind);
  return valueKinds.has(holder.kind) && code.text[holder.bodySpan?.start ?? -1] === "{";
}

/** Shares its statement with others, as in `const a = 1, b = 2`: it begins with its name, in the middle of a list. */
export function isDeclarator(code: CodeText, symbol: CodeSymbol): boolean {
  if (isListed(code, symbol)) return false;
  const { text } = code;
  const { start, end } = symbol.span;
  if (start !== symbol.nameSpan.start) return false;
  const before = text.slice(0, start).trimEnd();
  return before.endsWith(",") || /^\s*,/.test(text.slice(end));
}

/** All symbols that share the statement of one of them, in order, as long as only commas separate them. */
export function declaratorsWith(code: CodeText, symbol: CodeSymbol): readonly CodeSymbol[] {
  const members = membersOf(code, holderOf(code, symbol));
  const at = members.indexOf(symbol);
  const isJoined = (index: number): boolean => {
    const [one, other] = [members[index], members[index + 1]];
    if (one === undefined || other === undefined) return false;
    return /^\s*,\s*$/.test(code.text.slice(one.span.end, other.span.start));
  };
  let first = at;
  while (first > 0 && isJoined(first - 1)) first -= 1;
  let last = at;
  while (isJoined(last)) last += 1;
  return at === -1 ? [symbol] : members.slice(first, last + 1);
}
