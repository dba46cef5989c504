import { type Call, createOutputGuard, ToolError } from "toolwright";
import type { MemoryHit, MemoryStore } from "../../memory/memory-store.ts";
import type { Services } from "../../services.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { describeIncomplete } from "../describe-incomplete.ts";
import { overflowOf } from "../fields.ts";
import { describeHits } from "./describe-hits.ts";
import { findPlaces } from "./places.ts";
import { describeFilters } from "./read-filters.ts";
import type { Hit, Input, Output } from "./schema.ts";
import { pageOf, type PlaceAnswer, searchPlaces } from "./search-places.ts";

/** Limit of memories when files were found too. */
const maxBeside = 3;
const maxHits = 10;
/** A long stack trace fits; anything longer is not a question. */
export const longestQuery = 20_000;
/** How often the search is repeated when a file changes between the answer and the reading of its lines. */
const maxTries = 3;
/** Searching many places already takes long: the call has to end before its deadline. */
const maxTryingMs = 10_000;

export async function handle(
  input: Input,
  services: Pick<Services, "workspace" | "libraries" | "withSearch" | "lastSearchStatus" | "memoryOf">,
  call: Call,
): Promise<Output> {
  const query = input.query.trim();
  if (query === "") throw new ToolError("empty_query", "The query is empty: say in a few words what the code does.");
  if (query.length > longestQuery) {
    throw new ToolError(
      "long_query",
      `The query has ${query.length} characters, and ${longestQuery} are the most: ask with the part that says what is looked for.`,
    );
  }
  const project = await services.workspace.project(input.project);
  const page = createOutputGuard(input, { maxResults: maxHits });
  const memories = services.memoryOf(project);
  if (input.in === "memories") return await answerFromMemories(query, memories, page, call.signal);

  const places = await findPlaces(input, project, { libraries: services.libraries, signal: call.signal });
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    const answers = await searchPlaces(places, { ...input, query }, { ...services, page, call });
    const { found, total, unlisted } = pageOf(answers, page);
    const { hits, isStale } = await describeHits(found, { query, body: input.body ?? false });
    if (isStale && tries < maxTries && performance.now() - started < maxTryingMs) continue;
    return {
      hits: hits.map(withFewCopies),
      ...(input.in === "all" ? await findMemories(query, memories, call.signal) : {}),
      total,
      ...notesOf({ ...input, query }, answers, { total, unlisted }),
      ...cutOf(answers),
      ...partialOf(answers, isStale),
      ...overflowOf(total, hits.length, page.offset, "A narrower query, path or kind finds fewer."),
    };
  }
}

function cutOf(answers: readonly PlaceAnswer[]): Pick<Output, "cut"> {
  const cut = answers.find(({ answer }) => answer.coverage.cut !== undefined)?.answer.coverage.cut;
  return cut === undefined ? {} : { cut };
}

const maxCopies = 3;

/** A licence or a generated file may exist in hundreds of places; those nearest to the root represent them. */
function withFewCopies(hit: Hit): Hit {
  const { copies = [] } = hit;
  if (copies.length <= maxCopies) return hit;
  const nearest = copies.toSorted((one, other) => one.length - other.length || (one < other ? -1 : 1));
  return { ...hit, copies: nearest.slice(0, maxCopies), more_copies: copies.length - maxCopies };
}

/** What an answer does not cover, for each place. */
function partialOf(answers: readonly PlaceAnswer[], isStale: boolean): Pick<Output, "partial"> {
  const partial = answers.flatMap(({ place, answer: { coverage } }) => {
    const where = answers.length === 1 ? "" : `${place.shown}: `;
    const { lexicalOnly, note } = coverage;
    return [
      ...describeIncomplete(coverage, where),
      ...(lexicalOnly === undefined ? [] : [`${where}by words alone: ${lexicalOnly}`]),
      ...(note === undefined ? [] : [`${where}${note}`]),
    ];
  });
  if (isStale) partial.push("files change while they are read: lines of some may be off");
  return partial.length === 0 ? {} : { partial };
}

function notesOf(
  input: Input,
  answers: readonly PlaceAnswer[],
  { total, unlisted }: { readonly total: number; readonly unlisted: number },
): Pick<Output, "notes"> {
  if (total > 0) {
    return unlisted === 0
      ? {}
      : { notes: [`${countOf(unlisted, "more file")} with a word of it: too many to be listed`] };
  }
  if (answers.some(({ answer: { coverage } }) => coverage.done < coverage.total))
    return { notes: [`No file that is read has a word of ${JSON.stringify(input.query)}.`] };
  const all = answers.reduce((sum, { answer }) => sum + answer.coverage.total, 0);
  const files = answers.reduce((sum, { answer: { coverage } }) => sum + (coverage.fitting ?? coverage.total), 0);
  if (files === 0) return { notes: [`None of ${countOf(all, "file")} fits ${describeFilters(input)}.`] };
  const next = input.in === "all" ? "Other words may find it." : 'Other words, or in: "all", may find it.';
  return {
    notes: [`Nothing in ${countOf(files, "file")} has a word of ${JSON.stringify(input.query)}, or means it. ${next}`],
  };
}

async function findMemories(query: string, store: MemoryStore, signal: AbortSignal): Promise<Pick<Output, "memories">> {
  const { hits } = await store.search(query, maxBeside, signal);
  return hits.length === 0 ? {} : { memories: hits.map(showMemory) };
}

async function answerFromMemories(
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
