import { setImmediate, setTimeout as pause } from "node:timers/promises";

// A machine that paused for a second must not look like work that took a second, so a limit is spent in slices.
const slices = 10;

/** Whether the work settles, in either way, within real time. Leaves no timer behind. */
export async function endsWithin(work: Promise<unknown>, limitMs: number): Promise<boolean> {
  const end = work.then(
    () => true,
    () => true,
  );
  for (let slice = 0; slice < slices; slice += 1) {
    const over = new AbortController();
    const slept = pause(limitMs / slices, false, { signal: over.signal }).catch(() => false);
    const ended = await Promise.race([end, slept]);
    over.abort();
    if (ended) return true;
  }
  return false;
}

/** Polls until the answer is yes; false if it still is no after `limitMs` of real time. */
export async function pollUntil(isTrue: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = performance.now() + limitMs;
  for (let polls = 1; ; polls += 1) {
    if (await isTrue()) return true;
    if (performance.now() > deadline && polls > slices) return false;
    await pause(Math.min(polls, 20));
  }
}

/** A list once it has stabilised: the same for some polls, or as it is if it never does. */
export async function listAtRest(
  list: () => readonly string[] | Promise<readonly string[]>,
): Promise<readonly string[]> {
  let last = await list();
  let unchanged = 0;
  await pollUntil(async () => {
    const next = await list();
    unchanged = next.toSorted().join() === last.toSorted().join() ? unchanged + 1 : 0;
    last = next;
    return unchanged >= restPolls;
  }, restLimitMs);
  return last;
}

const restPolls = 5;
const restLimitMs = 500;

/** Resolves when everything queued now has run, including stray rejections. */
export async function nextTurns(): Promise<void> {
  await setImmediate();
  await setImmediate();
}
