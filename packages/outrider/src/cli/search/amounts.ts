/** With thousands separators: 12,345. */
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

/** Six decimals keep numbers in JSON short, and sums still add up. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
