const longest = 80;

/** A value as an error sentence names it: short, on one line, nothing in it that a terminal or a reader could trip over. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const text = typeof value === "string" ? describeText(value) : shorten(escapeHidden(printed(value)));
  return `${text} (${typeName(value)})`;
}

/** The same for what can only be text. */
export function describeText(text: string): string {
  return shorten(escapeHidden(JSON.stringify(text.slice(0, longest + 1))));
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Control, format and ignorable characters: bidirectional marks, zero widths, fillers, tags, variation selectors. */
const hidden = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu;

/** So that a reader sees what is there, and only that. */
export function escapeHidden(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
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
  if (Array.isArray(value)) return "array";
  return typeof value;
}
