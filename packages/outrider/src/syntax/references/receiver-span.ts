import type { Node, Tree } from "web-tree-sitter";
import type { Span } from "../../languages/language.ts";

/** Nodes around a name up to the one that also has its receiver: type arguments, a conditional access. */
const maxLevels = 3;

/** Where the expression before a name stands, without the dot, arrow or double colon between them. */
export function receiverSpan(text: string, tree: Tree, name: Span): Span | undefined {
  const leaf = tree.rootNode.descendantForIndex(name.start, name.end);
  if (leaf === null || leaf.startIndex !== name.start) return undefined;
  let at = leaf.parent;
  for (let level = 0; at !== null && level < maxLevels; level += 1, at = at.parent) {
    if (at.type === "token_tree") return tokensBefore(text, leaf);
    const first = at.namedChild(0);
    if (first === null || first.endIndex > name.start) continue;
    const isBefore = /^\s*!?(?:\?\.|\?->|\.|->|::|\\)\s*(?:template\s+)?$/.test(text.slice(first.endIndex, name.start));
    if (isBefore) return { start: first.startIndex, end: first.endIndex };
    // `a?.b` may have its mark inside of the node with the name.
    if (/[^\s?.]/.test(text.slice(first.endIndex, name.start))) return undefined;
  }
  return undefined;
}

/** The arguments of a Rust macro are mere tokens, which end where no member or call can go on. */
function tokensBefore(text: string, leaf: Node): Span | undefined {
  const mark = leaf.previousSibling;
  if (mark === null || !/^(?:\.|::)$/.test(mark.text)) return undefined;
  let start = mark.startIndex;
  let isAfterName = false;
  for (let at = mark.previousSibling; at !== null; at = at.previousSibling) {
    const isName = at.type === "identifier" || at.type === "self" || at.type === "crate" || at.type === "super";
    const isMark = /^(?:\.|::|\?)$/.test(at.text);
    const isGroup = at.type === "token_tree" && at.text.startsWith("(");
    if (isAfterName ? !isMark : !(isName || isGroup || isMark)) break;
    isAfterName = isName;
    start = at.startIndex;
  }
  return start === mark.startIndex || text.slice(start, mark.startIndex).startsWith("(")
    ? undefined
    : { start, end: mark.startIndex };
}
