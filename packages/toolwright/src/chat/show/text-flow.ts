import { textWidth } from "../../cli/text-width.ts";
import { makeVisible } from "../../cli/visible-text.ts";

/** A text that comes in pieces, broken at words where the line is full. */
export interface TextFlow {
  /** What can be shown by now: a word that may go on is held back. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

/** Longer lines are hard to follow, however wide the terminal is. */
const widest = 100;
const fence = /^\s*(?:```|~~~)/;
const listItem = /^(\s*)(?:[-*+]|\d+[.)])\s/;
/** Where a text may be cut; Chinese and Japanese put no spaces between words, and break before each letter. */
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u;
const cuts = /(\n|[ \t]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;

/** Breaks at words for a terminal of that width; without a width the text stays as it is. Code keeps its lines. */
export function createTextFlow(columns: number | undefined): TextFlow {
  if (columns === undefined) return { push: (piece) => piece, end: () => "" };
  const width = Math.min(columns - 1, widest);
  /** The line of the text, as it came, and the part of it that is not shown yet. */
  let line = "";
  let held = "";
  let column = 0;
  let isCode = false;

  function place(came: string): string {
    // Before it is measured: what is hidden takes room when it is shown.
    const word = makeVisible(came);
    const takes = textWidth(word);
    if (isCode || fence.test(line) || column === 0 || column + takes <= width) {
      column += takes;
      return word;
    }
    const indent = indentOf(line);
    column = indent.length + textWidth(word.trimStart());
    return `\n${indent}${word.trimStart()}`;
  }

  function endLine(): string {
    const shown = held === "" ? "" : place(held);
    if (fence.test(line)) isCode = !isCode;
    line = "";
    held = "";
    column = 0;
    return `${shown}\n`;
  }

  return {
    push(piece) {
      let shown = "";
      for (const part of piece.replaceAll("\r\n", "\n").split(cuts)) {
        if (part === "") continue;
        if (part === "\n") {
          shown += endLine();
          continue;
        }
        const isSpace = part.trim() === "";
        // A space belongs to the word behind it, so that no line ends or begins with one.
        if ((isSpace || unspaced.test(part)) && held.trim() !== "") {
          shown += place(held);
          held = part;
        } else held += part;
        line += part;
      }
      return shown;
    },
    end() {
      const shown = held.trim() === "" ? "" : place(held);
      held = "";
      return shown;
    },
  };
}

function indentOf(line: string): string {
  const item = listItem.exec(line);
  const indent = item === null ? (/^\s*/.exec(line)?.[0] ?? "") : " ".repeat(item[0].length);
  return indent.length > 12 ? "" : indent;
}
