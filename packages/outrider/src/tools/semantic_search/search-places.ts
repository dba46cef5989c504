import type { Call } from "toolwright";
import type { SearchAnswer } from "../../search/project-search.ts";
import type { Services } from "../../services.ts";
import type { FoundHit, SearchedPlace } from "./places.ts";
import { readKind, readLanguage } from "./read-filters.ts";
import { readScope } from "./read-scope.ts";
import type { Input } from "./schema.ts";

export interface PlaceAnswer {
  readonly place: SearchedPlace;
  readonly answer: SearchAnswer;
}

export interface SearchPlacesOptions {
  readonly page: { readonly offset: number; readonly maxResults: number };
  readonly searchOf: Services["searchOf"];
  readonly call: Pick<Call, "signal" | "progress">;
  readonly explain?: boolean;
  /** How long each place is waited for; what the search thinks right unless told. */
  readonly waitMs?: number;
}

/** Of each place, and of all together, when many are asked at once: the call has to end before its deadline. */
const placeWaitMs = 5_000;
const allWaitMs = 20_000;

/** Each place by itself, with all of its hits up to the end of the page: what is on it shows when they are put together. */
export async function searchPlaces(
  places: readonly SearchedPlace[],
  input: Input,
  { page, searchOf, call, explain = false, waitMs }: SearchPlacesOptions,
): Promise<readonly PlaceAnswer[]> {
  const language = input.language === undefined ? undefined : readLanguage(input.language);
  const kind = input.kind === undefined ? undefined : readKind(input.kind);
  const until = performance.now() + allWaitMs;
  const patience = (): number => Math.max(0, Math.min(placeWaitMs, until - performance.now()));
  const answers: PlaceAnswer[] = [];
  for (const place of places) {
    const answer = await searchOf(place.project).search(input.query, {
      signal: call.signal,
      limit: page.offset + page.maxResults,
      scope: await readScope(place, input, call.signal),
      content: input.in === "all" ? undefined : input.in === "docs" ? "docs" : "code",
      language,
      kind,
      explain,
      ...(waitMs !== undefined ? { waitMs } : places.length === 1 ? {} : { waitMs: patience() }),
      onProgress: (done, total) => call.progress({ message: `Reading ${place.shown} for the search`, done, total }),
    });
    answers.push({ place, answer });
  }
  return answers;
}

/** The hits of one page in their order, and what all places have together. */
export function pageOf(
  answers: readonly PlaceAnswer[],
  { offset, maxResults }: SearchPlacesOptions["page"],
): { readonly found: readonly FoundHit[]; readonly total: number; readonly unlisted: number } {
  const found = answers
    .flatMap(({ place, answer }) => answer.hits.map((hit) => ({ place, hit })))
    // Scores of several indexes are only roughly alike; within one the order stays.
    .sort((a, b) => (answers.length === 1 ? 0 : b.hit.score - a.hit.score))
    .slice(offset, offset + maxResults);
  return {
    found,
    total: answers.reduce((sum, { answer }) => sum + answer.total, 0),
    unlisted: answers.reduce((sum, { answer }) => sum + answer.unlisted, 0),
  };
}
