import { factsOf, offsetsOf, probeSurfaces, type ProbeSurface } from "./surfaces.ts";

/** A marked word of a probe text. */
export interface Sentinel {
  readonly surface: ProbeSurface;
  /** The byte at which it ends: a reader that sees it whole got at least this many bytes from the start. */
  readonly offset: number;
  /** It is the last word of the text, which then has `offset` bytes. */
  readonly isEnd: boolean;
}

const smallestText = 1_000;

/**
 * An ASCII text of exactly this many bytes with a sentinel that ends at every offset of the surface. If it is cut
 * after n bytes, the sentinels up to n are whole and no others: the highest is at most n, the next is more than n.
 */
export function buildProbeText(surface: ProbeSurface, bytes = factsOf(surface).bytes): string {
  requireSize(surface, bytes);
  const sentinels = [
    ...offsetsOf(surface, bytes).map((offset) => ({ surface, offset, isEnd: false })),
    { surface, offset: bytes, isEnd: true },
  ];
  let text = factsOf(surface).opening;
  for (const sentinel of sentinels) {
    const word = writeSentinel(sentinel);
    text += `\n${fill(sentinel.offset - word.length - text.length - 1)}${word}`;
  }
  return text;
}

/** `SENTINEL_0200_TDQX`: the offset, the letters of the surface and two that cannot be guessed from the others. */
export function writeSentinel({ surface, offset, isEnd }: Sentinel): string {
  const { letters } = factsOf(surface);
  const place = `${isEnd ? "END_" : ""}${String(offset).padStart(4, "0")}_${letters}`;
  return `SENTINEL_${place}${checkLetters(place)}`;
}

/** The sentinel that the word is; undefined if it is cut, invented or from elsewhere. */
export function parseSentinel(word: string): Sentinel | undefined {
  const [, end, digits, letters] = word.match(/^SENTINEL_(END_)?(\d{4,6})_([A-Z]{2})[A-Z]{2}$/) ?? [];
  const facts = probeSurfaces.find((candidate) => candidate.letters === letters);
  if (facts === undefined) return undefined;
  const sentinel = { surface: facts.surface, offset: Number(digits), isEnd: end !== undefined };
  const isPlaced = sentinel.isEnd ? findSizeProblem(facts.surface, sentinel.offset) === undefined : isOffset(sentinel);
  return isPlaced && writeSentinel(sentinel) === word ? sentinel : undefined;
}

function isOffset({ surface, offset }: Sentinel): boolean {
  return offsetsOf(surface).includes(offset);
}

function requireSize(surface: ProbeSurface, bytes: number): void {
  const problem = findSizeProblem(surface, bytes);
  if (problem !== undefined) throw new RangeError(problem);
}

/** Why there can be no text of that size, as a sentence; undefined if there can. */
export function findSizeProblem(surface: ProbeSurface, bytes: number): string | undefined {
  const { maxBytes } = factsOf(surface);
  if (!Number.isInteger(bytes) || bytes < smallestText || bytes > maxBytes) {
    return `Expected a ${surface} of ${smallestText} to ${maxBytes} bytes, got \`${String(bytes)}\`.`;
  }
  const last = offsetsOf(surface, bytes).at(-1) ?? 0;
  const least = last + 1 + writeSentinel({ surface, offset: bytes, isEnd: true }).length;
  if (bytes >= least) return undefined;
  // Leaving out the sentinel at `last` instead would make "less than `last` bytes" a wrong answer.
  const problem = `A ${surface} of ${bytes} bytes has no room for its end after the sentinel at ${last}`;
  return `${problem}; use ${last} or at least ${least}.`;
}

/** They expose a model that just continues the sequence (200, 500, 1000, …). */
function checkLetters(place: string): string {
  let hash = 17;
  for (const character of place) hash = (hash * 131 + character.charCodeAt(0)) % 1_000_003;
  const letter = (index: number): string => String.fromCharCode(65 + (index % 26));
  return letter(hash) + letter(Math.floor(hash / 26));
}

const filler = [
  "This is filler text of a delivery probe; it has no meaning and asks for nothing.",
  "It is here so that the text has a known length and can be cut somewhere.",
  "The marked words stand at known places and tell how far the text arrived.",
  "Nobody has to act on any of these lines, and no call follows from them.",
];

function fill(length: number): string {
  let text = "";
  for (let index = 0; ; index += 1) {
    const line = `${filler[index % filler.length] ?? ""}\n`;
    if (text.length + line.length > length) break;
    text += line;
  }
  return text + ".".repeat(length - text.length);
}
