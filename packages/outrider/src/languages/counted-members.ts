import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";

/** What takes its value from its place behind a declaration, as the members of an enum do. */
export type CountedBehind = <Declared extends Countable>(
  text: string,
  symbol: Declared,
  symbols: readonly Declared[],
) => Declared | undefined;

interface Countable {
  readonly kind: SymbolKind;
  readonly parent: number | undefined;
  readonly span: Span;
  readonly bodySpan: Span | undefined;
}

/** The next member of the same enum, if `isCounted` says, of its text and the head of the enum, that it counts on. */
export function countedInEnum(isCounted: (member: string, head: string) => boolean): CountedBehind {
  return (text, { kind, span, parent }, symbols) => {
    const next = symbols.find((each) => each.parent === parent && each.span.start >= span.end);
    const holder = parent === undefined ? undefined : symbols[parent];
    // Without a name, the end of an enum is the bracket after its last member.
    if (next === undefined || next.kind !== kind || /[{}]/.test(text.slice(span.end, next.span.start)))
      return undefined;
    const head = holder === undefined ? "" : text.slice(holder.span.start, holder.bodySpan?.start ?? span.start);
    return isCounted(text.slice(next.span.start, next.span.end), head) ? next : undefined;
  };
}

/**
 * In the family of C, members without a value of their own count on. An enum without a name has no declaration around its members, and
 * only the comma between them tells them from prototypes, types and macros.
 */
export const countedUnlessAssigned: CountedBehind = (text, symbol, symbols) => {
  const next = unlessAssigned(text, symbol, symbols);
  return next !== undefined && isListed(text.slice(symbol.span.end - 1, next.span.start)) ? next : undefined;
};

const unlessAssigned = countedInEnum((member, head) => /^$|\benum\b/.test(head) && !member.includes("="));

function isListed(between: string): boolean {
  return between.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|^[ \t]*#.*/gm, "").includes(",");
}
