import { basename } from "node:path";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { readLog } from "./log.ts";

/** What looks like a control token of the model is text like any other. */
const plainText = { disallowedSpecial: new Set<string>() };

/** A line for each run: calls, tokens seen and sent, minutes from the first call to the last, and which means were used. */
export function count(folders: readonly string[]): void {
  console.log(["run".padEnd(40), "calls", "seen", "sent", "minutes"].join("\t"));
  for (const folder of folders) {
    const calls = readLog(folder);
    const tokens = (field: "seen" | "sent"): number =>
      calls.reduce((sum, call) => sum + countTokens(call[field], plainText), 0);
    const first = calls[0];
    const last = calls.at(-1);
    const minutes = first === undefined || last === undefined ? 0 : (last.at + last.ms - first.at) / 60_000;
    const figures = [calls.length, tokens("seen"), tokens("sent"), minutes.toFixed(1)];
    console.log([basename(folder).padEnd(40), ...figures, byMeans(calls.map(({ means }) => means))].join("\t"));
  }
}

function byMeans(means: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const each of means) counts.set(each, (counts.get(each) ?? 0) + 1);
  return [...counts].map(([each, times]) => `${each} ${times}`).join(", ");
}
