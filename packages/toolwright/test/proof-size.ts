/**
 * Heavy proofs (kills, soaks, random edits) come in two sizes: `npm test` takes a sample that is the same in every run,
 * `npm run prove` takes all of it with a new seed, which it prints.
 */
export const isFullProof = process.env["PROVE"] === "all";

/** How often a heavy proof is repeated. */
export function proofSize(all: number, sample: number): number {
  return isFullProof ? all : sample;
}

/** Set by vitest.config.ts, so that a run can be repeated: `PROOF_SEED=… npm run prove`. */
export const proofSeed = Number(process.env["PROOF_SEED"] ?? 1);

/** Numbers from 0 up to 1 that follow from the seed (mulberry32). */
export function seededRandom(seed = proofSeed): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * All cases of a long table, or every `nth` of them; which ones follows from the seed. In a table of rows and columns each
 * row passes its number, so that the samples of `nth` rows together have every column.
 */
export function proofCases<Case>(cases: readonly Case[], nth: number, row = 0): readonly Case[] {
  return isFullProof ? cases : cases.filter((_, index) => (index + proofSeed + row) % nth === 0);
}
