import stringWidth from "string-width";

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** How many terminal columns the text takes. */
export const textWidth = (text: string): number => stringWidth(text);

/** The text, or as much of it as fits with an ellipsis. */
export function fitText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitted = "";
  let left = columns - 1;
  for (const { segment } of segmenter.segment(text)) {
    left -= textWidth(segment);
    if (left < 0) break;
    fitted += segment;
  }
  return columns < 1 ? "" : `${fitted.trimEnd()}…`;
}

/** Pads the text with spaces to this many columns. */
export function padText(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - textWidth(text)));
}

/** Wraps at words into lines of at most this many columns. */
export function wrapText(text: string, indent: string, columns: number, hanging = indent): readonly string[] {
  return fillLines(text.split(/\s+/), " ", indent, columns, hanging);
}

/** As many pieces per line as fit, never splitting one; `hanging` precedes every line but the first. */
export function fillLines(
  pieces: readonly string[],
  glue: string,
  indent: string,
  columns: number,
  hanging = indent,
): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces.filter((each) => each !== "")) {
    const last = lines.at(-1);
    const longer = `${last ?? ""}${glue}${piece}`;
    if (last === undefined) lines.push(indent + piece);
    else if (textWidth(longer) > columns) lines.push(hanging + piece);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

/** Returns a line as is if it fits; otherwise wraps it below its own indent, by default a little deeper. */
export function wrapLine(line: string, columns: number | undefined, deeper = "  "): readonly string[] {
  if (columns === undefined || textWidth(line) <= columns) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  return wrapText(line, indent, columns, indent + deeper);
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
