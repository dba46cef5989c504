import type { RawSymbol, Span } from "../../languages/language.ts";

/** Makes one symbol of declarations that follow each other inside the same one and share name and kind. */
export function joinClauses(symbols: readonly RawSymbol[]): readonly RawSymbol[] {
  const sorted = [...symbols].sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const joined: RawSymbol[] = [];
  const open: number[] = [];
  for (const symbol of sorted) {
    let before: number | undefined;
    while (endOf(joined, open.at(-1)) <= symbol.span.start) before = open.pop();
    const first = before === undefined ? undefined : joined[before];
    if (before !== undefined && first !== undefined && isClauseOf(first, symbol)) {
      joined[before] = join(first, symbol);
      open.push(before);
    } else {
      open.push(joined.length);
      joined.push(symbol);
    }
  }
  return joined.sort((a, b) => a.nameSpan.start - b.nameSpan.start);
}

function endOf(symbols: readonly RawSymbol[], index: number | undefined): number {
  return index === undefined ? Infinity : (symbols[index]?.span.end ?? Infinity);
}

function isClauseOf(first: RawSymbol, { name, kind, owner }: RawSymbol): boolean {
  return first.name === name && first.kind === kind && first.owner === owner;
}

/** The body of a signature is everything that it is the signature of. */
function join(first: RawSymbol, { span, bodySpan, docSpan }: RawSymbol): RawSymbol {
  const body: Span | undefined =
    first.bodySpan === undefined
      ? bodySpan && { start: span.start, end: span.end }
      : { start: first.bodySpan.start, end: span.end };
  return {
    ...first,
    span: { start: first.span.start, end: span.end },
    bodySpan: body,
    docSpan: first.docSpan ?? (first.bodySpan === undefined ? docSpan : undefined),
  };
}
