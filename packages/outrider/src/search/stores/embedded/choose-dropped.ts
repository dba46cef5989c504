import type { ContentKey } from "../vector-store.ts";

export interface StoredContents {
  /** Oldest first, with the size of each in bytes. */
  readonly stored: Iterable<readonly [ContentKey, number]>;
  readonly present: ReadonlySet<ContentKey>;
  /** In the order in which they were removed. */
  readonly left: ReadonlySet<ContentKey>;
  /** Everything was reported, so contents neither present nor removed are from former sessions; else they may still come. */
  readonly isWhole: boolean;
}

/** This much is kept even for small projects: enough for a few branches. */
const minKeptBytes = 8 * 2 ** 20;

/** Removed contents are kept as long as they take no more space than the present ones; the oldest are dropped first. */
export function chooseDropped({ stored, present, left, isWhole }: StoredContents): readonly ContentKey[] {
  const sizes = new Map<ContentKey, number>();
  let live = 0;
  for (const [content, bytes] of stored) {
    if (present.has(content)) live += bytes;
    else if (isWhole || left.has(content)) sizes.set(content, bytes);
  }
  const fromBefore = [...sizes.keys()].filter((content) => !left.has(content));
  const recent = [...left].filter((content) => sizes.has(content));
  let excess = [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) - Math.max(live, minKeptBytes);
  const dropped: ContentKey[] = [];
  for (const content of [...fromBefore, ...recent]) {
    if (excess <= 0) break;
    dropped.push(content);
    excess -= sizes.get(content) ?? 0;
  }
  return dropped;
}
