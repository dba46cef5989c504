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
