import { setImmediate } from "node:timers/promises";
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
  /** A piece of the model's words, to stdout; nothing of a text is shown any more once `signal` aborts. */
  write(piece: string, signal: AbortSignal): Promise<void>;
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
  let isCut = (): boolean => false;
  /** Half of a character, or of the end of a line, that the next piece completes. */
  let half = "";
  let hasText = false;
  let isApart = false;

  function complete(piece: string): string {
    const whole = half + piece;
    const cut = /[\r\ud800-\udbff]$/.test(whole.slice(-1)) ? whole.length - 1 : whole.length;
    half = whole.slice(cut);
    return whole.slice(0, cut);
  }

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
    async write(piece, signal) {
      if (signal.aborted) return;
      if (flow === undefined) {
        if (piece.trim() === "") return;
        await gap();
        // In a pipe there is nothing else between two texts.
        if (hasText && (columns === undefined || terminal.columns === undefined)) await terminal.write("\n");
        flow = createTextFlow(terminal.columns);
        hasText = true;
      }
      isCut = () => signal.aborted;
      for (let at = 0; at < piece.length && !isCut(); at += mostAtOnce) {
        await terminal.write(flow.push(complete(piece.slice(at, at + mostAtOnce))));
        // Keys are heard meanwhile, and what comes of the text joins what is yet to be read.
        await setImmediate();
      }
    },
    async closeText() {
      if (flow === undefined) return;
      const rest = isCut() ? "" : `${flow.push(half)}${flow.end()}`;
      flow = undefined;
      half = "";
      await terminal.write(`${rest}\n`);
      isApart = false;
      await gap();
    },
  };
}

/** In letters. */
const mostAtOnce = 4_096;
