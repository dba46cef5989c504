import type { Declared } from "./declared.ts";

/** "comment", "whitespace": nothing else of it changed. */
export const changeKinds = [
  "added",
  "removed",
  "renamed",
  "moved",
  "signature",
  "body",
  "comment",
  "whitespace",
] as const;

export type ChangeKind = (typeof changeKinds)[number];

export interface SymbolChange {
  readonly how: readonly ChangeKind[];
  readonly before: Declared | undefined;
  readonly after: Declared | undefined;
  /** For a rename or move: how much of the text is the same, from 0 to 1. */
  readonly similarity?: number;
}

/** Pairs of the same declaration in two versions, and those without a partner. */
export interface Pairing {
  readonly pairs: readonly (readonly [Declared, Declared])[];
  readonly removed: readonly Declared[];
  readonly added: readonly Declared[];
}

/** Pairs declarations by their paths. Of several with one path, equal ones belong together, then those of one kind in order. */
export function pairByPath(
  before: readonly Declared[],
  after: readonly Declared[],
  pathOf: (declared: Declared) => string = ({ symbol }) => symbol.path,
): Pairing {
  const left = groupBy(before, pathOf);
  const pairs: (readonly [Declared, Declared])[] = [];
  const added: Declared[] = [];
  for (const [path, others] of groupBy(after, ({ symbol }) => symbol.path)) {
    let open = left.get(path) ?? [];
    let news = others;
    for (const fits of [isEqual, isSameKind, () => true]) {
      const still: Declared[] = [];
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

function isSameKind(old: Declared, now: Declared): boolean {
  return old.symbol.kind === now.symbol.kind;
}

function isEqual(old: Declared, now: Declared): boolean {
  return isSameKind(old, now) && old.whole === now.whole;
}

function groupBy(all: readonly Declared[], keyOf: (declared: Declared) => string): Map<string, readonly Declared[]> {
  const groups = new Map<string, Declared[]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return groups;
}

/** How a declaration differs from an earlier version of it; empty if it does not. */
export function compareTexts(old: Declared, now: Declared): readonly ChangeKind[] {
  const isHead = inOneLine(old.head) !== inOneLine(now.head);
  const isBody = old.body !== now.body;
  const isOnlySpace = !isHead && isBody && tight(old.body) === tight(now.body);
  if (isOnlySpace) return ["whitespace"];
  if (isHead || isBody) return [...(isHead ? (["signature"] as const) : []), ...(isBody ? (["body"] as const) : [])];
  if (old.symbol.kind !== now.symbol.kind) return ["signature"];
  if (old.whole === now.whole) return [];
  return [tight(old.whole) === tight(now.whole) ? "whitespace" : "comment"];
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function tight(text: string): string {
  return text.replaceAll(/\s+/g, "");
}
