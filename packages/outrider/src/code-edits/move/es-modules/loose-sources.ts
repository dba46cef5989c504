import type { Span } from "../../../languages/language.ts";
import type { ImportFact } from "../../../languages/modules/module-facts.ts";

export interface LooseSource {
  readonly source: string;
  readonly sourceSpan: Span;
}

/** Imports in types and comments, not found in a tree: `import("../move-file/a").A`, `/// <reference path="./a.ts" />`. */
export function looseSources(text: string, known: readonly Pick<ImportFact, "sourceSpan">[]): readonly LooseSource[] {
  const starts = new Set(known.map(({ sourceSpan }) => sourceSpan.start));
  return [...text.matchAll(/\bimport\(\s*["']|^\/\/\/\s*<reference\s+path\s*=\s*["']/gm)].flatMap(
    ({ 0: head, index }) => {
      const start = index + head.length;
      const source = /^[^"'\n]*/.exec(text.slice(start))?.[0] ?? "";
      return starts.has(start) ? [] : [{ source, sourceSpan: { start, end: start + source.length } }];
    },
  );
}

/** Other strings that look like a relative path. */
export function otherPathStrings(
  text: string,
  known: readonly Pick<ImportFact, "sourceSpan">[],
): readonly { readonly start: number; readonly source: string }[] {
  const starts = new Set(known.map(({ sourceSpan }) => sourceSpan.start));
  return [...text.matchAll(/(["'`])(\.{1,2}\/[^"'`\n]{0,200})\1/g)].flatMap(({ 2: source = "", index }) =>
    starts.has(index + 1) ? [] : [{ start: index + 1, source }],
  );
}
