import { type Call, ToolError } from "toolwright";
import type { SearchAnswer, SearchOptions } from "../../search/project-search.ts";
import type { Services } from "../../services.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { readScope as readFileScope } from "../file-scope.ts";
import { type FoundHit, type LostPlace, lose, maxLostTold, type Places, type SearchedPlace } from "./places.ts";
import { readKind, readLanguage } from "./read-filters.ts";
import type { Input } from "./schema.ts";

export interface PlaceAnswer {
  readonly place: Pick<SearchedPlace, "shown">;
  readonly found: readonly FoundHit[];
  readonly answer: Omit<SearchAnswer, "hits">;
}

export interface SearchPlacesOptions {
  readonly page: { readonly offset: number; readonly maxResults: number };
  readonly withSearch: Services["withSearch"];
  readonly lastSearchStatus: Services["lastSearchStatus"];
  readonly call: Pick<Call, "signal" | "progress">;
  readonly explain?: boolean;
  /** How long to wait for each place. Default: chosen by the search. */
  readonly waitMs?: number;
}

/** Limits per place, and for all together if there are many: the call has to end before its deadline. */
const placeWaitMs = 5_000;
const allWaitMs = 20_000;

/**
 * Searches each place separately, up to the end of the page: only the combined order tells which hits are on it. Places
 * that cannot be searched come last, with the reason.
 */
export async function searchPlaces(
  places: Places,
  input: Input,
  { page, withSearch, lastSearchStatus, call, explain = false, waitMs }: SearchPlacesOptions,
): Promise<readonly PlaceAnswer[]> {
  const language = input.language === undefined ? undefined : readLanguage(input.language);
  const kind = input.kind === undefined ? undefined : readKind(input.kind);
  const until = performance.now() + allWaitMs;
  const waitLeft = (): number => Math.max(0, Math.min(placeWaitMs, until - performance.now()));

  async function searchPlace(place: SearchedPlace): Promise<PlaceAnswer> {
    const options: SearchOptions = {
      signal: call.signal,
      limit: page.offset + page.maxResults,
      scope: await readScope(place, input, call.signal),
      content: wantedContent(input),
      language,
      kind,
      explain,
      ...(waitMs !== undefined ? { waitMs } : places.length === 1 ? {} : { waitMs: waitLeft() }),
      onProgress: (done, total) => call.progress({ message: `Reading ${place.shown} for the search`, done, total }),
      onSearching: () => call.progress({ message: `Searching ${place.shown}` }),
    };
    const { project } = place;
    if (lastSearchStatus(project) === undefined)
      call.progress({ message: `Loading the model and the index of ${place.shown}` });
    const { hits, ...answer } = await withSearch(project, (search) => search.search(input.query, options), call.signal);
    return { place, found: hits.map((hit) => ({ place, hit })), answer };
  }

  const answers: PlaceAnswer[] = [];
  const lost: LostPlace[] = [];
  for (const place of places) {
    if ("problem" in place) {
      lost.push(place);
      continue;
    }
    try {
      answers.push(await searchPlace(place));
    } catch (error) {
      call.signal.throwIfAborted();
      if (place.isOneOfMany !== true) throw error;
      lost.push(lose(place.shown, error));
    }
  }
  if (answers.length === 0 && lost.length > 0) throw allLost(lost);
  return [...answers, ...tellLost(lost)];
}

/** Naming a language implies its content: Markdown is not code. */
function wantedContent({ in: wanted, language }: Pick<Input, "in" | "language">): "code" | "docs" | undefined {
  if (wanted === "all" || (wanted === undefined && language !== undefined)) return undefined;
  return wanted === "docs" ? "docs" : "code";
}

/** The hits of one page in order, and the totals of all places. */
export function pageOf(
  answers: readonly PlaceAnswer[],
  { offset, maxResults }: SearchPlacesOptions["page"],
): { readonly found: readonly FoundHit[]; readonly total: number; readonly unlisted: number } {
  const found = answers
    .flatMap((each) => each.found)
    // Scores of different indexes are only roughly comparable; within one the order stays.
    .sort((a, b) => (answers.length === 1 ? 0 : b.hit.score - a.hit.score))
    .slice(offset, offset + maxResults);
  return {
    found,
    total: answers.reduce((sum, { answer }) => sum + answer.total, 0),
    unlisted: answers.reduce((sum, { answer }) => sum + answer.unlisted, 0),
  };
}

/** As answers without hits that say why. */
function tellLost(lost: readonly LostPlace[]): readonly PlaceAnswer[] {
  const more = lost.length - maxLostTold;
  const told = [
    ...lost.slice(0, maxLostTold),
    ...(more > 0 ? [{ shown: countOf(more, "more library", "more libraries"), problem: "cannot be searched" }] : []),
  ];
  return told.map((place) => ({
    place,
    found: [],
    answer: {
      kind: "words",
      total: 0,
      unlisted: 0,
      coverage: { done: 0, total: 0, lexicalOnly: undefined, note: `left out: ${place.problem}` },
    },
  }));
}

function allLost(lost: readonly LostPlace[]): ToolError {
  const why = lost.slice(0, maxLostTold).map(({ shown, problem }) => `${shown}: ${problem}`);
  return new ToolError("no_library", `None of the libraries can be searched. ${why.join(" ")}`, {
    next: { tool: "library", input: { action: "list" } },
  });
}

/** Which files of a place a question is about; undefined for all. */
async function readScope(
  { project, path, prefix }: SearchedPlace,
  input: Input,
  signal: AbortSignal,
): Promise<((path: string) => boolean) | undefined> {
  const scope = await readFileScope(path, project, { tool: "semantic_search", input, prefix, signal });
  if (scope.kind === "project") return undefined;
  if (scope.kind !== "file") return (each) => scope.has(each);
  const only = relativeTo(project.root, scope.file.real);
  return (each) => each === only;
}
