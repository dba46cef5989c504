/** As people write it: 12,345. */
export function amount(count: number): string {
  return count.toLocaleString("en-US");
}

/** `1 file`, `2,319 files`. */
export function amountOf(count: number, one: string, many = `${one}s`): string {
  return `${amount(count)} ${count === 1 ? one : many}`;
}

export function inSeconds(ms: number): string {
  const seconds = ms / 1_000;
  return `${seconds < 10 ? seconds.toFixed(2) : seconds.toFixed(1)} s`;
}

/** So that numbers in JSON are no longer than what they mean; sums stay sums. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
