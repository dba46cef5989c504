import { padText, textWidth, wrapText } from "./text-width.ts";

/** Words with a look. Whatever they hold is made visible first; only the look itself reaches the terminal. */
export interface StyledText {
  readonly text: string;
  readonly style: TextStyle;
}

/** How words look in a terminal. */
export type TextStyle = keyof typeof codes;

/** A text in pieces, some of them styled. */
export type Pieces = readonly (string | StyledText)[];

const codes = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Whether a terminal is to show colours at all: https://no-color.org, and terminals that know none. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** One text; `show` makes the words of each piece fit to be shown. */
export function joinPieces(pieces: Pieces, coloured: boolean, show: (text: string) => string): string {
  return pieces.map((piece) => (typeof piece === "string" ? show(piece) : paint(piece, coloured, show))).join("");
}

function paint({ text, style }: StyledText, coloured: boolean, show: (text: string) => string): string {
  if (!coloured) return show(text);
  const [on, off] = codes[style];
  return `\u001b[${on}m${show(text)}\u001b[${off}m`;
}

/**
 * Control characters as `\u001b`, so that no tool can move the cursor, set the title or the clipboard, or turn the
 * direction of text. Line ends and tabs stay. JSON stays the same JSON.
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

/** Narrower than this a column of prose is harder to read than prose below its heading. */
export const narrowestProse = 24;

/** Two columns, the second at the same place in every row; on a narrow terminal below the first. */
export function renderColumns(rows: readonly (readonly [string, string])[], columns: number | undefined): string[] {
  const width = Math.max(0, ...rows.map(([left]) => textWidth(left)));
  const hanging = " ".repeat(width + 4);
  if (columns !== undefined && columns - hanging.length < narrowestProse) {
    return rows.flatMap(([left, right]) => [
      ...wrapText(left, "  ", columns, "    "),
      ...wrapText(right, "      ", columns),
    ]);
  }
  return rows.flatMap(([left, right]) => {
    const whole = `  ${padText(left, width)}  ${right}`.trimEnd();
    if (columns === undefined || textWidth(whole) <= columns) return [whole];
    const [first = "", ...rest] = wrapText(right, hanging, columns);
    return [`  ${padText(left, width)}  ${first.trimStart()}`, ...rest];
  });
}

/** One word for a POSIX shell, quoted only where it has to be. */
export function quoteWord(word: string): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command line that can be pasted. The program is taken as it is: it may be two words, as in `npx toolwright`. */
export function commandLine(program: string, ...words: readonly string[]): string {
  return [program, ...words.map(quoteWord)].join(" ");
}
