import type { FinishReason, LogEntry, ResponsePart, UserPart } from "./entries.ts";
import type { AnsweredCall } from "./open-calls.ts";

/** What a model is shown, in order. A response with calls is always followed by the results of all of them. */
export type HistoryItem =
  | { readonly kind: "user"; readonly seq: number; readonly content: readonly UserPart[] }
  | {
      readonly kind: "response";
      readonly seq: number;
      readonly content: readonly ResponsePart[];
      readonly finish: FinishReason;
    }
  | { readonly kind: "results"; readonly seq: number; readonly results: readonly AnsweredCall[] }
  /** From a hook or a limit, not from the person. */
  | { readonly kind: "note"; readonly seq: number; readonly content: readonly UserPart[] }
  /** What came of a call that went on beside the loop. */
  | ({ readonly kind: "late-result"; readonly seq: number } & AnsweredCall)
  | { readonly kind: "summary"; readonly seq: number; readonly text: string };

/** A message that waits for the end of the turn. */
export type WaitingMessage = Extract<HistoryItem, { readonly kind: "user" | "note" | "late-result" }>;

/** The history after old results, or everything up to an entry, became shorter. */
export function compactHistory(
  history: readonly HistoryItem[],
  entry: LogEntry & { readonly type: "compacted" },
): readonly HistoryItem[] {
  if (entry.kind === "summary") {
    const kept = history.filter((item) => item.seq > entry.upTo);
    return [{ kind: "summary", seq: entry.upTo, text: entry.text }, ...kept];
  }
  const texts = new Map(entry.texts.map(({ callId, text }) => [callId, text]));
  return history.map((item): HistoryItem => {
    if (item.kind === "late-result") return { ...item, ...shorten(item, texts) };
    return item.kind === "results" ? { ...item, results: item.results.map((each) => shorten(each, texts)) } : item;
  });
}

function shorten({ part, result }: AnsweredCall, texts: ReadonlyMap<string, string>): AnsweredCall {
  const text = texts.get(part.callId);
  if (text === undefined) return { part, result };
  const { attachments: _dropped, ...rest } = result;
  return { part, result: { ...rest, text } };
}
