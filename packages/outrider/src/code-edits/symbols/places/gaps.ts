import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { CodeText } from "../text/code-text.ts";
import { blankLinesIn, isLong } from "../text/lines.ts";
import { extentOf } from "./extent.ts";
import { holderOf, membersOf } from "./siblings.ts";

/** How many empty lines the file has between declarations: where one of the two is long, and where both are one line each. */
export interface Gaps {
  readonly long: number;
  readonly short: number;
}

const mostSeen = 200;

/** As the neighbours have it; where there are none, as others at the top or below it. */
export function findGaps(code: CodeText, holder: CodeSymbol | undefined): Gaps {
  const near = countGaps(code, [holder]);
  const isTop = holder === undefined;
  const holders = isTop
    ? []
    : [...new Set(code.symbols.map((symbol) => holderOf(code, symbol)))].filter((each) => each !== undefined);
  const far = near.long === undefined || near.short === undefined ? countGaps(code, holders.slice(0, mostSeen)) : near;
  const usual = isTop && code.language === "python" ? 2 : 1;
  return { long: near.long ?? far.long ?? usual, short: near.short ?? far.short ?? 0 };
}

function countGaps(
  code: CodeText,
  holders: readonly (CodeSymbol | undefined)[],
): { readonly long: number | undefined; readonly short: number | undefined } {
  const long: number[] = [];
  const short: number[] = [];
  for (const holder of holders) {
    const extents = membersOf(code, holder)
      .slice(0, mostSeen)
      .map((symbol) => extentOf(code, symbol));
    for (const [index, extent] of extents.entries()) {
      const next = extents[index + 1];
      if (next === undefined || !extent.isAlone || !next.isAlone) continue;
      if (code.text.slice(extent.tail, next.lead).trim() !== "") continue;
      const isAnyLong = [extent, next].some((each) => isLong(code.text.slice(each.lead, each.end)));
      (isAnyLong ? long : short).push(blankLinesIn(code.text, extent.tail, next.lead));
    }
  }
  return { long: mostCommon(long), short: mostCommon(short) };
}

function mostCommon(numbers: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
