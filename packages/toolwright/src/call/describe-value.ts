const maxLength = 80;

/** A value as an error sentence names it: short, on one line, control characters escaped. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  const text = typeof value === "string" ? JSON.stringify(value) : printed(value);
  const short = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return `${short} (${typeName(value)})`;
}

function printed(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return "a value that JSON cannot hold";
  }
}

function typeName(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}
