/** A value as an error sentence names it: one line, ASCII, at most some 70 characters, whatever was passed. */
export function quoteValue(value: unknown): string {
  if (typeof value === "string") return `${quoteText(value)} (string)`;
  if (value === null) return "`null`";
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") {
    return `\`${String(value).slice(0, longest)}\` (${typeof value})`;
  }
  return `a value of type ${typeof value}`;
}

const longest = 60;

/** The same for what can only be text. */
export function quoteText(text: string): string {
  const start = JSON.stringify(text.slice(0, longest)).slice(1, -1);
  const ascii = start.replaceAll(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  if (text.length <= longest && ascii.length <= longest) return `\`${ascii}\``;
  return `\`${ascii.slice(0, longest)}…\``;
}
