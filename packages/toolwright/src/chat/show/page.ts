import type { Pieces, TextStyle } from "../../cli/styled-text.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { wrapLine } from "../../cli/text-width.ts";
import { makeOneLine } from "../../cli/visible-text.ts";
import { createTextFlow, type TextFlow } from "./text-flow.ts";

/** What a person reads from top to bottom: the words of the model as paragraphs, and lines between them. */
export interface Page {
  /** Width of stderr; undefined if it is no terminal. */
  readonly columns: number | undefined;
  readonly isInText: () => boolean;
  /** A piece of the model's words, to stdout. */
  write(piece: string): Promise<void>;
  closeText(): Promise<void>;
  /** A line, to stderr. */
  line(pieces: Pieces): Promise<void>;
  /** A sentence in as many lines as it needs, to stderr. */
  note(text: string, style?: TextStyle): Promise<void>;
  /** An empty line, unless the last one is empty. */
  gap(): Promise<void>;
}

export function openPage(terminal: Terminal): Page {
  const columns = terminal.stderr.isTTY === true ? terminal.stderr.columns || 80 : undefined;
  let flow: TextFlow | undefined;
  /** Half of a character, or of the end of a line, that the next piece completes. */
  let half = "";
  let hasText = false;
  let isApart = false;

  async function gap(): Promise<void> {
    if (columns !== undefined && !isApart) await terminal.tell("");
    isApart = true;
  }

  async function line(pieces: Pieces): Promise<void> {
    isApart = false;
    await terminal.tellPieces(pieces);
  }

  return {
    columns,
    isInText: () => flow !== undefined,
    gap,
    line,
    async note(text, style = "dim") {
      for (const each of wrapLine(makeOneLine(text), columns)) await line([{ text: each, style }]);
    },
    async write(piece) {
      if (flow === undefined) {
        if (piece.trim() === "") return;
        await gap();
        // In a pipe there is nothing else between two texts.
        if (hasText && (columns === undefined || terminal.columns === undefined)) await terminal.write("\n");
        flow = createTextFlow(terminal.columns);
        hasText = true;
      }
      const whole = half + piece;
      const cut = /[\r\ud800-\udbff]$/.test(whole) ? whole.length - 1 : whole.length;
      half = whole.slice(cut);
      await terminal.write(flow.push(whole.slice(0, cut)));
    },
    async closeText() {
      if (flow === undefined) return;
      await terminal.write(`${flow.push(half)}${flow.end()}\n`);
      flow = undefined;
      half = "";
      isApart = false;
      await gap();
    },
  };
}
