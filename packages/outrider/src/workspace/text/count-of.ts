/** A number with its noun: `1 file`, `2 files`. */
export function countOf(amount: number, one: string, many = `${one}s`): string {
  return `${amount} ${amount === 1 ? one : many}`;
}
