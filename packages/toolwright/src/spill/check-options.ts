/** An empty path would mean the working directory, whatever that is. */
export function requirePath(name: string, value: string): string {
  if (value !== "") return value;
  throw new RangeError(`Expected \`${name}\` to be a path, got an empty string.`);
}
