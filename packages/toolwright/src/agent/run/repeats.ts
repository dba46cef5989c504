import { canonicalJson } from "../../access/sealed-state.ts";
import type { CallPart, CallResult } from "../log/entries.ts";
import type { AnsweredCall } from "../log/open-calls.ts";
import type { HistoryItem } from "../log/history.ts";

/** The result with a word to a model that makes the same call with the same result again and again. */
export function noteRepeats(
  history: readonly HistoryItem[],
  part: CallPart,
  result: CallResult,
  most: number,
): CallResult {
  const before = countSame(resultsOfRun(history), { part, result });
  if (before + 1 < most) return result;
  const note = `This very call has now had the same result ${before + 1} times. It will not change: do something else, or say what you have.`;
  return { ...result, note: result.note === undefined ? note : `${result.note}\n${note}` };
}

/** How often the most repeated of the run's latest calls had the same result. */
export function longestRepeat(history: readonly HistoryItem[]): number {
  const results = resultsOfRun(history);
  // Messages may have come behind them.
  const last = history.findLast((item) => item.kind === "results" || item.kind === "user");
  const latest = last?.kind === "results" ? last.results : [];
  return Math.max(0, ...latest.map((each) => countSame(results, each)));
}

function resultsOfRun(history: readonly HistoryItem[]): readonly AnsweredCall[] {
  const start = history.findLastIndex((item) => item.kind === "user");
  return history.slice(start + 1).flatMap((item) => (item.kind === "results" ? item.results : []));
}

/** The cheap differences first: a run may have thousands of results. */
function countSame(results: readonly AnsweredCall[], one: AnsweredCall): number {
  const text = withoutHandles(one.result.text);
  const input = normalize(one.part.input);
  return results.filter(
    ({ part, result }) =>
      part.tool === one.part.tool &&
      result.status === one.result.status &&
      withoutHandles(result.text) === text &&
      normalize(part.input) === input,
  ).length;
}

/** Handles of stored answers differ each time and mean the same. */
function withoutHandles(text: string): string {
  return text.includes("@") ? text.replaceAll(/@\w+_\w+/g, "@") : text;
}

function normalize(input: string): string {
  try {
    return canonicalJson(JSON.parse(input));
  } catch {
    return input;
  }
}
