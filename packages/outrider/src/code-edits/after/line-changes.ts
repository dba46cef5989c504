import { diffArrays } from "diff";
import { normaliseEnds } from "../../edits/plain-text.ts";
import { lineStarts, splitLines } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";

interface Lines {
  readonly start: number;
  readonly end: number;
}

/** Some lines that give way to others. */
interface LineChange extends Lines {
  readonly lines: readonly string[];
}

/** Two texts that differ in more are not the same text with other blanks. */
const maxChanges = 2_000;

/** Of all that makes one text into another, what lies within some lines of the first one; its new text has "\n" at line ends. */
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
    // What goes and what comes at the same place, in whichever order they are told, is one change.
    const joined = changes.at(-1)?.end === at ? changes.pop() : undefined;
    if (added || removed)
      changes.push({ start: joined?.start ?? at, end, lines: [...(joined?.lines ?? []), ...(added ? value : [])] });
    else if (joined !== undefined) changes.push(joined);
    at = added ? at : at + count;
  }
  return changes;
}

/** Line for line where only blanks differ, so that one of several neighbours can be taken alone. */
function byLine(change: LineChange, before: readonly string[]): readonly LineChange[] {
  const { start, end, lines } = change;
  const old = before.slice(start, end);
  const isSame = lines.length === old.length && lines.every((line, at) => bare(line) === bare(old[at] ?? ""));
  return isSame ? lines.map((line, at) => ({ start: start + at, end: start + at + 1, lines: [line] })) : [change];
}

function bare(line: string): string {
  return line.replaceAll(/\s+/g, "");
}
