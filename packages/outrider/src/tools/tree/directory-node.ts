import type { Exposure } from "../../workspace/paths/located.ts";
import type { Walk } from "../../workspace/walk/walk.ts";

/** A directory with everything that a walk has found below it. */
export interface DirectoryNode {
  /** Relative to the start, with forward slashes; "" for the start itself. */
  readonly path: string;
  readonly name: string;
  readonly directories: Map<string, DirectoryNode>;
  readonly files: Map<string, Exposure>;
  /** Files below it at any depth. */
  total: number;
  /** It has entries that a walk does not report, such as links, which would be lost if it were merged with another row. */
  hasMore: boolean;
}

export interface BuiltTree {
  readonly root: DirectoryNode;
  readonly directories: number;
  /** Directories that contain only a single directory, as far as a walk tells. */
  readonly passages: readonly DirectoryNode[];
}

export async function buildTree(walk: Walk): Promise<BuiltTree> {
  const root = newNode("", "");
  // Looking up the whole directory avoids descending from the root for every file.
  const known = new Map([["", root]]);
  for await (const batch of walk.batches()) {
    for (const { path, exposure } of batch) {
      const cut = path.lastIndexOf("/");
      nodeAt(known, cut === -1 ? "" : path.slice(0, cut)).files.set(path.slice(cut + 1), exposure);
    }
  }
  countFiles(known);
  const passages = [...known.values()].filter((node) => node !== root && isPassage(node));
  return { root, directories: known.size - 1, passages };
}

export function isPassage({ directories, files, hasMore }: DirectoryNode): boolean {
  return directories.size === 1 && files.size === 0 && !hasMore;
}

function newNode(path: string, name: string): DirectoryNode {
  return { path, name, directories: new Map(), files: new Map(), total: 0, hasMore: false };
}

function nodeAt(known: Map<string, DirectoryNode>, path: string): DirectoryNode {
  const found = known.get(path);
  if (found !== undefined) return found;
  const cut = path.lastIndexOf("/");
  const parent = nodeAt(known, cut === -1 ? "" : path.slice(0, cut));
  const node = newNode(path, path.slice(cut + 1));
  known.set(path, node);
  parent.directories.set(node.name, node);
  return node;
}

/** From the deepest up. A map keeps insertion order, and a parent is always inserted before its children. */
function countFiles(known: ReadonlyMap<string, DirectoryNode>): void {
  for (const node of [...known.values()].toReversed()) {
    node.total = node.files.size;
    for (const child of node.directories.values()) node.total += child.total;
  }
}
