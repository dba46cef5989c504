import type { ProgressReport } from "../call/progress.ts";
import { makeOneLine } from "./styled-text.ts";
import { textWidth } from "./text-width.ts";

const barWidth = 20;

/** One line: a bar and a percentage where the total is known, the count otherwise, then the tool's words. */
export function renderProgress(tool: string, report: ProgressReport, columns: number): string {
  const { done, total, message } = report;
  const words = makeOneLine(message ?? tool);
  if (done === undefined) return `… ${words}`;
  if (total === undefined || !(total > 0)) return `… ${done}  ${words}`;
  const share = Math.min(Math.max(done / total, 0), 1);
  const percent = `${Math.floor(share * 100)}%`.padStart(5);
  // On a narrow terminal the words are worth more than the bar.
  if (barWidth + percent.length + textWidth(words) + 4 > columns) return `${percent.trimStart()} ${words}`;
  const filled = Math.round(share * barWidth);
  return `[${"#".repeat(filled)}${"-".repeat(barWidth - filled)}]${percent}  ${words}`;
}
