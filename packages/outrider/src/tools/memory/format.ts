import type { Output, OutputMemory } from "./schema.ts";

/** A memory is read after its one line about itself; lists are one line each. */
export function format({ action, memories = [], hits = [], content, total = 0, topic = "" }: Output): string {
  const [first] = memories;
  switch (action) {
    case "write":
      return first === undefined ? "" : `Written: ${describe(first)}`;
    case "delete":
      return `Deleted: ${show(topic)}`;
    case "read":
      return first === undefined ? "" : `[${describe(first)}]\n${show(content ?? "")}`;
    case "search":
      return hits.length === 0
        ? "Nothing found."
        : [
            ...hits.map((hit) => `${head(hit)}:${hit.line}: ${show(hit.excerpt)}${staleness(hit)}`),
            ...more(hits.length, total, "Use rarer words."),
          ].join("\n");
    case "list":
      return memories.length === 0
        ? topic === ""
          ? "No memories yet."
          : `No memories below ${show(JSON.stringify(topic))}.`
        : [...memories.map(line), ...more(memories.length, total, "Narrow with topic.")].join("\n");
  }
}

function line(memory: OutputMemory): string {
  const title = memory.title === memory.topic ? "" : `: ${show(memory.title)}`;
  return `${head(memory)}${title}${staleness(memory)}`;
}

function describe(memory: OutputMemory): string {
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

function more(shown: number, total: number, hint: string): readonly string[] {
  return total > shown ? [`${shown} of ${total} shown. ${hint}`] : [];
}

/** What a reader could not see is written out; joiners inside emoji and letters stay. */
function show(text: string): string {
  return text.replaceAll(/(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) => {
    if (hidden === "\r") return "";
    return `\\u{${(hidden.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
