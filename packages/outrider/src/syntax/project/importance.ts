import { setImmediate } from "node:timers/promises";
import type { Importance } from "../project-symbols.ts";
import { hashWord } from "../workers/collect-words.ts";

export interface RankedFile {
  readonly path: string;
  /** Names that other files may refer to. */
  readonly declares: readonly string[];
  /** Hashes of the words in it. */
  readonly words: Uint32Array;
}

/**
 * Files by how much others lean on them, as with pages and links: a word in one file that another declares is a link to it. A
 * name that many declare says little about each.
 */
export async function rankFiles(files: readonly RankedFile[], signal: AbortSignal): Promise<Importance> {
  const declaredBy = collectDeclarations(files);
  const uses = new Map<number, number>();
  const links: (readonly Link[])[] = [];
  let pauseAt = performance.now() + sliceMs;
  for (const [at, { words }] of files.entries()) {
    links.push(linksOf(at, words, declaredBy, uses));
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    signal.throwIfAborted();
    pauseAt = performance.now() + sliceMs;
  }
  const shares = await spread(links, signal);
  return {
    files: new Map(files.map(({ path }, at) => [path, shares[at] ?? 0])),
    usesOf: (name) => uses.get(hashWord(name)) ?? 0,
  };
}

const sliceMs = 10;
/** What more files than that declare (`get`, `main`) links nothing. */
const mostDeclarers = 8;
const rounds = 20;
const damping = 0.85;

/** A name of several words stands for what was declared; a plain word in another file is mostly something else. */
function weightOf(name: string): number {
  if (/[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u.test(name)) return 1;
  return /^\p{Lu}/u.test(name) ? 0.4 : 0.1;
}

interface Declared {
  readonly weight: number;
  readonly files: number[];
}

interface Link {
  readonly to: number;
  readonly weight: number;
}

function collectDeclarations(files: readonly RankedFile[]): ReadonlyMap<number, Declared> {
  const declaredBy = new Map<number, Declared>();
  for (const [at, { declares }] of files.entries()) {
    for (const name of new Set(declares)) {
      const hash = hashWord(name);
      const known = declaredBy.get(hash);
      if (known === undefined) declaredBy.set(hash, { weight: weightOf(name), files: [at] });
      else known.files.push(at);
    }
  }
  return declaredBy;
}

function linksOf(
  from: number,
  words: Uint32Array,
  declaredBy: ReadonlyMap<number, Declared>,
  uses: Map<number, number>,
): readonly Link[] {
  const links = new Map<number, number>();
  for (const word of words) {
    const declared = declaredBy.get(word);
    if (declared === undefined) continue;
    const { files: declarers, weight } = declared;
    if (!declarers.includes(from)) uses.set(word, (uses.get(word) ?? 0) + 1);
    if (declarers.length > mostDeclarers) continue;
    for (const to of declarers) if (to !== from) links.set(to, (links.get(to) ?? 0) + weight / declarers.length);
  }
  return Array.from(links, ([to, weight]) => ({ to, weight }));
}

async function spread(links: readonly (readonly Link[])[], signal: AbortSignal): Promise<Float64Array> {
  const count = links.length;
  let shares = new Float64Array(count).fill(1 / Math.max(count, 1));
  for (let round = 0; round < rounds; round += 1) {
    await setImmediate();
    signal.throwIfAborted();
    const next = new Float64Array(count).fill((1 - damping) / Math.max(count, 1));
    let loose = 0;
    for (const [from, out] of links.entries()) {
      const share = (shares[from] ?? 0) * damping;
      const total = out.reduce((sum, { weight }) => sum + weight, 0);
      if (total === 0) loose += share;
      for (const { to, weight } of out) next[to] = (next[to] ?? 0) + (share * weight) / total;
    }
    // What leans on nothing leans on all a little.
    for (let at = 0; at < count; at += 1) next[at] = (next[at] ?? 0) + loose / count;
    shares = next;
  }
  return shares;
}
