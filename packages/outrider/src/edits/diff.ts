import { structuredPatch } from "diff";
import { coarseHunks, type Hunk } from "./coarse-diff.ts";
import { linesOf, lineStartAt, nextLineAt } from "./line-offsets.ts";
import { countEnds, normaliseEnds } from "./plain-text.ts";
import { shortLine } from "./visible-text.ts";

export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  /** Unified, without file names; "" when only line ends differ. */
  readonly text: string;
}

export interface DiffOptions {
  readonly context?: number;
  readonly maxLines?: number;
}

/** Beyond it two texts have little in common, and looking for it would take long. */
const maxEditLength = 1_000;
const timeoutMs = 300;
/** Longer texts are compared in a coarser way that takes time in proportion to their length. */
const exactLines = 10_000;

/** What changed between two texts, line by line; long diffs show their first lines and count the rest. */
export function diffLines(before: string, after: string, { context = 2, maxLines = 200 }: DiffOptions = {}): LineDiff {
  const common = trimCommon(normaliseEnds(before), normaliseEnds(after), context);
  const hunks = findHunks(common.before, common.after, context);
  const lines = hunks.flatMap((hunk) => hunk.lines);
  const added = lines.filter((line) => line.startsWith("+")).length;
  const removed = lines.filter((line) => line.startsWith("-")).length;
  return { added, removed, text: render(hunks, common.skipped, maxLines) };
}

interface CommonTrimmed {
  readonly before: string;
  readonly after: string;
  /** Lines above, the same in both. */
  readonly skipped: number;
}

/** Leaves only the lines from the first to the last difference and some around them: the rest costs nothing then. */
function trimCommon(before: string, after: string, context: number): CommonTrimmed {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  let tail = 0;
  while (
    tail < most - head &&
    before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail)
  ) {
    tail += 1;
  }
  let start = lineStartAt(before, head);
  for (let count = 0; count < context && start > 0; count += 1) start = lineStartAt(before, start - 1);
  let end = before.length - tail;
  for (let count = 0; count <= context && end < before.length; count += 1) end = nextLineAt(before, end);
  return {
    before: before.slice(start, end),
    after: after.slice(start, after.length - (before.length - end)),
    skipped: countEnds(before, 0, start),
  };
}

function findHunks(before: string, after: string, context: number): readonly Hunk[] {
  if (before === after) return [];
  const isLong = countEnds(before, 0, before.length) > exactLines || countEnds(after, 0, after.length) > exactLines;
  const patch = isLong
    ? undefined
    : structuredPatch("", "", before, after, "", "", { context, maxEditLength, timeout: timeoutMs });
  return patch?.hunks ?? coarseHunks(linesOf(before), linesOf(after), context);
}

function render(hunks: readonly Hunk[], skipped: number, maxLines: number): string {
  const all = hunks.flatMap((hunk) => [
    `@@ -${place(hunk.oldStart + skipped, hunk.oldLines)} +${place(hunk.newStart + skipped, hunk.newLines)} @@`,
    ...hunk.lines.map((line) => (line === "" ? " " : line.slice(0, 1) + shortLine(line.slice(1)))),
  ]);
  if (all.length <= maxLines) return all.join("\n");
  const rest = all.length - maxLines;
  return [...all.slice(0, maxLines), `(${rest} more line${rest === 1 ? "" : "s"} of the diff)`].join("\n");
}

function place(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}
