/**
 * Escapes control characters as `\u001b`, so that no tool can move the cursor, set the title or the clipboard, or change the
 * direction of text. Line endings and tabs stay. JSON stays the same JSON.
 */
export function makeVisible(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(unsafe, escape);
}

/** Visible and on one line. */
export function makeOneLine(text: string): string {
  return makeVisible(text).replaceAll(/\s+/g, " ").trim();
}

// C0 without tab and line feed, DEL, C1, and the marks that reorder text.
// oxlint-disable-next-line no-control-regex
const unsafe = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

function escape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
