import type { EntryBody, UserPart } from "../log/entries.ts";
import type { AnsweredCall } from "../log/open-calls.ts";
import type { HistoryItem } from "../log/history.ts";
import type { Model, ModelRequest } from "../model/model.ts";
import { askOnce, type Unanswered } from "./ask-once.ts";
import type { RunParts } from "./run-parts.ts";
import { choosePrefix, writeTranscript } from "./summary.ts";
import { estimateItem, estimateTokens, writeHistory } from "./write-history.ts";

/** `more` is added at the end, as if the person had said it. */
export function writeRequest(
  { system, tools, limits, thread }: RunParts,
  more: readonly UserPart[] = [],
): ModelRequest {
  const { history, seq } = thread.state();
  const added: readonly HistoryItem[] = more.length === 0 ? [] : [{ kind: "note", seq, content: more }];
  const messages = writeHistory([...history, ...added]);
  return { system, messages, tools, maxOutputTokens: limits.outputTokens };
}

/** How full the window may be after the history was shortened, so that it is not shortened again at once. */
const goal = 0.6;

/**
 * Makes the history short enough for the model: first old results of tools that only read, then a summary. `overflow`: the provider
 * has refused the history, so that the estimate is not asked. Undefined if it fits now; otherwise, why it does not.
 */
export async function fitContext(
  parts: RunParts,
  model: Model,
  why: "estimate" | "overflow",
): Promise<Unanswered | undefined> {
  const { windowTokens } = parts.context;
  const most = windowTokens - parts.limits.outputTokens;
  const before = expectTokens(parts);
  if (why === "estimate" && before <= most) return undefined;
  const wanted = Math.min(before, most) * goal;

  const shortened = await shortenResults(parts, before - wanted);
  if (shortened.texts.length > 0) {
    await parts.thread.append(shortened);
    const message = `${shortened.texts.length} old results were left out of what the model reads.`;
    parts.emit({ type: "compacted", kind: "results", message });
    if (expectTokens(parts) <= wanted) return undefined;
  }
  return await summarize(parts, model, wanted);
}

function expectTokens(parts: RunParts): number {
  return Math.ceil(estimateTokens(writeRequest(parts)) * parts.thread.state().tokenRatio);
}

type ShortenedResults = Extract<EntryBody, { kind: "results" }>;

/** Results that are shorter than this are not worth it. */
const worthwhile = 1_000;
const shortTokens = 256;

/** The oldest results first, those of the latest turn not at all. */
async function shortenResults(parts: RunParts, surplus: number): Promise<ShortenedResults> {
  const { thread, kernel, caller } = parts;
  const { history, tokenRatio } = thread.state();
  const texts: { callId: string; text: string }[] = [];
  let saved = 0;
  const latest = history.findLastIndex((item) => item.kind === "results");
  for (const { part, result } of history.slice(0, Math.max(0, latest)).flatMap(readResults)) {
    if (saved >= surplus) break;
    if (result.text.length < worthwhile || kernel.tool(part.tool)?.effects.readOnly !== true) continue;
    const about = { tool: part.tool, callId: part.callId, principal: caller.principal };
    const text = await kernel.shorten(result.text, about, shortTokens).catch(() => leftOut(part.tool, result.text));
    texts.push({ callId: part.callId, text });
    saved += ((result.text.length - text.length) / 3) * tokenRatio;
  }
  return { type: "compacted", kind: "results", texts };
}

function readResults(item: HistoryItem): readonly AnsweredCall[] {
  if (item.kind === "late-result") return [item];
  return item.kind === "results" ? item.results : [];
}

/** Without a store the tool itself is the way to the text: it only reads. */
function leftOut(tool: string, text: string): string {
  return `[Left out to save room: ${text.length} characters. Call ${tool} again if they are needed.]`;
}

async function summarize(parts: RunParts, model: Model, wanted: number): Promise<Unanswered | undefined> {
  const { history, tokenRatio } = parts.thread.state();
  const room = Math.max(0, wanted / tokenRatio - estimateFixed(parts)) / 2;
  const prefix = choosePrefix(history, room, estimateItem);
  const last = prefix.at(-1);
  if (last === undefined) return fullEnd("There is nothing in it that a summary could replace.");
  let maxOutputTokens = Math.min(parts.limits.outputTokens, Math.max(512, Math.floor(room / 2)));
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const asked = await askOnce(parts, model, writeSummaryRequest(parts, prefix, maxOutputTokens), "summary");
    // A provider that is busy is asked again, as for any answer.
    if ("kind" in asked && asked.kind === "failed" && asked.error.kind === "overflow")
      return fullEnd(asked.error.message);
    if ("kind" in asked) return asked;
    const text = asked.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
    if (text.trim() !== "" && asked.finish !== "length") {
      await parts.thread.append({ type: "compacted", kind: "summary", upTo: last.seq, text });
      parts.emit({ type: "compacted", kind: "summary", message: `${prefix.length} old parts became a summary.` });
      return undefined;
    }
    // A summary that was cut has lost its end, where the work stands.
    maxOutputTokens *= 2;
  }
  return fullEnd("The model's summary was empty or cut off.");
}

/** What every request has, whatever the history. */
function estimateFixed({ system, tools }: RunParts): number {
  return estimateTokens({ system, tools, messages: [], maxOutputTokens: 0 });
}

function writeSummaryRequest(
  { context, thread }: RunParts,
  prefix: readonly HistoryItem[],
  maxOutputTokens: number,
): ModelRequest {
  const mostTokens = (context.windowTokens - maxOutputTokens) / thread.state().tokenRatio;
  const text = `${writeTranscript(prefix, mostTokens * 2)}\n\n${summaryOrder}`;
  const messages = [{ role: "user", content: [{ type: "text", text }] }] as const;
  return { system: "You summarize conversations between a person and an agent.", messages, tools: [], maxOutputTokens };
}

const summaryOrder =
  "Summarize the conversation above for the agent, who goes on with the work and will see nothing but your summary of it. Keep what the person wants, in their words where they matter; what was decided and why; what was found, with names, paths and numbers; what was changed; what failed; and what is to be done next.";

/** Said once the history cannot be made shorter. */
export const contextFull = "The conversation is longer than the model can read, and it could not be made shorter.";

function fullEnd(detail: string): Unanswered {
  const message = `${contextFull} ${detail}`;
  return { kind: "end", end: { status: "failed", code: "context_full", message, recoverable: false } };
}
