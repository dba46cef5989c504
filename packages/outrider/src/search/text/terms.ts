import { stemmer } from "stemmer";
import { eachName, longestKept, ownText, splitName } from "./words.ts";

/**
 * How the lexical index sees a text: numbers instead of words. Words are stemmed, so that "parsing" finds `parse`; a name of
 * several words also counts as a whole, so that `readFile` finds itself before other reads of files.
 */
export interface NameTerms {
  /** Terms of its words, then of the whole name if it has several words. */
  readonly terms: readonly number[];
  /** The words themselves, in the order of the name. */
  readonly words: readonly string[];
}

// Names repeat: most names in a text are known after its first lines.
const maxKnown = 50_000;
const known = new Map<string, NameTerms>();

export function termsOfName(name: string): NameTerms {
  const cached = known.get(name);
  if (cached !== undefined) return cached;
  const found = readName(name);
  if (known.size >= maxKnown) known.clear();
  if (name.length <= longestKept) known.set(ownText(name), found);
  return found;
}

/** The same, without caching. */
export function readName(name: string): NameTerms {
  const words = splitName(name);
  const terms = words.filter(isTelling).map(termOfWord);
  if (words.length > 1) terms.push(wholeTerm(name));
  return { terms, words };
}

// Names share their words, and stemming takes longer than everything else.
const ofWords = new Map<string, number>();

/** Expects a lowercase word. */
export function termOfWord(word: string): number {
  const cached = ofWords.get(word);
  if (cached !== undefined) return cached;
  const term = hashTerm(stemOf(word));
  if (ofWords.size >= maxKnown) ofWords.clear();
  ofWords.set(ownText(word), term);
  return term;
}

/** Keeps "write" and "writer" apart, but not "parse", "parses" and "parsing". */
export function stemOf(word: string): string {
  return word.length > 3 && /^[a-z]+$/.test(word) ? stemmer(word) : word;
}

/** For a whole name, ignoring case and underscores: `read_file` and `readFile` are the same. */
export function wholeTerm(name: string): number {
  return hashTerm(`=${name.replaceAll("_", "").toLowerCase()}`);
}

/** For the whole name of a declaration: `Conn` is not `connect`. Parts of a qualified name are separated by "/". */
export function declaredTerm(name: string): number {
  return hashTerm(`#${name.replaceAll("_", "").toLowerCase()}`);
}

/** Calls back for every name in a text. */
export function eachTerms(text: string, onName: (name: NameTerms) => void): void {
  eachName(text, (name) => onName(termsOfName(name)));
}

/** Words that occur in every text say nothing about any of them, nor do single letters. */
export function isTelling(word: string): boolean {
  return (word.length > 1 || word > "\u007f") && !stopWords.has(word);
}

const stopWords: ReadonlySet<string> = new Set(
  (
    "the a an of to in on at by for from with without as is are was were be been being it its this that these those and or not " +
    "no if then else so do does did how what which who whom where when why can could should would will may might must shall " +
    "have has had i you he she we they them his her our your their my me us there here into onto about over under than too " +
    "very just also any some such each other own same both between during before after above below up down out off again once " +
    "only s t don doesn isn aren"
  ).split(" "),
);

function hashTerm(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  // The last letters have hardly affected the high bits yet.
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 12;
  return hash >>> 0;
}
