/** Refuses a limit that would mean none, or that nothing could meet. */
export function requireLimit(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new RangeError(`Expected \`${name}\` to be a whole number of at least 1, got \`${String(value)}\`.`);
}

/** An empty path would mean the working directory, whatever that is. */
export function requirePath(name: string, value: string): string {
  if (value !== "") return value;
  throw new RangeError(`Expected \`${name}\` to be a path, got an empty string.`);
}
