import { textWidth } from "../../cli/text-width.ts";
import { escapeControls, makeVisible } from "../../cli/visible-text.ts";

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
/** More of a line says nothing about its indent, and about whether it is a fence. */
const startLength = 64;
const listItem = /^(\s*)(?:[-*+]|\d+[.)])\s/;
/** Where a text may be cut; Chinese and Japanese put no spaces between words, and break before each letter. */
const unspaced = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]$/u;
const cuts = /(\n|[ \t]+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])/u;

/** Breaks at words for a terminal of that width; without a width the lines stay as they are. Code keeps its lines. */
export function createTextFlow(columns: number | undefined): TextFlow {
  if (columns === undefined) return { push: escapeControls, end: () => "" };
  const width = Math.min(columns - 1, widest);
  /** How the line of the text begins, and the part of it that is not shown yet. */
  let start = "";
  let held = "";
  let isWord = false;
  let column = 0;
  let isCode = false;

  function place(came: string): string {
    // Before it is measured: what is hidden takes room when it is shown.
    const word = makeVisible(came);
    const takes = textWidth(word);
    if (isCode || fence.test(start) || column === 0 || column + takes <= width) {
      column += takes;
      return word;
    }
    const indent = indentOf(start);
    column = indent.length + textWidth(word.trimStart());
    return `\n${indent}${word.trimStart()}`;
  }

  function endLine(): string {
    const shown = held === "" ? "" : place(held);
    if (fence.test(start)) isCode = !isCode;
    start = "";
    held = "";
    isWord = false;
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
        if (isWord && (isSpace || unspaced.test(part))) {
          shown += place(held);
          held = part;
          isWord = !isSpace;
        } else {
          held += part;
          isWord ||= !isSpace;
        }
        // A line may be a whole book, and is looked at for each of its words.
        if (start.length < startLength) start = (start + part).slice(0, startLength);
      }
      return shown;
    },
    end() {
      const shown = isWord ? place(held) : "";
      held = "";
      isWord = false;
      return shown;
    },
  };
}

function indentOf(start: string): string {
  const item = listItem.exec(start);
  const indent = item === null ? (/^\s*/.exec(start)?.[0] ?? "") : " ".repeat(item[0].length);
  return indent.length > 12 ? "" : indent;
}
