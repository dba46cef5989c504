import { padText, textWidth, wrapText } from "./text-width.ts";

/** Styled text. Its contents are made visible first; only the style itself reaches the terminal. */
export interface StyledText {
  readonly text: string;
  readonly style: TextStyle;
}

/** How text looks in a terminal. */
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

/** Whether a terminal should show colours at all: https://no-color.org, and terminals without colours. */
export function wantsColour(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
}

/** Joins the pieces into one text; `show` makes the text of each piece safe to display. */
export function joinPieces(pieces: Pieces, coloured: boolean, show: (text: string) => string): string {
  return pieces.map((piece) => (typeof piece === "string" ? show(piece) : paint(piece, coloured, show))).join("");
}

function paint({ text, style }: StyledText, coloured: boolean, show: (text: string) => string): string {
  if (!coloured) return show(text);
  const [on, off] = codes[style];
  return `\u001b[${on}m${show(text)}\u001b[${off}m`;
}

/** In a narrower column, prose is harder to read than below its heading. */
export const narrowestProse = 24;

/** Two columns, the second aligned in every row; on a narrow terminal below the first. */
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
