import { type ChangeKind, compareTexts, pairByPath, type Pairing, type SymbolChange } from "./compare-versions.ts";
import type { DeclaredSymbol } from "./declared.ts";

/** A declaration with less text than this is like many others. */
const minTokens = 8;
const minRenamed = 0.75;
const minMoved = 0.5;
/** More pairs than this are not compared one with another. */
const maxCompared = 40_000;

export interface Matched {
  readonly changes: readonly SymbolChange[];
  /** So many were removed and added that renames and moves among them were not looked for. */
  readonly isUnmatched: boolean;
}

/** What was removed in one place and added in another with much the same text was moved or renamed; anything else is as it seems. */
export function matchMoved({ removed, added }: Pick<Pairing, "removed" | "added">): Matched {
  const gone = new Set(removed);
  const come = new Set(added);
  const changes: SymbolChange[] = [];
  const isUnmatched = removed.length * added.length > maxCompared;
  if (!isUnmatched) {
    const candidates = removed.flatMap((old) => added.flatMap((now) => likeness(old, now) ?? []));
    // Outer declarations first: their members follow them.
    for (const { old, now, similarity } of candidates.toSorted(bestFirst)) {
      if (!gone.has(old) || !come.has(now)) continue;
      take(old, now, similarity);
    }
  }
  const rest = [
    ...Array.from(gone, (before) => ({ how: ["removed"] as const, before, after: undefined })),
    ...Array.from(come, (after) => ({ how: ["added"] as const, before: undefined, after })),
  ];
  return { changes: [...changes, ...rest], isUnmatched };

  function take(old: DeclaredSymbol, now: DeclaredSymbol, similarity: number): void {
    gone.delete(old);
    come.delete(now);
    changes.push({ how: howMoved(old, now), before: old, after: now, similarity });
    const within = (outer: DeclaredSymbol) => (each: DeclaredSymbol) => isIn(each, outer);
    const renamed = (path: string): string => now.symbol.path + path.slice(old.symbol.path.length);
    const inner = pairByPath([...gone].filter(within(old)), [...come].filter(within(now)), ({ symbol }) =>
      renamed(symbol.path),
    );
    for (const [one, other] of inner.pairs) {
      gone.delete(one);
      come.delete(other);
      // A member that only came along with its type is told with it.
      const how = compareTexts(one, other);
      if (how.length > 0) changes.push({ how, before: one, after: other });
    }
  }
}

interface Likeness {
  readonly old: DeclaredSymbol;
  readonly now: DeclaredSymbol;
  readonly similarity: number;
}

function bestFirst(a: Likeness, b: Likeness): number {
  const depth = ({ old }: Likeness): number => old.symbol.path.split("/").length;
  const isSameName = ({ old, now }: Likeness): number => (old.symbol.name === now.symbol.name ? 0 : 1);
  return depth(a) - depth(b) || isSameName(a) - isSameName(b) || b.similarity - a.similarity;
}

function likeness(old: DeclaredSymbol, now: DeclaredSymbol): Likeness | undefined {
  if (old.symbol.kind !== now.symbol.kind || old.language !== now.language) return undefined;
  const isSameName = old.symbol.name === now.symbol.name;
  const isBeside = old.file === now.file && isSameContainer(old, now);
  const [one, other] = [tokensOf(old), tokensOf(now)];
  if (!isSameName && Math.min(one.total, other.total) < minTokens) return undefined;
  // Small functions with one name in different types are different functions.
  if (isSameName && old.symbol.path.includes("/") && Math.min(one.total, other.total) < minTokens) return undefined;
  const similarity = dice(one, other);
  const least = isSameName ? minMoved : isBeside ? minRenamed : 1;
  return similarity >= least ? { old, now, similarity } : undefined;
}

function howMoved(old: DeclaredSymbol, now: DeclaredSymbol): readonly ChangeKind[] {
  const isRenamed = old.symbol.name !== now.symbol.name;
  const isMoved = old.file !== now.file || !isSameContainer(old, now);
  const rest = compareTexts(unnamed(old, old.symbol.name), unnamed(now, now.symbol.name));
  return [...(isRenamed ? (["renamed"] as const) : []), ...(isMoved ? (["moved"] as const) : []), ...rest];
}

function unnamed(declared: DeclaredSymbol, name: string): DeclaredSymbol {
  const plain = (text: string): string => text.replaceAll(word(name), "·");
  const { head, body, whole } = declared;
  return { ...declared, head: plain(head), body: plain(body), whole: plain(whole) };
}

function word(name: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}_$])${name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")}(?![\\p{L}\\p{N}_$])`,
    "gu",
  );
}

function isSameContainer(old: DeclaredSymbol, now: DeclaredSymbol): boolean {
  const containerOf = ({ symbol }: DeclaredSymbol): string => symbol.path.split("/").slice(0, -1).join("/");
  return containerOf(old) === containerOf(now);
}

function isIn(declared: DeclaredSymbol, outer: DeclaredSymbol): boolean {
  return declared.file === outer.file && declared.symbol.path.startsWith(`${outer.symbol.path}/`);
}

interface Tokens {
  readonly counts: ReadonlyMap<string, number>;
  readonly total: number;
}

const known = new WeakMap<DeclaredSymbol, Tokens>();

function tokensOf(declared: DeclaredSymbol): Tokens {
  const found = known.get(declared) ?? countTokens(declared);
  known.set(declared, found);
  return found;
}

/** The words and signs of a declaration, with its own name left open. */
function countTokens({ all, symbol }: DeclaredSymbol): Tokens {
  const counts = new Map<string, number>();
  let total = 0;
  for (const [token] of all.matchAll(/[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu)) {
    const key = token === symbol.name ? "·" : token;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    total += 1;
  }
  return { counts, total };
}

function dice(one: Tokens, other: Tokens): number {
  let shared = 0;
  for (const [token, count] of one.counts) shared += Math.min(count, other.counts.get(token) ?? 0);
  return one.total + other.total === 0 ? 1 : (2 * shared) / (one.total + other.total);
}
