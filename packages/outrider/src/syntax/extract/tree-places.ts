import type { Node } from "web-tree-sitter";

/** Where a node stands in its tree. */
export interface Place {
  readonly node: Node;
  readonly parent: Place | undefined;
  /** The one before or after it below the same parent. */
  sibling(step: -1 | 1): Place | undefined;
}

/**
 * Finds where nodes stand. The tree's own way to a parent or to the node before looks at every child from the first on, for each
 * question anew: in a file of 20,000 declarations that is most of the work. Here children are listed once.
 */
export function createTreePlaces(root: Node): (node: Node) => Place | undefined {
  const lists = new Map<number, readonly Node[]>();

  function childrenOf(node: Node): readonly Node[] {
    const known = lists.get(node.id);
    if (known !== undefined) return known;
    const children = node.children.filter((child) => child !== null);
    lists.set(node.id, children);
    return children;
  }

  function placeAt(parent: Place, index: number): Place | undefined {
    const node = childrenOf(parent.node)[index];
    return node === undefined ? undefined : { node, parent, sibling: (step) => placeAt(parent, index + step) };
  }

  return (wanted) => {
    let place: Place | undefined = { node: root, parent: undefined, sibling: () => undefined };
    for (let depth = 0; depth < mostDepth && place !== undefined; depth += 1) {
      if (place.node.id === wanted.id) return place;
      place = placeAt(place, indexOfHolder(childrenOf(place.node), wanted));
    }
    return undefined;
  };
}

/** Deeper than that nobody declares anything. */
const mostDepth = 500;

/** The child that holds the wanted node; empty ones may stand at the same place. */
function indexOfHolder(children: readonly Node[], { startIndex, endIndex }: Node): number {
  let low = 0;
  let high = children.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((children[middle]?.startIndex ?? 0) <= startIndex) low = middle;
    else high = middle;
  }
  while (low > 0 && (children[low]?.endIndex ?? 0) < endIndex) low -= 1;
  return low;
}
