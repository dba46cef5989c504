import { visibleText } from "../../workspace/text/visible-text.ts";
import type { Output, OutputMemory } from "./schema.ts";

/** A memory is preceded by one line about it; lists have one line per memory. */
export function format({ action, memories = [], hits = [], content, overflow, topic = "" }: Output): string {
  const [first] = memories;
  switch (action) {
    case "write":
      return first === undefined ? "" : `Written: ${memoryLine(first)}`;
    case "delete":
      return `Deleted: ${show(topic)}`;
    case "read":
      return first === undefined ? "" : `[${memoryLine(first)}]\n${show(content ?? "")}`;
    case "search":
      return (
        joinPage(
          hits.map((hit) => `${head(hit)}:${hit.line}: ${show(hit.excerpt)}${staleness(hit)}`),
          overflow,
        ) ?? "Nothing found."
      );
    case "list":
      return joinPage(memories.map(line), overflow) ?? describeNone(topic);
  }
}

function line(memory: OutputMemory): string {
  const title = memory.title === memory.topic ? "" : `: ${show(memory.title)}`;
  return `${head(memory)}${title}${staleness(memory)}`;
}

function memoryLine(memory: OutputMemory): string {
  return `${head(memory)}, ${memory.updated_at.slice(0, 10)}${staleness(memory)}`;
}

function head({ topic, private: isPrivate }: OutputMemory): string {
  return `${topic}${isPrivate ? " (private)" : ""}`;
}

function staleness({ stale }: OutputMemory): string {
  if (stale.length === 0) return "";
  const shown = stale.slice(0, 3).map(show).join(", ");
  const rest = stale.length > 3 ? ` and ${stale.length - 3} more` : "";
  return ` (may be out of date: ${shown}${rest})`;
}

/** Undefined if there is nothing at all. */
function joinPage(lines: readonly string[], overflow: Output["overflow"]): string | undefined {
  const rest = overflow === undefined ? [] : [describeRest(overflow)];
  return lines.length + rest.length === 0 ? undefined : [...lines, ...rest].join("\n");
}

function describeRest({ shown, total, hint, next_offset }: NonNullable<Output["overflow"]>): string {
  if (next_offset === undefined) return shown === 0 ? hint : `${shown} of ${total} shown.`;
  return `${shown} of ${total} shown. Next: offset ${next_offset}. ${hint}`;
}

function describeNone(topic: string): string {
  return topic === "" ? "No memories yet." : `No memories below ${show(JSON.stringify(topic))}.`;
}

/** Line endings of files written on Windows are not part of the text. */
function show(text: string): string {
  return visibleText(text.replaceAll("\r\n", "\n"));
}
