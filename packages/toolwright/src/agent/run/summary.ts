import type { HistoryItem } from "../log/history.ts";

/**
 * The first part of the history that a summary replaces, so that what is kept has the given size or is as short as it can be. Calls
 * and their results stay together. Empty if there is nothing to replace.
 */
export function choosePrefix(
  history: readonly HistoryItem[],
  keptTokens: number,
  estimate: (item: HistoryItem) => number,
): readonly HistoryItem[] {
  let kept = 0;
  let start = history.length;
  for (let index = history.length - 1; index > 0; index -= 1) {
    const item = history[index];
    if (item === undefined) break;
    kept += estimate(item);
    const isFirstChoice = start === history.length;
    if (kept > keptTokens && !isFirstChoice) break;
    // Results belong to the answer in front of them.
    if (item.kind !== "results") start = index;
  }
  const prefix = history.slice(0, start === history.length ? 0 : start);
  return prefix.length === 1 && prefix[0]?.kind === "summary" ? [] : prefix;
}

const mostOfAResult = 1_000;

/** What was said, as text. Of a text that is too long the start and the latest part are kept. */
export function writeTranscript(items: readonly HistoryItem[], mostCharacters: number): string {
  const text = items.map(writeTranscriptItem).join("\n\n");
  if (text.length <= mostCharacters) return text;
  const head = Math.floor(mostCharacters / 4);
  const tail = Math.floor(mostCharacters - head);
  return `${text.slice(0, head)}\n\n[… ${text.length - head - tail} characters left out …]\n\n${text.slice(-tail)}`;
}

function writeTranscriptItem(item: HistoryItem): string {
  switch (item.kind) {
    case "summary":
      return `Summary of what was before:\n${item.text}`;
    case "user":
      return `Person: ${item.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n")}`;
    case "response":
      return `Agent: ${item.content
        .flatMap((part) => {
          if (part.type === "reasoning") return [];
          return part.type === "text" ? [part.text] : [`calls ${part.tool} ${cut(part.input)}`];
        })
        .join("\n")}`;
    case "note":
      return `Note to the agent: ${item.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n")}`;
    case "late-result":
      return `Result of ${item.part.tool}, which went on in the background: ${cut(item.result.text)}`;
    case "results":
      return item.results.map(({ part, result }) => `Result of ${part.tool}: ${cut(result.text)}`).join("\n");
  }
}

function cut(text: string): string {
  return text.length <= mostOfAResult ? text : `${text.slice(0, mostOfAResult)}…`;
}
