/** As in a unified diff: lines with " ", "-" or "+" in front. */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
  readonly lines: readonly string[];
}

interface Change {
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly newStart: number;
  readonly newEnd: number;
}

/** How far ahead a common line is looked for: most changes are short, and of these there may be thousands. */
const reaches = [8, 80, 2_000];
/** Lines looked at in all; when they are spent, the rest counts as one change. */
const maxLooked = 1_000_000;
/** So many lines in a row have to be the same before both texts count as back in step. */
const stepLines = 3;

/** Changes of long texts in one pass: right, but not always as short as they could be. */
export function coarseHunks(before: readonly string[], after: readonly string[], context: number): readonly Hunk[] {
  return findChanges(before, after).map((change) => toHunk(before, after, change, context));
}

function findChanges(before: readonly string[], after: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  let [old, now, looked] = [0, 0, 0];
  while (old < before.length || now < after.length) {
    if (old < before.length && before[old] === after[now]) {
      old += 1;
      now += 1;
      continue;
    }
    const step =
      looked < maxLooked
        ? findStep(before, after, old, now)
        : { oldEnd: before.length, newEnd: after.length, looked: 0 };
    changes.push({ oldStart: old, oldEnd: step.oldEnd, newStart: now, newEnd: step.newEnd });
    old = step.oldEnd;
    now = step.newEnd;
    looked += step.looked;
  }
  return changes;
}

interface Step {
  readonly oldEnd: number;
  readonly newEnd: number;
  readonly looked: number;
}

/** Where both are in step again; their ends when they are not within reach. */
function findStep(before: readonly string[], after: readonly string[], old: number, now: number): Step {
  let looked = 0;
  for (const reach of reaches) {
    looked += 2 * reach;
    const step = stepWithin(before, after, old, now, reach);
    if (step !== undefined) return { oldEnd: step[0], newEnd: step[1], looked };
  }
  return { oldEnd: before.length, newEnd: after.length, looked };
}

function stepWithin(
  before: readonly string[],
  after: readonly string[],
  old: number,
  now: number,
  reach: number,
): readonly [number, number] | undefined {
  const ahead = new Map<string, number>();
  for (let index = Math.min(now + reach, after.length) - 1; index >= now; index -= 1)
    ahead.set(after[index] ?? "", index);
  let best: readonly [number, number] | undefined;
  for (let index = old; index < Math.min(old + reach, before.length); index += 1) {
    const other = ahead.get(before[index] ?? "");
    if (other === undefined || !isInStep(before, after, index, other)) continue;
    if (best === undefined || index + other < best[0] + best[1]) best = [index, other];
  }
  return best;
}

function isInStep(before: readonly string[], after: readonly string[], old: number, now: number): boolean {
  return Array.from({ length: stepLines }, (_, index) => index).every(
    (index) => before[old + index] === after[now + index],
  );
}

function toHunk(
  before: readonly string[],
  after: readonly string[],
  { oldStart, oldEnd, newStart, newEnd }: Change,
  context: number,
): Hunk {
  const above = before.slice(Math.max(0, oldStart - context), oldStart);
  const below = before.slice(oldEnd, oldEnd + context);
  const lines = [
    ...above.map((line) => ` ${line}`),
    ...before.slice(oldStart, oldEnd).map((line) => `-${line}`),
    ...after.slice(newStart, newEnd).map((line) => `+${line}`),
    ...below.map((line) => ` ${line}`),
  ];
  const around = above.length + below.length;
  return {
    oldStart: oldStart - above.length + 1,
    oldLines: oldEnd - oldStart + around,
    newStart: newStart - above.length + 1,
    newLines: newEnd - newStart + around,
    lines,
  };
}
