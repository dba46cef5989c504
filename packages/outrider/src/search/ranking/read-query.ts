import type { WantedGroup } from "../lexical/score-terms.ts";
import { declaredTerm, isTelling, stemOf, termOfWord, wholeTerm } from "../text/terms.ts";
import { splitWords, wordsOfName } from "../text/words.ts";
import { kindOf, placesIn, type QueryKind, type QueryPlace } from "./query-kind.ts";
import { agentNounsOf, variantsOf } from "./word-variants.ts";

/** A question as the index understands it. */
export interface Query {
  readonly kind: QueryKind;
  /** In the order of the text, for an embedder. */
  readonly words: readonly string[];
  readonly groups: readonly WantedGroup[];
  /** Which group a word of a path belongs to, by its term. */
  readonly groupOf: ReadonlyMap<number, number>;
  /** The words' stems, and the group of each. */
  readonly stems: readonly { readonly text: string; readonly group: number }[];
  /** Names that look like code, as declared: unqualified and qualified. */
  readonly declared: readonly number[];
  readonly qualified: readonly number[];
  readonly places: readonly QueryPlace[];
}

// Lower and higher weights for pairs made no significant difference on the judged queries (bench/retrieval); parts of unknown
// words are too rare there to tell.
const pairWeight = 0.5;
const partWeight = 0.7;
const genericWeight = 0.25;
/** The weight of the last word relative to the first: a question begins with its topic, and ends with where and what for. */
const lastWeight = 0.75;

/** Words that occur in questions regardless of their topic. */
const generic: ReadonlySet<string> = new Set(
  (
    "implement implementation handle support use used work manage management process mechanism logic system code function method " +
    "class type value object custom different multiple various based via across provide perform internal main core base common " +
    "general data given specific way define definition create feature functionality behavior operation utility helper project"
  )
    .split(" ")
    .map(stemOf),
);
const maxWords = 64;

/** `isKnown` tells whether the index has a term. */
export function readQuery(given: string, isKnown: (term: number) => boolean): Query {
  const text = shortenRuns(given);
  const places = placesIn(text);
  const kind = kindOf(text, places);
  const names = codeNames(text, kind);
  const words = splitWords(text);
  const groups: WantedGroup[] = [];
  const groupOf = new Map<number, number>();
  const add = (terms: readonly number[], weight: number): void => {
    const fresh = terms.filter((term) => !groupOf.has(term));
    if (fresh.length < terms.length || fresh.length === 0) return;
    for (const term of fresh) groupOf.set(term, groups.length);
    groups.push({ terms: fresh, weight });
  };
  const telling = words.filter(isTelling).slice(0, maxWords);
  for (const word of new Set(telling)) {
    const place = kind === "words" ? lastWeight ** (telling.indexOf(word) / telling.length) : 1;
    const terms = termsOfWord(word, kind, isKnown);
    add(terms, generic.has(stemOf(word)) && kind !== "symbol" ? genericWeight * place : place);
    if (!terms.some(isKnown)) for (const part of splitUnknown(word, isKnown)) add([termOfWord(part)], partWeight);
  }
  for (const { parts } of names) {
    for (const part of parts) if (wordsOfName(part).length > 1) add([wholeTerm(part)], 1);
  }
  // "web socket" also means `websocket` and `WebSocket`.
  if (kind === "words") {
    telling.forEach((word, at) => {
      const next = telling[at + 1];
      if (next !== undefined) add([wholeTerm(word + next), termOfWord(word + next)], pairWeight);
    });
  }
  return {
    kind,
    words,
    groups,
    groupOf,
    stems: telling.flatMap((word) => {
      const group = groupOf.get(termOfWord(word));
      return group === undefined ? [] : [{ text: stemOf(word), group }];
    }),
    declared: names.map(({ parts }) => declaredTerm(parts.at(-1) ?? "")),
    qualified: names.flatMap(({ parts }) => (parts.length > 1 ? [declaredTerm(parts.slice(-2).join("/"))] : [])),
    places,
  };
}

/** The words that a question is about: those that occur in questions of any topic are left out, if there are others. */
export function tellingWords(given: string): readonly string[] {
  const words = [...new Set(splitWords(shortenRuns(given)).filter(isTelling))];
  const own = words.filter((word) => !generic.has(stemOf(word)));
  return (own.length > 0 ? own : words).slice(0, maxWords);
}

/** No name or path is this long, but pasted tokens and data are; patterns would try each of their characters. */
function shortenRuns(text: string): string {
  return text.replaceAll(/\S{300,}/g, (run) => run.slice(0, 300));
}

function termsOfWord(word: string, kind: QueryKind, isKnown: (term: number) => boolean): readonly number[] {
  const terms = [termOfWord(word)];
  // "websocket" also means `WebSocket`.
  if (word.length > 5) terms.push(wholeTerm(word));
  // A question that is a name was copied from the code, so variants are not needed.
  if (kind !== "symbol")
    for (const other of variantsOf(word)) if (stemOf(other) !== stemOf(word)) terms.push(termOfWord(other));
  if (kind !== "symbol")
    for (const other of agentNounsOf(word)) if (isKnown(termOfWord(other))) terms.push(termOfWord(other));
  return [...new Set(terms)];
}

/** "websocket" if there is only `WebSocketServer`: splits it into two known words of similar length. */
function splitUnknown(word: string, isKnown: (term: number) => boolean): readonly string[] {
  let best: readonly string[] = [];
  for (let at = shortestPart; at <= word.length - shortestPart; at += 1) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (!parts.every((part) => isTelling(part) && isKnown(termOfWord(part)))) continue;
    if (best.length === 0 || Math.abs(at - word.length / 2) < Math.abs((best[0]?.length ?? 0) - word.length / 2))
      best = parts;
  }
  return best;
}

const shortestPart = 3;

interface CodeName {
  readonly parts: readonly string[];
}

/** The whole question if it is a name; else names in it that look like code: `readFile`, `read_file`, `fs.read`, `read()`. */
function codeNames(text: string, kind: QueryKind): readonly CodeName[] {
  const names: CodeName[] = [];
  const seen = new Set<string>();
  for (const [name] of text.matchAll(qualifiedName)) {
    const parts = name
      .split(/\.|::|#|->|\/|\\/)
      .map((part) => part.replaceAll(/[$@~?!']/g, ""))
      .filter((part) => part !== "");
    const isCode =
      kind === "symbol" ||
      parts.length > 1 ||
      /[a-z][A-Z]|[A-Za-z]_[A-Za-z]|[A-Z]{2,}[a-z]/.test(name) ||
      text.includes(`${name}(`) ||
      text.includes(`\`${name}\``);
    if (!isCode || seen.has(name)) continue;
    seen.add(name);
    names.push({ parts });
  }
  return kind === "symbol" ? names.slice(-1) : names.slice(0, 16);
}

const qualifiedName = /[$@#~]?[\p{L}_$][\p{L}\p{N}_$]*[?!']?(?:(?:\.|::|#|->|\/|\\)[\p{L}_$][\p{L}\p{N}_$]*[?!']?)*/gu;
