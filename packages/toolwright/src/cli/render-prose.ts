import { wrapText } from "./text-width.ts";

/** Longer lines are hard to follow, however wide the terminal is. */
const widestProse = 100;
const fence = /^\s*(?:```|~~~)/;
// In headings, tables, quotes and indented code, line breaks have a meaning.
const isVerbatim = /^(?:#|\||>| {4}|\t)/;
const listItem = /^(\s*(?:[-*+]|\d+[.)])\s+)(.*)$/;

/** Markdown for a terminal: paragraphs and list items are refilled, everything else keeps its lines. */
export function renderProse(text: string, indent: string, columns: number | undefined): readonly string[] {
  const lines = text.split("\n").map((line) => line.trimEnd());
  if (columns === undefined) return lines.map((line) => `${indent}${line}`.trimEnd());
  return joinParagraphs(lines).flatMap(({ marker, words, verbatim }) => {
    if (verbatim || words === "") return [`${indent}${words}`.trimEnd()];
    const hanging = `${indent}${" ".repeat(marker.length)}`;
    const [first = "", ...rest] = wrapText(words, hanging, Math.min(columns, widestProse));
    return [`${indent}${marker}${first.slice(hanging.length)}`, ...rest];
  });
}

interface Block {
  /** Marker of a list item, such as `- `. */
  readonly marker: string;
  readonly words: string;
  readonly verbatim: boolean;
}

function joinParagraphs(lines: readonly string[]): readonly Block[] {
  const blocks: Block[] = [];
  let isCode = false;
  for (const line of lines) {
    const isFence = fence.test(line);
    if (isFence) isCode = !isCode;
    const last = blocks.at(-1);
    const goesOn = last !== undefined && !last.verbatim && last.words !== "" && line !== "";
    const item = listItem.exec(line);
    if (isCode || isFence) blocks.push({ marker: "", words: line, verbatim: true });
    else if (item !== null) blocks.push({ marker: item[1] ?? "", words: item[2] ?? "", verbatim: false });
    // Below a list item a deep indent only continues it.
    else if (isVerbatim.test(line) && !(goesOn && /^\s/.test(line)))
      blocks.push({ marker: "", words: line, verbatim: true });
    else if (goesOn) blocks[blocks.length - 1] = { ...last, words: `${last.words} ${line.trim()}` };
    else blocks.push({ marker: "", words: line.trim(), verbatim: false });
  }
  return blocks;
}
