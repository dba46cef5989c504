/** Often enough to be exact within a tenth of what matters. */
const tickMs = 10;

/** Starts to watch the event loop; the function it returns stops and tells the longest stretch without a turn, in ms. */
export function watchLoop(): () => number {
  let lastTurn = performance.now();
  let longest = 0;
  const look = (): void => {
    const now = performance.now();
    longest = Math.max(longest, now - lastTurn);
    lastTurn = now;
  };
  const ticks = setInterval(look, tickMs);
  return () => {
    clearInterval(ticks);
    look();
    return longest;
  };
}
