import type { MemoryHit, MemoryStore } from "../../memory/memory-store.ts";
import { overflowOf } from "../overflow-of.ts";
import type { Output } from "./schema.ts";

/** Beside what was found in files. */
const mostBeside = 3;

export async function findMemories(
  query: string,
  store: MemoryStore,
  signal: AbortSignal,
): Promise<Pick<Output, "memories">> {
  const { hits } = await store.search(query, mostBeside, signal);
  return hits.length === 0 ? {} : { memories: hits.map(showMemory) };
}

export async function answerFromMemories(
  query: string,
  store: MemoryStore,
  { offset, maxResults }: { readonly offset: number; readonly maxResults: number },
  signal: AbortSignal,
): Promise<Output> {
  const { hits, total } = await store.search(query, offset + maxResults, signal);
  const memories = hits.slice(offset).map(showMemory);
  const notes = total === 0 ? { notes: [`No memory has a word of ${JSON.stringify(query)}, or means it.`] } : {};
  return {
    hits: [],
    memories,
    total,
    ...notes,
    ...overflowOf(total, memories.length, offset, "Rarer words find fewer."),
  };
}

function showMemory({ topic, title, line, excerpt }: MemoryHit): NonNullable<Output["memories"]>[number] {
  return { topic, title, line, excerpt };
}
