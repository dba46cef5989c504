import { structuredPatch } from "diff";
import { countOf } from "../workspace/text/visible-text.ts";
import { coarseHunks, type Hunk } from "./coarse-diff.ts";
import { hideSecrets } from "./hide-secrets.ts";
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
  /** Nothing is shown of a secret that only one side has in one piece. */
  readonly hidesSecrets?: boolean;
}

/** The hunks of a patch that turns one text into the other: whole, with line ends and every character as they are. */
export function patchHunks(before: string, after: string, { hidesSecrets = false }: DiffOptions = {}): string {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context: 3 });
  return (hidesSecrets ? hideSecrets(hunks, before, after) : hunks)
    .flatMap((hunk) => [
      `@@ -${place(hunk.oldStart, hunk.oldLines)} +${place(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines,
    ])
    .join("\n");
}

/** Beyond it two texts have little in common, and looking for it would take long. */
const maxEditLength = 400;
const timeoutMs = 50;
/** Longer texts are compared in a coarser way that takes time in proportion to their length. */
const exactLines = 10_000;

/** What changed between two texts, line by line; long diffs show their first lines and count the rest. */
export function diffLines(
  before: string,
  after: string,
  { context = 2, maxLines = 200, hidesSecrets = false }: DiffOptions = {},
): LineDiff {
  const [old, next] = [normaliseEnds(before), normaliseEnds(after)];
  const common = trimCommon(old, next, context);
  const hunks = findHunks(common.before, common.after, context).map((hunk) => ({
    ...hunk,
    oldStart: hunk.oldStart + common.skipped,
    newStart: hunk.newStart + common.skipped,
  }));
  return {
    added: countMarked(hunks, "+"),
    removed: countMarked(hunks, "-"),
    text: render(hidesSecrets ? hideSecrets(hunks, old, next) : hunks, maxLines),
  };
}

function countMarked(hunks: readonly Hunk[], mark: string): number {
  return hunks.reduce((sum, hunk) => sum + hunk.lines.filter((line) => line.startsWith(mark)).length, 0);
}

interface CommonTrimmed {
  readonly before: string;
  readonly after: string;
  /** Lines above, the same in both. */
  readonly skipped: number;
}

/** Leaves only the lines from the first to the last difference and some around them: the rest costs nothing then. */
function trimCommon(before: string, after: string, context: number): CommonTrimmed {
  const head = commonHead(before, after);
  const tail = commonTail(before, after, Math.min(before.length, after.length) - head);
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

/** Blocks are compared at once: of a long text most are the same. */
const block = 4_096;

function commonHead(before: string, after: string): number {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head + block <= most && before.slice(head, head + block) === after.slice(head, head + block)) head += block;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head += 1;
  return head;
}

function commonTail(before: string, after: string, most: number): number {
  const [left, right] = [before.length, after.length];
  let tail = 0;
  while (
    tail + block <= most &&
    before.slice(left - tail - block, left - tail) === after.slice(right - tail - block, right - tail)
  ) {
    tail += block;
  }
  while (tail < most && before.charCodeAt(left - 1 - tail) === after.charCodeAt(right - 1 - tail)) tail += 1;
  return tail;
}

function findHunks(before: string, after: string, context: number): readonly Hunk[] {
  if (before === after) return [];
  const isLong = countEnds(before, 0, before.length) > exactLines || countEnds(after, 0, after.length) > exactLines;
  const patch = isLong
    ? undefined
    : structuredPatch("", "", before, after, "", "", { context, maxEditLength, timeout: timeoutMs });
  return patch?.hunks ?? coarseHunks(linesOf(before), linesOf(after), context);
}

/** Only what is shown is rendered: a diff may have a hundred thousand lines. */
function render(hunks: readonly Hunk[], maxLines: number): string {
  const total = hunks.reduce((sum, hunk) => sum + hunk.lines.length + 1, 0);
  const shown = hunks
    .slice(0, maxLines)
    .flatMap((hunk) => [
      `@@ -${place(hunk.oldStart, hunk.oldLines)} +${place(hunk.newStart, hunk.newLines)} @@`,
      ...hunk.lines.slice(0, maxLines).map((line) => (line === "" ? " " : line.slice(0, 1) + shortLine(line.slice(1)))),
    ]);
  if (total <= maxLines) return shown.join("\n");
  const rest = total - maxLines;
  return [...shown.slice(0, maxLines), `(${countOf(rest, "more line")} of the diff)`].join("\n");
}

function place(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}
