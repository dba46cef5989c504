import type { Terminal } from "toolwright/cli";
import type { BuildStep } from "../../search/build-index.ts";
import { amount } from "./amounts.ts";

/** What is counted in a phase of reading, as plural nouns. */
export function namePhase({ phase, model }: BuildStep): string {
  if (phase === "meaning") return `files by ${model}`;
  return phase === "symbols" ? "files' symbols" : "files";
}

/** One line at the bottom of the terminal; does nothing without a terminal. */
export interface ProgressLine {
  /** `what` is a plural noun, such as files. A different one restarts the measurement. */
  tell(what: string, done: number, total: number): void;
  /** Text only, before anything can be counted. */
  say(words: string): void;
  readonly last: { readonly done: number; readonly total: number } | undefined;
}

/** Before this, the speed of the first batch would make a poor estimate. */
const minMeasureMs = 1_000;
const barWidth = 20;

export function createProgress(
  terminal: Pick<Terminal, "status">,
  now: () => number = () => performance.now(),
): ProgressLine {
  let last: { readonly done: number; readonly total: number } | undefined;
  let first: { readonly what: string; readonly done: number; readonly at: number } | undefined;
  let most = 0;
  return {
    tell(what, done, total) {
      if (first?.what !== what) {
        first = { what, done, at: now() };
        most = 0;
      }
      // Files may disappear while others are read; a shrinking total would promise too much.
      most = Math.max(most, total);
      last = { done, total: most };
      const ms = now() - first.at;
      const rate = ms < minMeasureMs ? 0 : ((done - first.done) / ms) * 1_000;
      terminal.status((columns) => renderBar({ what, done, total: most, rate }, columns));
    },
    say(words) {
      terminal.status(() => words);
    },
    get last() {
      return last;
    },
  };
}

interface Bar {
  readonly what: string;
  readonly done: number;
  readonly total: number;
  /** Per second; 0 if it is not known yet. */
  readonly rate: number;
}

/** On a narrow terminal the numbers matter more than the bar. */
export function renderBar({ what, done, total, rate }: Bar, columns: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const percent = `${Math.floor(share * 100)}%`.padStart(4);
  const speed = rate > 0 ? `, ${amount(Math.max(1, Math.round(rate)))}/s, ${timeLeft((total - done) / rate)} left` : "";
  const words = `${percent}  ${amount(done)} of ${amount(total)} ${what}${speed}`;
  if (words.length + barWidth + 3 > columns) return words.trimStart();
  const filled = Math.floor(share * barWidth);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}] ${words}`;
}

function timeLeft(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
