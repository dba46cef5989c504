import type { Exposure } from "../../workspace/paths/located.ts";
import type { Walk } from "../../workspace/walk/walk.ts";

/** A directory with everything that a walk has found below it. */
export interface DirectoryNode {
  /** Relative to the start, with forward slashes; "" for the start itself. */
  readonly path: string;
  readonly name: string;
  readonly directories: Map<string, DirectoryNode>;
  readonly files: Map<string, Exposure>;
  /** Those of the files whose names differ in numbers only, by a glob for them: one row each, the names in the order of their numbers. */
  readonly alike: Map<string, readonly string[]>;
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

/** From this many files of one directory, names that differ in numbers only are one row. */
const leastAlike = 8;

export async function buildTree(walk: Walk, options: { readonly sumsUp: boolean }): Promise<BuiltTree> {
  const root = newNode("", "");
  // Looking up the whole directory avoids descending from the root for every file.
  const known = new Map([["", root]]);
  for await (const batch of walk.batches()) {
    for (const { path, exposure } of batch) {
      const cut = path.lastIndexOf("/");
      nodeAt(known, cut === -1 ? "" : path.slice(0, cut)).files.set(path.slice(cut + 1), exposure);
    }
  }
  if (options.sumsUp) for (const node of known.values()) sumUpNames(node);
  countFiles(known);
  const passages = [...known.values()].filter((node) => node !== root && isPassage(node));
  return { root, directories: known.size - 1, passages };
}

export function isPassage({ directories, files, hasMore }: DirectoryNode): boolean {
  return directories.size === 1 && files.size === 0 && !hasMore;
}

function newNode(path: string, name: string): DirectoryNode {
  return { path, name, directories: new Map(), files: new Map(), alike: new Map(), total: 0, hasMore: false };
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

/** Names as programs make them, such as `snap-000123.json`, become a pattern that `glob` takes. */
function sumUpNames({ files, alike }: DirectoryNode): void {
  if (files.size < leastAlike) return;
  const byPattern = new Map<string, string[]>();
  for (const [name, exposure] of files) {
    const pattern = patternOf(name);
    if (exposure !== "open" || pattern === name || special.test(name)) continue;
    const names = byPattern.get(pattern) ?? [];
    byPattern.set(pattern, names);
    names.push(name);
  }
  for (const [pattern, names] of byPattern)
    if (names.length >= leastAlike) alike.set(pattern, names.sort(byNumber.compare));
}

const byNumber = new Intl.Collator("en", { numeric: true });
/** What has a meaning in a glob. */
const special = /[*?[\]{}\\!]/;
const uuidOrWord = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]+/gi;

function patternOf(name: string): string {
  return name.replaceAll(uuidOrWord, (part) =>
    part.includes("-") || isRandom(part)
      ? "*"
      : part.replaceAll(/[0-9a-f]{8,}|\d+/gi, (inner) => (/\d/.test(inner) ? "*" : inner)),
  );
}

/** Digits and letters of both cases in turns, as in `DdG8xKq1`; in `Base64Encoder` they come in words. */
function isRandom(part: string): boolean {
  if (part.length < 8 || !/\d/.test(part)) return false;
  const runs = part.match(/\d+|[a-z]+|[A-Z]+/g) ?? [];
  return runs.length > part.length / 2;
}

/** From the deepest up. A map keeps insertion order, and a parent is always inserted before its children. */
function countFiles(known: ReadonlyMap<string, DirectoryNode>): void {
  for (const node of [...known.values()].toReversed()) {
    node.total = node.files.size;
    for (const child of node.directories.values()) node.total += child.total;
  }
}
