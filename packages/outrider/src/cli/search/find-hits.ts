import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import type { Call } from "toolwright";
import { isLibraryPath } from "../../libraries/library-path.ts";
import type { MemoryHit } from "../../memory/memory-store.ts";
import { type BuildStep, buildIndex } from "../../search/build-index.ts";
import type { Coverage, ProjectSearch, SearchAnswer } from "../../search/project-search.ts";
import { describeHits } from "../../tools/semantic_search/describe-hits.ts";
import { findPlaces, type FoundHit } from "../../tools/semantic_search/places.ts";
import type { Hit } from "../../tools/semantic_search/schema.ts";
import { pageOf, searchPlaces } from "../../tools/semantic_search/search-places.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import { asLongAsItTakes, type ProjectAtHand } from "./open-project.ts";
import { namePhase, type ProgressLine } from "./progress.ts";
import type { SearchQuestion } from "./question.ts";

/** A hit as the tool shows it and as the search found it. */
export interface Found extends FoundHit {
  readonly shown: Hit;
}

export interface Answer {
  /** How the question was interpreted; undefined if only memories were searched. */
  readonly kind: SearchAnswer["kind"] | undefined;
  readonly found: readonly Found[];
  readonly memories: readonly MemoryHit[];
  /** Number of places in the whole list, from which pages are taken. */
  readonly total: number;
  /** Number of further matching files, too many to be listed. */
  readonly unlisted: number;
  readonly coverage: readonly (Coverage & { readonly place: string })[];
  /** Files kept changing between the answer and the reading of its lines. */
  readonly isStale: boolean;
}

interface Asking {
  readonly signal: AbortSignal;
  readonly progress: ProgressLine;
}

/** When shown together with other hits. */
const fewMemories = 3;

/** How often the search is repeated when a file changes between the answer and the reading of its lines. */
const maxTries = 3;

export async function findHits(question: SearchQuestion, atHand: ProjectAtHand, asking: Asking): Promise<Answer> {
  const { query, limit, offset } = question;
  const { project, services, settings } = atHand;
  const store = services.memoryOf(project);
  if (question.in === "memories") {
    const { hits, total } = await store.search(query, offset + limit, asking.signal);
    return {
      kind: undefined,
      found: [],
      memories: hits.slice(offset),
      total,
      unlisted: 0,
      coverage: [],
      isStale: false,
    };
  }
  const asked = { ...question, path: await fromHere(question, atHand) };
  const page = { offset, maxResults: limit };
  const places = await findPlaces(asked, project, { libraries: services.libraries, signal: asking.signal });
  // The search itself waits for words and the bundled model.
  if (settings.embedder !== "static")
    await services.withSearch(project, (search) => readAll(search, atHand, asking), asking.signal);
  const call = {
    signal: asking.signal,
    progress: ({ message = "", done = 0, total }: Parameters<Call["progress"]>[0]) =>
      total === undefined ? asking.progress.say(`${message} …`) : asking.progress.tell("files", done, total),
  };
  for (let tries = 1; ; tries += 1) {
    const answers = await searchPlaces(places, asked, {
      page,
      withSearch: services.withSearch,
      lastSearchStatus: services.lastSearchStatus,
      call,
      explain: question.explain,
      waitMs: asLongAsItTakes,
    });
    const { found, total, unlisted } = pageOf(answers, page);
    const { hits, isStale } = await describeHits(found, question);
    if (isStale && tries < maxTries) continue;
    return {
      kind: answers[0]?.answer.kind,
      found: found.flatMap((each, index) => {
        const shown = hits[index];
        return shown === undefined ? [] : [{ ...each, shown }];
      }),
      memories: question.in === "all" ? (await store.search(query, fewMemories, asking.signal)).hits : [],
      total,
      unlisted,
      coverage: answers.map(({ place, answer }) => ({ ...answer.coverage, place: place.shown })),
      isStale,
    };
  }
}

/** A user's path is relative to the current directory, as long as that is inside the project. */
async function fromHere({ path, scope }: SearchQuestion, { project, cwd }: ProjectAtHand): Promise<string | undefined> {
  if (path === undefined || isLibraryPath(path)) return path;
  // Inside a library the path is the same wherever the user is.
  if (scope === "libraries" || (scope !== undefined && isLibraryPath(scope))) return path;
  const here = await realpath(cwd);
  const meant = resolve(here, path);
  if (!isInside(project.root, here)) return path;
  return isInside(project.root, meant) ? relativeTo(project.root, meant) : meant;
}

async function readAll(search: ProjectSearch, atHand: ProjectAtHand, { signal, progress }: Asking): Promise<void> {
  const symbols = atHand.services.symbolsOf(atHand.project);
  const onStep = (step: BuildStep): void => progress.tell(namePhase(step), step.done, step.total);
  await buildIndex({ symbols, search }, { signal, waitMs: asLongAsItTakes, onStep });
}
