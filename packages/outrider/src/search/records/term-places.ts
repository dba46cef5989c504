import { longestKept, ownText } from "../text/words.ts";
import { readName } from "../text/terms.ts";

/** A name as it is counted: the places of its terms, and its words. */
export interface NamePlaces {
  readonly places: readonly number[];
  readonly words: readonly string[];
}

/** Gives every term that is met a place, so that counts lie in arrays: in a map of numbers they take several times as long. */
export interface TermPlaces {
  /** How much is kept: places, or names where they are more. */
  readonly size: number;
  ofName(name: string): NamePlaces;
  ofTerm(term: number): number;
  termAt(place: number): number;
}

export function createTermPlaces(): TermPlaces {
  const names = new Map<string, NamePlaces>();
  const places = new Map<number, number>();
  const terms: number[] = [];

  function ofTerm(term: number): number {
    // Small whole numbers make quick keys; larger ones are objects.
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
