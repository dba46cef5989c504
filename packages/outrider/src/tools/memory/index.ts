import { defineTool, type Call, createOutputGuard, didYouMean, ToolError, writes } from "toolwright";
import type { MemoryInfo, MemoryStore } from "../../memory/memory-store.ts";
import type { Services } from "../../services.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { overflowOf } from "../fields.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { input, output, type Input, type Output, type OutputMemory } from "./schema.ts";

const maxListed = 100;
const maxHits = 8;

const required = {
  write: ["topic", "content"],
  read: ["topic"],
  list: [],
  delete: ["topic"],
  search: ["query"],
} as const satisfies Record<Input["action"], readonly (keyof Input)[]>;

const allowed: Readonly<Record<Input["action"], readonly (keyof Input)[]>> = {
  write: ["topic", "content", "private", "anchors"],
  read: ["topic", "private"],
  list: ["topic", "private", "offset", "limit"],
  delete: ["topic", "private"],
  search: ["query", "private", "offset", "limit"],
};

export default defineTool({
  name: "memory",
  description,
  guide,
  input,
  output,
  effects: { ...writes, idempotent: true },
  deadlineMs: 30_000,
  examples: [
    { title: "What is known", input: { action: "list" } },
    { title: "Find a note", input: { action: "search", query: "how tests run" } },
    { title: "No such topic", input: { action: "read", topic: "no/such/topic" }, fails: "no_memory" },
    { title: "A search for nothing", input: { action: "search" }, fails: "missing_fields" },
  ],
  handle,
  format,
});

async function handle(
  given: Input,
  { workspace, memoryOf }: Pick<Services, "workspace" | "memoryOf">,
  { signal }: Pick<Call, "signal">,
): Promise<Output> {
  const input = withoutEmpty(given);
  const { action, topic } = input;
  checkFields(input);
  const store = memoryOf(await workspace.project(input.project));
  // Clients fill in false on their own; it hides nothing.
  const onlyPrivate = input.private === true ? { private: true } : {};
  if (action === "list") {
    const all = await store.list(signal);
    return listBelow(input.private === true ? all.filter((each) => each.private) : all, input);
  }
  if (action === "search") {
    const { offset, maxResults: limit } = createOutputGuard(input, { maxResults: maxHits });
    const { hits, total } = await store.search(input.query ?? "", offset + limit, signal, onlyPrivate);
    const page = hits.slice(offset).map((hit) => ({ ...outputMemory(hit), line: hit.line, excerpt: hit.excerpt }));
    return { action, hits: page, total, ...overflowOf(total, page.length, offset, "Rarer words find fewer.") };
  }
  // `checkFields` has ensured this.
  if (topic === undefined) throw needs(action, "topic");
  const place = { private: input.private };
  if (action === "read") {
    const found = await store.read(topic, signal, place);
    if (found === undefined) throw await noMemory(store, topic, signal);
    return { action, memories: [outputMemory(found)], content: found.content };
  }
  if (action === "delete") {
    if (!(await store.delete(topic, signal, place))) throw await noMemory(store, topic, signal);
    return { action, topic };
  }
  const written = await store.write(topic, input.content ?? "", { ...place, anchors: input.anchors, signal });
  return { action, memories: [outputMemory(written)] };
}

/** Some clients fill in every field of a schema; an empty string or an offset of 0 means nothing. */
function withoutEmpty(input: Input): Input {
  const { topic, content, query, offset, ...rest } = input;
  return {
    ...rest,
    topic: topic || undefined,
    content: content || undefined,
    query: query || undefined,
    offset: offset || undefined,
  };
}

/** A field that the action does not use would be ignored silently, and so would the caller's intent. */
function checkFields(input: Input): void {
  const { action } = input;
  const missing = required[action].filter((field) => input[field] === undefined);
  if (missing.length > 0) throw needs(action, missing.join(" and "));
  const fields = ["topic", "content", "query", "offset", "limit"] as const;
  const given = fields.filter((field) => input[field] !== undefined);
  const extra = given.filter((field) => !allowed[action].includes(field));
  if (extra.length === 0) return;
  throw new ToolError(
    "wrong_fields",
    `${action} takes no ${extra.join(" and no ")}; it takes ${allowed[action].join(", ")}.`,
  );
}

function needs(action: Input["action"], fields: string): ToolError {
  return new ToolError("missing_fields", `${action} needs ${fields}; it takes ${allowed[action].join(", ")}.`);
}

function listBelow(all: readonly MemoryInfo[], input: Input): Output {
  const { topic } = input;
  const start = topic?.replace(/\/+$/, "");
  const isBelow = (each: MemoryInfo): boolean => each.topic === start || each.topic.startsWith(`${start}/`);
  const below = start === undefined ? all : all.filter(isBelow);
  const { offset, maxResults: limit } = createOutputGuard(input, { maxResults: maxListed });
  const page = below.slice(offset, offset + limit);
  return {
    action: "list",
    memories: page.map(outputMemory),
    total: below.length,
    ...overflowOf(below.length, page.length, offset, "Narrow with topic."),
    ...(topic === undefined ? {} : { topic }),
  };
}

function outputMemory({ topic, title, private: isPrivate, bytes, updatedAt, stale }: MemoryInfo): OutputMemory {
  return { topic, title, private: isPrivate, bytes, updated_at: updatedAt, stale: [...stale] };
}

async function noMemory(store: MemoryStore, topic: string, signal: AbortSignal): Promise<ToolError> {
  const topics = (await store.list(signal)).map((each) => each.topic);
  return new ToolError("no_memory", `There is no memory ${showPath(topic)}.${didYouMean(topic, topics)}`, {
    next: { tool: "memory", input: { action: "list" } },
  });
}
