import type { DeclaredSymbol } from "./declared.ts";

/** "comment", "layout": nothing else of it changed. */
export const changeKinds = ["added", "removed", "renamed", "moved", "signature", "body", "comment", "layout"] as const;

export type ChangeKind = (typeof changeKinds)[number];

export interface SymbolChange {
  readonly how: readonly ChangeKind[];
  readonly before: DeclaredSymbol | undefined;
  readonly after: DeclaredSymbol | undefined;
  /** For a rename or move: how much of the text is the same, from 0 to 1. */
  readonly similarity?: number;
}

/** Pairs of the same declaration in two versions, and those without a partner. */
export interface Pairing {
  readonly pairs: readonly (readonly [DeclaredSymbol, DeclaredSymbol])[];
  readonly removed: readonly DeclaredSymbol[];
  readonly added: readonly DeclaredSymbol[];
}

/** Pairs declarations by their paths. Of several with one path, equal ones belong together, then those of one kind in order. */
export function pairByPath(
  before: readonly DeclaredSymbol[],
  after: readonly DeclaredSymbol[],
  pathOf: (declared: DeclaredSymbol) => string = ({ symbol }) => symbol.path,
): Pairing {
  const left = groupBy(before, pathOf);
  const pairs: (readonly [DeclaredSymbol, DeclaredSymbol])[] = [];
  const added: DeclaredSymbol[] = [];
  for (const [path, others] of groupBy(after, ({ symbol }) => symbol.path)) {
    let open = left.get(path) ?? [];
    let news = others;
    for (const fits of [isEqual, isSameKind, () => true]) {
      const still: DeclaredSymbol[] = [];
      for (const now of news) {
        const old = open.find((each) => fits(each, now));
        if (old === undefined) still.push(now);
        else {
          pairs.push([old, now]);
          open = open.filter((each) => each !== old);
        }
      }
      news = still;
    }
    added.push(...news);
    left.set(path, open);
  }
  return { pairs, removed: [...left.values()].flat(), added };
}

function isSameKind(old: DeclaredSymbol, now: DeclaredSymbol): boolean {
  return old.symbol.kind === now.symbol.kind;
}

function isEqual(old: DeclaredSymbol, now: DeclaredSymbol): boolean {
  return isSameKind(old, now) && old.whole === now.whole;
}

function groupBy(
  all: readonly DeclaredSymbol[],
  keyOf: (declared: DeclaredSymbol) => string,
): Map<string, readonly DeclaredSymbol[]> {
  const groups = new Map<string, DeclaredSymbol[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

/** How a declaration differs from an earlier version of it; empty if it does not. */
export function compareTexts(old: DeclaredSymbol, now: DeclaredSymbol): readonly ChangeKind[] {
  const isHead = old.head !== now.head;
  const isBody = old.body !== now.body;
  if (isHead || isBody) return [...(isHead ? (["signature"] as const) : []), ...(isBody ? (["body"] as const) : [])];
  if (old.symbol.kind !== now.symbol.kind) return ["signature"];
  if (old.whole === now.whole) return [];
  return [old.remarks === now.remarks ? "layout" : "comment"];
}
