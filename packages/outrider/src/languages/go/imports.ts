import type { ImportFact } from "../modules/module-facts.ts";
import type { Span } from "../span.ts";

/** Lines of a block; the whole declaration if none is left in it. */
export function spansOfImports(
  text: string,
  imports: readonly ImportFact[],
  drop: readonly ImportFact[],
): readonly Span[] {
  const isAll = imports.length === drop.length;
  const block = /^import[ \t]*\([^)]*\)(?:[ \t]*\r?\n)*/m.exec(text);
  if (
    isAll &&
    block !== null &&
    imports.every(({ span }) => span.start > block.index && span.end < block.index + block[0].length)
  )
    return [{ start: block.index, end: block.index + block[0].length }];
  return drop.map(({ span }) => {
    const lineStart = text.lastIndexOf("\n", span.start - 1) + 1;
    const lineEnd = span.end + (/^[^\n]*\n?/.exec(text.slice(span.end))?.[0].length ?? 0);
    const isSingle = text.slice(lineStart, span.start).startsWith("import");
    const blank = isSingle ? (/^(?:[ \t]*\r?\n)+/.exec(text.slice(lineEnd))?.[0].length ?? 0) : 0;
    return { start: lineStart, end: lineEnd + blank };
  });
}
