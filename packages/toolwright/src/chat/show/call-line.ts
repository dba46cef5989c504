import { fitText, textWidth } from "../../cli/text-width.ts";
import type { Pieces, TextStyle } from "../../cli/styled-text.ts";
import { escapeHidden } from "../../tool/describe-value.ts";
import { isJsonObject } from "../../tool/schema.ts";

export interface EndedCall {
  readonly title: string;
  /** As the model wrote it. */
  readonly input: string;
  readonly status: string;
  readonly text: string;
  readonly durationMs: number;
  readonly tokens: number;
  /** Of the program that it ran: its exit code, or the signal that ended it. */
  readonly exit?: number | string;
}

/** One line for a call: how it ended, its title, what it was about or why it failed, its time and its tokens. */
export function renderCall(call: EndedCall, columns: number | undefined): Pieces {
  const { title, status, durationMs, tokens, exit = 0 } = call;
  const failed = ["✗", "red"] as const;
  const [mark, style] = exit === 0 ? (marks[status] ?? failed) : failed;
  const about = describeAbout(call);
  const end = exit === 0 ? "" : typeof exit === "number" ? `exit ${exit} · ` : `ended by ${oneLine(exit)} · `;
  const cost = `${end}${describeTime(durationMs)} · ${describeCount(tokens, "token")}`;
  const whole = columns ?? Infinity;
  const name = fitText(oneLine(title), Math.max(12, Math.min(40, whole - textWidth(`${mark}   ${cost}`) - 1)));
  const room = whole - textWidth(`${mark} ${name}    ${cost}`) - 1;
  const shown = about === "" || room < 8 ? "" : `  ${room === Infinity ? about : fitText(about, room)}`;
  return [{ text: mark, style }, ` ${name}`, { text: `${shown}  ${cost}`, style: "dim" }];
}

/** What the call was about, or why it failed. */
function describeAbout({ input, status, text }: EndedCall): string {
  if (status === "ok" || status === "background") return describeArguments(input);
  if (status === "cancelled") return status;
  return status === "tool_error" ? firstLine(text) : `${status}: ${firstLine(text)}`;
}

const marks: Readonly<Record<string, readonly [mark: string, style: TextStyle]>> = {
  ok: ["✓", "green"],
  background: ["…", "cyan"],
  denied: ["–", "yellow"],
  not_run: ["–", "yellow"],
  cancelled: ["–", "yellow"],
};

const longestValue = 60;

/** The arguments in short: `path=a.ts, limit=3`. */
export function describeArguments(input: string): string {
  const parsed = parse(input);
  if (!isJsonObject(parsed)) return oneLine(input);
  const fields = Object.entries(parsed).map(([name, value]) => {
    const words = oneLine(typeof value === "string" ? value : JSON.stringify(value));
    return `${oneLine(name)}=${fitText(words, longestValue)}`;
  });
  return fields.join(", ");
}

function parse(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}

function firstLine(text: string): string {
  return oneLine(text.split("\n").find((line) => line.trim() !== "") ?? "");
}

/** On one line, with nothing hidden. */
function oneLine(text: string): string {
  return escapeHidden(text.replaceAll(/\s+/g, " ").trim());
}

/** 12 ms, 3.4 s, 2 min 5 s. */
export function describeTime(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
}

export function describeCount(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
