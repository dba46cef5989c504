import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import type { Importance } from "../project-symbols.ts";
import { hashWord } from "../workers/collect-words.ts";

export interface RankedFile {
  readonly path: string;
  /** Names that other files may refer to. */
  readonly declares: () => Iterable<string>;
  /** Hashes of its words. */
  readonly words: () => Uint32Array;
}

/**
 * Ranks files by how much others depend on them, like pages by links: a word in one file that another declares is a link to it.
 * A name that many files declare says little about each.
 */
export async function rankFiles(files: readonly RankedFile[], signal: AbortSignal): Promise<Importance> {
  const pause = createYield(signal);
  const declaredBy = new Map<number, Declared>();
  const own: ReadonlySet<number>[] = [];
  for (const [at, file] of files.entries()) {
    own.push(collectDeclarations(at, file, declaredBy));
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  const uses = new Map<number, number>();
  const links: Links[] = [];
  for (const [at, file] of files.entries()) {
    links.push(linksOf(at, file, { own: own[at] ?? new Set(), declaredBy, uses }));
    const paused = pause();
    if (paused !== undefined) await paused;
  }
  const shares = await spread(links, pause);
  return {
    files: new Map(files.map(({ path }, at) => [path, shares[at] ?? 0])),
    usesOf: (name) => uses.get(hashWord(name)) ?? 0,
  };
}

/** A name that more files than this declare (`get`, `main`) links nothing. */
const maxDeclarers = 8;
const rounds = 20;
const damping = 0.85;

/** A name of several words most likely refers to the declaration; a plain word in another file is mostly something else. */
function weightOf(name: string): number {
  if (/[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u.test(name)) return 1;
  return /^\p{Lu}/u.test(name) ? 0.4 : 0.1;
}

interface Declared {
  readonly weight: number;
  readonly files: number[];
}

/** What one file depends on. */
interface Links {
  readonly to: Uint32Array;
  readonly weights: Float64Array;
  readonly total: number;
}

/** Records the declarations of a file, and returns the hashes of their names. */
function collectDeclarations(
  at: number,
  { declares }: RankedFile,
  declaredBy: Map<number, Declared>,
): ReadonlySet<number> {
  const own = new Set<number>();
  for (const name of declares()) {
    const hash = hashWord(name);
    if (own.has(hash)) continue;
    own.add(hash);
    const known = declaredBy.get(hash);
    if (known === undefined) declaredBy.set(hash, { weight: weightOf(name), files: [at] });
    else known.files.push(at);
  }
  return own;
}

interface Known {
  readonly own: ReadonlySet<number>;
  readonly declaredBy: ReadonlyMap<number, Declared>;
  readonly uses: Map<number, number>;
}

function linksOf(from: number, { words }: RankedFile, { own, declaredBy, uses }: Known): Links {
  const links = new Map<number, number>();
  for (const word of words()) {
    const declared = declaredBy.get(word);
    if (declared === undefined) continue;
    const { files: declarers, weight } = declared;
    if (!own.has(word)) uses.set(word, (uses.get(word) ?? 0) + 1);
    if (declarers.length > maxDeclarers) continue;
    for (const to of declarers) if (to !== from) links.set(to, (links.get(to) ?? 0) + weight / declarers.length);
  }
  const weights = Float64Array.from(links.values());
  return { to: Uint32Array.from(links.keys()), weights, total: weights.reduce((sum, weight) => sum + weight, 0) };
}

async function spread(links: readonly Links[], pause: () => Promise<void> | undefined): Promise<Float64Array> {
  const count = links.length;
  let shares = new Float64Array(count).fill(1 / Math.max(count, 1));
  for (let round = 0; round < rounds; round += 1) {
    const next = new Float64Array(count).fill((1 - damping) / Math.max(count, 1));
    let loose = 0;
    for (const [from, { to, weights, total }] of links.entries()) {
      const share = (shares[from] ?? 0) * damping;
      if (total === 0) loose += share;
      for (let at = 0; at < to.length; at += 1) {
        const target = to[at] ?? 0;
        next[target] = (next[target] ?? 0) + (share * (weights[at] ?? 0)) / total;
      }
      const paused = pause();
      if (paused !== undefined) await paused;
    }
    // A file that depends on nothing depends a little on all.
    for (let at = 0; at < count; at += 1) next[at] = (next[at] ?? 0) + loose / count;
    shares = next;
  }
  return shares;
}
