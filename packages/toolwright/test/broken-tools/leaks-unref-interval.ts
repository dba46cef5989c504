import { defineBroken } from "./define-broken.ts";

const intervals: NodeJS.Timeout[] = [];

/** Starts an interval that nobody sees, since it does not keep the process alive, and never clears it. */
export const leaksUnrefInterval = defineBroken("leaks_unref_interval", ({ text }) => {
  intervals.push(setInterval(() => {}, 60_000).unref());
  return text;
});

export function clearUnrefIntervals(): void {
  for (const interval of intervals.splice(0)) clearInterval(interval);
}
