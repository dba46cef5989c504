import { utf8Length, alignToCharacter } from "./text-lines.ts";

// The longest token of o200k_base has 128 bytes, the shortest one: lengths alone settle most questions.
const longestToken = 128;

/** Whether the text has at most `budget` tokens. Loads the tokenizer only if the length does not decide. */
export async function fitsTokens(text: string, budget: number): Promise<boolean> {
  if (surelyOver(text, budget)) return false;
  if (surelyFits(text, budget)) return true;
  return (await countTokens(text, budget)) <= budget;
}

/** True if the text is short enough for the budget, whatever its contents. */
export function surelyFits(text: string, budget: number): boolean {
  return text.length <= budget && utf8Length(text) <= budget;
}

/** True if the text is too long for the budget, whatever its contents. */
export function surelyOver(text: string, budget: number): boolean {
  return text.length > budget * longestToken;
}

/**
 * Tokens of o200k_base. Stops above `stopAbove` and returns the count so far, which is more than `stopAbove`.
 * Yields to other work every few milliseconds.
 */
export async function countTokens(text: string, stopAbove = Infinity): Promise<number> {
  if (text === "") return 0;
  const { countPiece, noteCounted } = await import("./o200k.ts");
  let tokens = 0;
  let work = 0;
  for (const slice of sliceText(text)) {
    tokens += countPiece(slice.text);
    if (tokens > stopAbove) break;
    work += slice.work;
    if (work < workPerTurn) continue;
    work = 0;
    await nextTurn();
  }
  noteCounted(text);
  return tokens;
}

const workPerTurn = 65_536;

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}

export interface TextSlice {
  readonly text: string;
  /** The approximate cost of counting, in characters of plain text. */
  readonly work: number;
}

/**
 * Splits a text so that counting part by part gives the exact count at linear cost. Ordinary parts end where o200k_base
 * always starts a new piece: after a letter or digit that no letter, mark, digit or apostrophe follows. Only a run of 256
 * or more letters, punctuation marks or whitespace characters is split inside, since its cost grows quadratically.
 */
export function* sliceText(text: string, sliceLength = 16_384): Generator<TextSlice, void, undefined> {
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const runEnd = endOfRun(text, at);
    if (runEnd !== undefined) {
      yield { text: text.slice(start, runEnd), work: runEnd - start + runWork };
      start = runEnd;
      at = runEnd;
      continue;
    }
    const probed = at;
    at = alignToCharacter(text, Math.min(at + stride, text.length));
    if (at - start < sliceLength) continue;
    // A text without a safe boundary for this long is neither prose nor code, and one token more or less does not matter.
    const cut =
      findBoundary(text, Math.max(start, probed), at) ?? (at - start < sliceLength + maxSearch ? undefined : at);
    if (cut === undefined) continue;
    yield { text: text.slice(start, cut), work: cut - start };
    start = cut;
  }
  if (start < text.length) yield { text: text.slice(start), work: text.length - start };
}

const stride = 256;
const maxSearch = 16_384;
const runWork = 4096;

// Every kind of piece that o200k_base's pattern lets grow without limit. A run of twice the stride is sure to hit a probe.
const unbroken = /[\p{L}\p{M}]{256}|[^\s\p{L}\p{N}]{256}|\s{256}|[\r\n/]{256}/uy;

function endOfRun(text: string, at: number): number | undefined {
  unbroken.lastIndex = at;
  return unbroken.test(text) ? unbroken.lastIndex : undefined;
}

const boundary = /[\p{L}\p{N}](?=[^\p{L}\p{M}\p{N}'])/u;

function findBoundary(text: string, from: number, to: number): number | undefined {
  const found = boundary.exec(text.slice(from, to));
  return found === null ? undefined : from + found.index + found[0].length;
}
