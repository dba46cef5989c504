import { readName } from "../text/terms.ts";
import { eachName, longestKept, ownText } from "../text/words.ts";
import { addCount, type Field, raiseNameLevel } from "./file-terms.ts";

/** A name to be counted: the slots of its terms, and its words. */
interface NamePlaces {
  readonly places: readonly number[];
  readonly words: readonly string[];
}

/** Assigns a slot to every term, so that counts can be kept in arrays, which is several times faster than a map. */
interface TermPlaces {
  /** The number of slots, or of names if there are more. */
  readonly size: number;
  ofName(name: string): NamePlaces;
  ofTerm(term: number): number;
  termAt(place: number): number;
}

/** The unique terms of one chunk, with how often and where they occur. */
export interface CountedTerms {
  readonly places: Uint32Array;
  readonly counts: Uint16Array;
  /** Number of terms per field. */
  readonly lengths: Readonly<Record<Field, number>>;
}

/** Counts one chunk after the other, in arrays that are reused. */
export interface TermCounter {
  /** Counts a part of a text; adds its words to `words`, as many as fit. */
  add(field: Exclude<Field, "name">, part: TextPart, words?: WordList): void;
  addName(name: string, level: number): void;
  /** A declared name is not a word of the text: it has its own term, and does not add to any length. */
  declare(term: number, level: number): void;
  /** What was counted since the last call. */
  take(): CountedTerms;
  /** The terms of a file's chunks, ascending, and for each chunk which of them it contains. */
  join(chunks: readonly CountedTerms[]): JoinedTerms;
}

export interface TextPart {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words for a vector. */
export interface WordList {
  readonly words: string[];
  readonly most: number;
}

export interface JoinedTerms {
  readonly terms: Uint32Array;
  readonly chunks: readonly { readonly at: Uint32Array; readonly counts: Uint16Array }[];
}

/** Maximum number of terms with a slot. Beyond it, the next file starts from scratch, or the table would keep growing. */
const maxPlaces = 2 ** 17;
/** Packs two numbers into one, so that they are sorted together and without a comparison callback. */
const countRange = 2 ** 16;
const placeRange = 2 ** 21;

/** One per thread: the counts of a chunk must be taken before the next one begins. */
// oxlint-disable-next-line max-lines-per-function -- tables that must change together
export function createTermCounter(): TermCounter {
  let places = createTermPlaces();
  /** By slot: counts of the chunk, packed as in `addCount`. */
  let packed = new Uint16Array(2 ** 14);
  /** By slot: its index among the terms of the file. */
  let numbers = new Uint32Array(2 ** 14);
  /** Slots used by the chunk. */
  let touched: number[] = [];
  let lengths: Record<Field, number> = { name: 0, head: 0, doc: 0, body: 0 };

  function grow(least: number): void {
    const length = 2 ** Math.ceil(Math.log2(least + 1));
    const larger = new Uint16Array(length);
    larger.set(packed);
    packed = larger;
    numbers = new Uint32Array(length);
  }

  /** Returns its count so far. */
  function touch(place: number): number {
    if (place >= packed.length) grow(place);
    const before = packed[place] ?? 0;
    if (before === 0) touched.push(place);
    return before;
  }

  /** The level is at least 1, so a used slot has a nonzero count. */
  function raise(place: number, level: number): void {
    const before = touch(place);
    packed[place] = raiseNameLevel(before, level);
  }

  return {
    add(field, { text, start, end }, into) {
      eachName(
        text,
        (name) => {
          const { places: own, words } = places.ofName(name);
          for (const place of own) {
            const before = touch(place);
            packed[place] = addCount(before, field);
          }
          lengths[field] += own.length;
          if (into !== undefined && into.words.length < into.most) for (const word of words) into.words.push(word);
        },
        start,
        end,
      );
    },
    addName(text, level) {
      eachName(text, (name) => {
        const { places: own, words } = places.ofName(name);
        for (const place of own) raise(place, level);
        lengths.name += words.length;
      });
    },
    declare(term, level) {
      raise(places.ofTerm(term), level);
    },
    take() {
      const taken = {
        places: Uint32Array.from(touched),
        counts: Uint16Array.from(touched, (place) => packed[place] ?? 0),
        lengths,
      };
      for (const place of touched) packed[place] = 0;
      touched = [];
      lengths = { name: 0, head: 0, doc: 0, body: 0 };
      return taken;
    },
    join(chunks) {
      const all: number[] = [];
      for (const chunk of chunks) {
        for (const place of chunk.places) {
          if (packed[place] !== 0) continue;
          packed[place] = 1;
          all.push(places.termAt(place) * placeRange + place);
        }
      }
      const sorted = Float64Array.from(all).sort();
      const terms = new Uint32Array(sorted.length);
      sorted.forEach((both, number) => {
        const place = both % placeRange;
        packed[place] = 0;
        numbers[place] = number;
        terms[number] = (both - place) / placeRange;
      });
      const joined = { terms, chunks: chunks.map((chunk) => numberTerms(chunk, numbers)) };
      if (places.size > maxPlaces) places = createTermPlaces();
      return joined;
    },
  };
}

/** Ascending by number. */
function numberTerms({ places, counts }: CountedTerms, numbers: Uint32Array): JoinedTerms["chunks"][number] {
  const both = new Float64Array(places.length);
  for (let index = 0; index < both.length; index += 1)
    both[index] = (numbers[places[index] ?? 0] ?? 0) * countRange + (counts[index] ?? 0);
  both.sort();
  const at = new Uint32Array(both.length);
  const sorted = new Uint16Array(both.length);
  for (let index = 0; index < both.length; index += 1) {
    const value = both[index] ?? 0;
    at[index] = value / countRange;
    sorted[index] = value % countRange;
  }
  return { at, counts: sorted };
}

function createTermPlaces(): TermPlaces {
  const names = new Map<string, NamePlaces>();
  const places = new Map<number, number>();
  const terms: number[] = [];

  function ofTerm(term: number): number {
    // Small integers are fast keys; larger numbers are heap objects.
    const key = term | 0;
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = terms.length;
    places.set(key, place);
    terms.push(term);
    return place;
  }

  return {
    get size() {
      return Math.max(terms.length, names.size);
    },
    ofName(name) {
      const known = names.get(name);
      if (known !== undefined) return known;
      const { terms: own, words } = readName(name);
      const found = { places: own.map(ofTerm), words };
      if (name.length <= longestKept) names.set(ownText(name), found);
      return found;
    },
    ofTerm,
    termAt: (place) => terms[place] ?? 0,
  };
}
