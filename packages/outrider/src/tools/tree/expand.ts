import { isPassage, type DirectoryNode } from "./directory-node.ts";

/** The directories whose entries are listed: down to `depth`, or as many as fit when no depth is asked for. */
export function chooseExpanded(root: DirectoryNode, depth: number | undefined, room: number): Set<DirectoryNode> {
  return depth === undefined ? fitting(root, room) : downTo(root, depth);
}

/** A directory that holds nothing but one directory is shown as one with it. */
export function joined(node: DirectoryNode): { readonly node: DirectoryNode; readonly name: string } {
  let [last, name] = [node, node.name];
  for (;;) {
    const [only] = last.directories.values();
    if (only === undefined || !isPassage(last)) return { node: last, name };
    [last, name] = [only, `${name}/${only.name}`];
  }
}

function downTo(root: DirectoryNode, depth: number): Set<DirectoryNode> {
  const expanded = new Set([root]);
  let level = [root];
  for (let reached = 1; reached < depth && level.length > 0; reached += 1) {
    level = level.flatMap(childrenOf);
    for (const node of level) expanded.add(node);
  }
  return expanded;
}

/** Level by level and small directories first, so that one large directory does not take the room of all others. */
function fitting(root: DirectoryNode, room: number): Set<DirectoryNode> {
  const expanded = new Set([root]);
  let left = room - entriesOf(root);
  let level = [root];
  while (level.length > 0) {
    const candidates = level.flatMap(childrenOf).sort((one, other) => entriesOf(one) - entriesOf(other));
    level = [];
    for (const node of candidates) {
      const entries = entriesOf(node);
      if (entries > left) break;
      left -= entries;
      expanded.add(node);
      level.push(node);
    }
  }
  return expanded;
}

function childrenOf(node: DirectoryNode): DirectoryNode[] {
  return [...node.directories.values()].map((child) => joined(child).node);
}

function entriesOf(node: DirectoryNode): number {
  return node.directories.size + node.files.size;
}
