import { eastAsianWidth } from "get-east-asian-width";

/** How many terminal columns the text takes, as `string-width` counts them. */
export function textWidth(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  return sum(splitClusters(text).map(clusterWidth));
}

/** Characters as a reader sees them. The segmenter takes milliseconds to make, and most programs only write ASCII. */
let segmenter: Intl.Segmenter | undefined;

function splitClusters(text: string): readonly string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const printing =
  /[^\p{Default_Ignorable_Code_Point}\p{Control}\p{Format}\p{Nonspacing_Mark}\p{Enclosing_Mark}\p{Surrogate}]/u;
const adding = /[\p{Spacing_Mark}\uff00-\uffef]/u;
const jamo = /[\u1100-\u11ff\ua960-\ua97c\ud7b0-\ud7c6\ud7cb-\ud7fb]/u;
const jamoSyllable = /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6][\u11a8-\u11ff\ud7cb-\ud7fb]?/gu;

function clusterWidth(cluster: string): number {
  const start = cluster.search(printing);
  if (start === -1) return 0;
  const shown = cluster.slice(start);
  const [first = "", ...rest] = shown;
  if (cluster === first) return characterWidth(first);
  if (isEmoji(cluster)) return 2;
  // A syllable that is written as its letters takes as much as the one character it could be.
  if (jamo.test(first)) return sum(Array.from(visibleOnly(shown).replaceAll(jamoSyllable, "\uac00"), characterWidth));
  return sum([first, ...rest.filter((character) => adding.test(character))].map(characterWidth));
}

/** Takes longer to make than everything else here. */
let allEmoji: RegExp | undefined;

/** Also without the selectors that make it complete. */
function isEmoji(cluster: string): boolean {
  if (/^[\d#*]\u20e3$/.test(cluster)) return true;
  const isJoined = cluster.includes("\u200d") && cluster.length <= 50;
  if (isJoined && /\p{Extended_Pictographic}.*\p{Extended_Pictographic}/su.test(cluster)) return true;
  if (!/^\p{Emoji}/u.test(cluster)) return false;
  allEmoji ??= new RegExp("^\\p{RGI_Emoji}$", "v");
  return allEmoji.test(cluster);
}

function visibleOnly(text: string): string {
  return Array.from(text)
    .filter((character) => printing.test(character))
    .join("");
}

function characterWidth(character: string): number {
  return eastAsianWidth(character.codePointAt(0) ?? 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** The text, or as much of it as fits with an ellipsis. */
export function fitText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitted = "";
  let left = columns - 1;
  for (const segment of splitClusters(text)) {
    left -= clusterWidth(segment);
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

/** Every character of a line in lines of at most this many columns, broken behind a space or a slash; only a longer word is broken itself. */
export function foldLine(line: string, columns: number, hanging: string): readonly string[] {
  if (textWidth(line) <= columns) return [line];
  const indent = hanging.length < columns ? hanging : "";
  const lines: string[] = [];
  let last = "";
  for (const piece of line.match(/[^\s/]*[\s/]+|[^\s/]+/g) ?? []) {
    if (textWidth(last + piece.trimEnd()) <= columns) {
      last += piece;
      continue;
    }
    if (last.trim() !== "") {
      lines.push(last);
      last = indent;
    }
    for (const cluster of textWidth(last + piece.trimEnd()) <= columns ? [piece] : splitClusters(piece)) {
      if (textWidth(last + cluster.trimEnd()) > columns) {
        lines.push(last);
        last = indent;
      }
      last += cluster;
    }
  }
  return [...lines, last];
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
