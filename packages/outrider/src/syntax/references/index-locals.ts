import type { LocalName } from "./find-locals.ts";
import { indexSpans } from "./index-spans.ts";

/** Finds where the local value is declared that a name means at an offset: the one in the innermost scope hides others. */
export function indexLocals(locals: readonly LocalName[]): (name: string, offset: number) => number | undefined {
  const byName = new Map<string, LocalName[]>();
  for (const local of locals) {
    const known = byName.get(local.name);
    if (known === undefined) byName.set(local.name, [local]);
    else known.push(local);
  }
  const finders = new Map(
    Array.from(byName, ([name, all]) => {
      // The first of those with one scope is the one that counts.
      const sorted = all.toReversed().sort((a, b) => a.scope.start - b.scope.start);
      const innermost = indexSpans(sorted.map(({ scope }) => scope));
      return [name, (offset: number) => sorted[innermost(offset) ?? -1]?.start] as const;
    }),
  );
  return (name, offset) => finders.get(name)?.(offset);
}
