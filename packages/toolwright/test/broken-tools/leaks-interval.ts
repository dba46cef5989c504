import { defineBroken } from "./define-broken.ts";

const intervals: NodeJS.Timeout[] = [];

/** Starts an interval and never clears it. */
export const leaksInterval = defineBroken("leaks_interval", ({ text }) => {
  intervals.push(setInterval(() => {}, 60_000));
  return text;
});

export function clearIntervals(): void {
  for (const interval of intervals.splice(0)) clearInterval(interval);
}
