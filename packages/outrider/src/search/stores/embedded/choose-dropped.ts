import type { ContentKey } from "../vector-store.ts";

export interface StoredContents {
  /** Oldest first, with the bytes each takes. */
  readonly stored: Iterable<readonly [ContentKey, number]>;
  readonly present: ReadonlySet<ContentKey>;
  /** In the order of their leaving. */
  readonly left: ReadonlySet<ContentKey>;
  /** Whether what is neither present nor has left was of former sessions, or may be told still. */
  readonly isWhole: boolean;
}

/** So much is kept however small the project is: a few branches of it. */
const minKeptBytes = 8 * 2 ** 20;

/** Contents that left are kept as long as they take no more room than those that are there; the oldest go first. */
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
