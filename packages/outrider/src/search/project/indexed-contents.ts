import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import { joinInSteps } from "../lexical/join-segments.ts";
import { createLexicalIndex, type LexicalIndex } from "../lexical/lexical-index.ts";
import { decodeTerms } from "../records/encode-terms.ts";
import type { FileTerms } from "../records/file-terms.ts";
import type { ChosenContents, ContentFacts } from "../ranking/corpus.ts";
import { createPathTable, type PathTable } from "../ranking/path-table.ts";
import type { ContentKey } from "../stores/vector-store.ts";
import { fitsLanguage, type LanguageFilter } from "./searchable.ts";

/** Which file has which content. A content shared by several files is indexed, and found, once. */
export interface IndexedContents {
  readonly index: LexicalIndex<ContentKey>;
  readonly paths: ReadonlyMap<string, ContentKey>;
  pathsOf(content: ContentKey): readonly string[];
  /** For searchable contents; undefined if no file has it. */
  facts(content: ContentKey): ContentFacts | undefined;
  /** The current contents in some languages. */
  choose(filter: LanguageFilter): ChosenContents;
  terms(content: ContentKey): FileTerms | undefined;
  /** Returns whether the content is new to the index. */
  attach(path: string, content: ContentKey): boolean;
  /** Returns the content if no file has it any more. */
  detach(path: string): ContentKey | undefined;
  /** Makes attached contents searchable. */
  admit(contents: readonly ContentKey[]): void;
  /** Joins many small segments in steps, so that questions search only a few. */
  join(signal: AbortSignal): Promise<void>;
  clear(): void;
}

// oxlint-disable-next-line max-lines-per-function -- tables that must change together
export function createIndexedContents(record: (content: ContentKey) => Uint8Array | undefined): IndexedContents {
  let index = createLexicalIndex<ContentKey>();
  const paths = new Map<string, ContentKey>();
  const holders = new Map<ContentKey, Set<string>>();
  const decoded = new Map<ContentKey, FileTerms>();
  const about = new Map<ContentKey, Pick<ContentFacts, "language" | "note">>();
  /** Every question needs all of these. */
  const facts = new Map<ContentKey, ContentFacts>();
  /** What all questions with the same filter need, until something changes. */
  const chosen = new Map<string, ChosenContents>();
  /** The generation of the index that the numbers in `chosen` refer to. */
  let chosenAt = 0;

  function terms(content: ContentKey): FileTerms | undefined {
    const known = decoded.get(content);
    if (known !== undefined) return known;
    const bytes = record(content);
    if (bytes === undefined) return undefined;
    const fresh = decodeTerms(bytes);
    if (decoded.size >= maxDecoded) decoded.clear();
    decoded.set(content, fresh);
    return fresh;
  }

  function factsOf(content: ContentKey): ContentFacts | undefined {
    const known = facts.get(content);
    if (known !== undefined) return known;
    const [own, there] = [about.get(content), holders.get(content)];
    if (own === undefined || there === undefined) return undefined;
    const made = { ...own, paths: [...there].sort(byLength) };
    facts.set(content, made);
    return made;
  }

  function choose(filter: LanguageFilter): ChosenContents {
    if (chosenAt !== index.generation) chosen.clear();
    chosenAt = index.generation;
    const name = JSON.stringify([filter.language, filter.content]);
    const known =
      chosen.get(name) ??
      createChosen(index, (content) => {
        const own = factsOf(content);
        return own === undefined || !fitsLanguage(filter, own.language) ? undefined : own.paths[0];
      });
    chosen.set(name, known);
    return known;
  }

  function detach(path: string): ContentKey | undefined {
    const content = paths.get(path);
    if (content === undefined) return undefined;
    paths.delete(path);
    chosen.clear();
    const left = holders.get(content);
    left?.delete(path);
    facts.delete(content);
    if (left !== undefined && left.size > 0) return undefined;
    holders.delete(content);
    about.delete(content);
    index.remove(content);
    return content;
  }

  return {
    get index() {
      return index;
    },
    paths,
    pathsOf: (content) => [...(holders.get(content) ?? [])],
    facts: factsOf,
    choose,
    terms,
    attach(path, content) {
      paths.set(path, content);
      chosen.clear();
      facts.delete(content);
      const known = holders.get(content);
      if (known === undefined) holders.set(content, new Set([path]));
      else known.add(path);
      return known === undefined;
    },
    detach,
    admit(contents) {
      const fresh = contents.flatMap((content) => {
        const bytes = holders.has(content) ? record(content) : undefined;
        return bytes === undefined ? [] : [[content, decodeTerms(bytes)] as const];
      });
      for (const [content, { language, note }] of fresh) about.set(content, { language, note });
      index.add(fresh);
    },
    async join(signal) {
      const pause = createYield(signal);
      for (let job = index.joinJob(); job !== undefined; job = index.joinJob()) {
        const current = index;
        const steps = joinInSteps(job.parts);
        let step = steps.next();
        for (; step.done !== true; step = steps.next()) await pause();
        if (current !== index) return;
        index.adoptJoined(job, step.value);
      }
    },
    clear() {
      index = createLexicalIndex<ContentKey>();
      paths.clear();
      chosen.clear();
      holders.clear();
      decoded.clear();
      about.clear();
      facts.clear();
    },
  };
}

function createChosen(
  { segments, slots }: LexicalIndex<ContentKey>,
  pathOf: (content: ContentKey) => string | undefined,
): ChosenContents {
  let numbers: Uint8Array | undefined;
  let paths: PathTable | undefined;

  function findNumbers(): Uint8Array {
    const last = segments.at(-1);
    const found = new Uint8Array(last === undefined ? 0 : last.contentBase + last.keys.length);
    for (const [content, slot] of slots) {
      if (pathOf(content) !== undefined) found[slot.segment.contentBase + slot.content] = 1;
    }
    return found;
  }

  return {
    numbers: () => (numbers ??= findNumbers()),
    paths: () => (paths ??= createPathTable(slots.keys(), pathOf)),
  };
}

/** Contents shown in answers are requested repeatedly; the others only once. */
const maxDecoded = 500;

/** Of several paths with the same content, the one closest to the root is the original. */
function byLength(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}
