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

/** How far ahead a common line is looked for. */
const reach = 2_000;
/** So many lines in a row have to be the same before both texts count as back in step. */
const stepLines = 3;

/** Changes of long texts in one pass: right, but not always as short as they could be. */
export function coarseHunks(before: readonly string[], after: readonly string[], context: number): readonly Hunk[] {
  return findChanges(before, after).map((change) => toHunk(before, after, change, context));
}

function findChanges(before: readonly string[], after: readonly string[]): readonly Change[] {
  const changes: Change[] = [];
  let [old, now] = [0, 0];
  while (old < before.length || now < after.length) {
    if (old < before.length && before[old] === after[now]) {
      old += 1;
      now += 1;
      continue;
    }
    const [oldEnd, newEnd] = findStep(before, after, old, now);
    changes.push({ oldStart: old, oldEnd, newStart: now, newEnd });
    old = oldEnd;
    now = newEnd;
  }
  return changes;
}

/** Where both are in step again; their ends when they are not within reach. */
function findStep(
  before: readonly string[],
  after: readonly string[],
  old: number,
  now: number,
): readonly [number, number] {
  const ahead = new Map<string, number>();
  for (let index = Math.min(now + reach, after.length) - 1; index >= now; index -= 1)
    ahead.set(after[index] ?? "", index);
  let best: readonly [number, number] = [before.length, after.length];
  for (let index = old; index < Math.min(old + reach, before.length); index += 1) {
    const other = ahead.get(before[index] ?? "");
    if (other === undefined || !isInStep(before, after, index, other)) continue;
    if (index - old + other - now < best[0] - old + best[1] - now) best = [index, other];
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
