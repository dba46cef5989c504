/**
 * Escapes control and invisible characters as `\u001b`, so that no tool can move the cursor, set the title or the clipboard, change
 * the direction of text, or hide something in it. Line endings and tabs stay, and what joins emoji and letters where they need it. JSON
 * stays the same JSON.
 */
export function makeVisible(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(hidden, escape);
}

/** Escapes control characters only: the reader of a pipe may pass them on to a terminal. */
export function escapeControls(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(control, escape);
}

/** Visible and on one line. */
export function makeOneLine(text: string): string {
  return makeVisible(text).replaceAll(/\s+/g, " ").trim();
}

/** Scripts that are written with joiners. */
const joining = "Arabic Bengali Devanagari Gujarati Gurmukhi Kannada Malayalam Oriya Sinhala Tamil Telugu"
  .split(" ")
  .map((script) => String.raw`\p{Script=${script}}`)
  .join("");
const needed = [
  String.raw`(?<=[${joining}])[\u200c\u200d](?=\p{L})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=\p{Extended_Pictographic})\ufe0f`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
].join("|");
const control = /(?![\t\n])\p{Cc}/gu;
// Control characters without tab and line feed; marks that reorder text, zero widths, tags, fillers, line separators.
const hidden = new RegExp(String.raw`(?!${needed})(?![\t\n])[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]`, "gu");

function escape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16);
    return `\\u${unit.padStart(4, "0")}`;
  }).join("");
}
