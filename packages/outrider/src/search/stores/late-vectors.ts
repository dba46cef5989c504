import type { ContentKey, ContentVectors } from "./vector-store.ts";

/** Vectors that were created while their store could not take them. */
export interface LateVectors {
  keep(contents: readonly ContentVectors[]): void;
  drop(content: ContentKey): void;
  /** The wanted ones; the others are forgotten. */
  take(wanted: ReadonlySet<ContentKey>): readonly ContentVectors[];
}

/** 16 MB. Anything beyond that is read again when the store is back. */
const maxNumbers = 2 ** 22;

export function createLateVectors(most = maxNumbers): LateVectors {
  const kept = new Map<ContentKey, ContentVectors>();
  let numbers = 0;

  function drop(content: ContentKey): void {
    numbers -= kept.get(content)?.vectors.length ?? 0;
    kept.delete(content);
  }

  return {
    keep(contents) {
      for (const each of contents) {
        drop(each.content);
        if (numbers + each.vectors.length > most) continue;
        kept.set(each.content, each);
        numbers += each.vectors.length;
      }
    },
    drop,
    take(wanted) {
      const taken = [...kept.values()].filter(({ content }) => wanted.has(content));
      kept.clear();
      numbers = 0;
      return taken;
    },
  };
}
