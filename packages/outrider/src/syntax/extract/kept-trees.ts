import type { Tree } from "web-tree-sitter";

/** A parsed text. */
export interface KeptTree {
  readonly text: string;
  /** The text as the parser saw it. */
  readonly seen: string;
  readonly tree: Tree;
}

/** The trees of the texts that were used last: one answer asks for several names in the same files, an edit for both of its texts. */
export interface KeptTrees {
  /** Takes the tree of a text out, so that nothing else frees it; undefined if it is not there. */
  take(language: string, text: string): KeptTree | undefined;
  /** Keeps a tree, or frees it if it is too large; frees the oldest where room is needed. */
  keep(language: string, tree: KeptTree): void;
}

/** `maxLength` bounds the texts together. A tree takes some twenty times as much memory as its text. */
export function createKeptTrees(maxLength: number): KeptTrees {
  const kept = new Map<string, KeptTree>();
  let length = 0;

  function remove(key: string): KeptTree | undefined {
    const found = kept.get(key);
    kept.delete(key);
    length -= found?.text.length ?? 0;
    return found;
  }

  return {
    take: (language, text) => remove(keyOf(language, text)),
    keep(language, tree) {
      const key = keyOf(language, tree.text);
      remove(key)?.tree.delete();
      // It would drive out all others, and then itself.
      if (tree.text.length > maxLength) return tree.tree.delete();
      kept.set(key, tree);
      length += tree.text.length;
      // The first ones are those that were not used for longest.
      for (const oldest of kept.keys()) {
        if (length <= maxLength) break;
        remove(oldest)?.tree.delete();
      }
    },
  };
}

function keyOf(language: string, text: string): string {
  return `${language} ${text}`;
}
