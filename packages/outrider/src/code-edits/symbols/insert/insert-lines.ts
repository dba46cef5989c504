import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import { extentOf } from "../layout/extent.ts";
import { holderOf, membersOf } from "../layout/siblings.ts";
import type { CodeText } from "../text/code-text.ts";
import {
  blankLinesIn,
  closesBlock,
  endBefore,
  indentAt,
  isLong,
  lineStart,
  opensBlock,
  skipSpace,
} from "../text/lines.ts";

interface LineTarget {
  /** The end of what precedes the new lines, or the start of what follows them. */
  readonly after?: number;
  readonly before?: number;
  readonly holder: CodeSymbol | undefined;
  /** At the edge of a block: no blank line on that side. */
  readonly opens?: boolean;
}

/** New lines with as many blank lines around them as between their neighbours; existing blank lines are kept. */
export function insertLines(code: CodeText, place: LineTarget, fitted: string): Replacement {
  const { text } = code;
  const around = aroundOf(code, place);
  if (place.before !== undefined) {
    const at = lineStart(text, place.before);
    const previous = endBefore(text, at);
    const isStart = place.opens === true || previous === 0 || opensBlock(text, previous, indentAt(text, place.before));
    const wanted = isStart ? 0 : around.gapTo(fitted, around.endingAt(previous));
    const missing = Math.max(0, wanted - blankLinesIn(text, previous, at));
    const gap = around.gapTo(fitted, around.startingAt(place.before));
    return { start: at, end: at, text: "\n".repeat(missing) + fitted + "\n".repeat(1 + gap) };
  }
  const at = place.after ?? 0;
  const next = skipSpace(text, at);
  const limit = place.holder?.bodySpan?.end ?? text.length;
  const isEnd = next >= limit || closesBlock(text, next, indentOf(fitted));
  const wanted = isEnd ? 0 : around.gapTo(fitted, around.startingAt(next));
  const missing = isEnd ? 0 : Math.max(0, wanted - blankLinesIn(text, at, next));
  const gap = place.opens === true || at === 0 ? 0 : around.gapTo(fitted, around.endingAt(at));
  return { start: at, end: at, text: "\n".repeat(at === 0 ? 0 : 1 + gap) + fitted + "\n".repeat(missing) };
}

function indentOf(fitted: string): string {
  return /^[ \t]*/.exec(fitted)?.[0] ?? "";
}

interface Around {
  /** Whether a neighbour is long; undefined if it is not a declaration. */
  startingAt(offset: number): boolean | undefined;
  endingAt(offset: number): boolean | undefined;
  gapTo(fitted: string, isNeighbourLong: boolean | undefined): number;
}

function aroundOf(code: CodeText, { holder }: LineTarget): Around {
  const gaps: Gaps = findGaps(code, holder);
  const extents = membersOf(code, holder).map((symbol) => extentOf(code, symbol));
  const isLongOne = (found: (typeof extents)[number] | undefined): boolean | undefined =>
    found === undefined ? undefined : isLong(code.text.slice(found.lead, found.end));
  return {
    startingAt: (offset) => isLongOne(extents.find(({ lead, start }) => lead === offset || start === offset)),
    endingAt: (offset) => isLongOne(extents.findLast(({ tail, end }) => tail === offset || end === offset)),
    gapTo: (fitted, isNeighbourLong) =>
      isLong(fitted) || isNeighbourLong === true ? gaps.long : isNeighbourLong === false ? gaps.short : 0,
  };
}

/** Blank lines between declarations in the file: if one of the two is long, and if both are on one line each. */
interface Gaps {
  readonly long: number;
  readonly short: number;
}

const maxSeen = 200;

/** As between the neighbours; without any, as between members of other symbols, else a default. */
function findGaps(code: CodeText, holder: CodeSymbol | undefined): Gaps {
  const near = countGaps(code, [holder]);
  const isTop = holder === undefined;
  const holders = isTop
    ? []
    : [...new Set(code.symbols.map((symbol) => holderOf(code, symbol)))].filter((each) => each !== undefined);
  const far = near.long === undefined || near.short === undefined ? countGaps(code, holders.slice(0, maxSeen)) : near;
  const usual = isTop ? code.rules.topLevelGap : 1;
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
      .slice(0, maxSeen)
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
