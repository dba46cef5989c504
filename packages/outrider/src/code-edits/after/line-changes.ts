import { diffArrays } from "diff";
import { normaliseEnds } from "../../edits/plain-text.ts";
import { lineStarts, splitLines } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";

interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Some lines that are replaced by others. */
interface LineChange extends Lines {
  readonly lines: readonly string[];
}

/** Texts with more differences are not the same text with different whitespace. */
const maxChanges = 2_000;

/** The changes from one text to another that lie within the given lines of the first; new text uses "\n" line ends. */
export function changesWithin(text: string, formatted: string, touched: readonly Lines[]): readonly Replacement[] {
  const before = splitLines(normaliseEnds(text));
  const after = splitLines(normaliseEnds(formatted));
  const starts = lineStarts(text);
  return changedLines(before, after)
    .flatMap((change) => byLine(change, before))
    .filter(({ start, end }) => touched.some((each) => start >= each.start && end <= each.end))
    .map(({ start, end, lines }) => ({
      start: starts[start] ?? text.length,
      end: starts[end] ?? text.length,
      text: lines.join(""),
    }));
}

function changedLines(before: readonly string[], after: readonly string[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  let at = 0;
  for (const { added, removed, count, value } of diffArrays([...before], [...after], { maxEditLength: maxChanges }) ??
    []) {
    const end = removed ? at + count : at;
    // Adjacent removals and additions form one change, in whichever order they are reported.
    const joined = changes.at(-1)?.end === at ? changes.pop() : undefined;
    if (added || removed)
      changes.push({ start: joined?.start ?? at, end, lines: [...(joined?.lines ?? []), ...(added ? value : [])] });
    else if (joined !== undefined) changes.push(joined);
    at = added ? at : at + count;
  }
  return changes;
}

/** One change per line if only whitespace differs, so that each of several adjacent lines can be taken alone. */
function byLine(change: LineChange, before: readonly string[]): readonly LineChange[] {
  const { start, end, lines } = change;
  const old = before.slice(start, end);
  const isSame = lines.length === old.length && lines.every((line, at) => bare(line) === bare(old[at] ?? ""));
  return isSame ? lines.map((line, at) => ({ start: start + at, end: start + at + 1, lines: [line] })) : [change];
}

function bare(line: string): string {
  return line.replaceAll(/\s+/g, "");
}
