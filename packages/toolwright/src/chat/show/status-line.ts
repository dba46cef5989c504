import type { Terminal } from "../../cli/terminal.ts";
import { describeTime } from "./call-line.ts";

/** What is waited for, with the time, at the bottom of a terminal. */
export interface StatusLine {
  /** Counts from now. */
  show(words: string): void;
  /** The same time goes on. */
  change(words: string): void;
  hide(): void;
}

export function createStatusLine(terminal: Terminal): StatusLine {
  let ticker: NodeJS.Timeout | undefined;
  let startedAt = 0;
  let words = "";

  function draw(): void {
    const seconds = Math.floor((performance.now() - startedAt) / 1_000);
    const since = seconds === 0 ? "" : `  ${describeTime(seconds * 1_000).replace(".0 s", " s")}`;
    terminal.status(() => `… ${words}${since}`);
  }

  function change(next: string): void {
    words = next;
    if (terminal.stderr.isTTY !== true) return;
    ticker ??= setInterval(draw, 1_000);
    draw();
  }

  return {
    change,
    show(next) {
      startedAt = performance.now();
      change(next);
    },
    hide() {
      clearInterval(ticker);
      ticker = undefined;
      terminal.status(undefined);
    },
  };
}
