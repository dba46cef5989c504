import { padText, textWidth, wrapText } from "./text-width.ts";

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
