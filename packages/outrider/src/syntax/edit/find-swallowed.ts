import type { Node, Tree } from "web-tree-sitter";
import type { EditedPlaces, EditedText } from "./edited-places.ts";
import { standingOf } from "./edited-places.ts";

/**
 * Offsets into the text before of what a comment or string swallows that the new text opens. For a text with errors, where
 * nothing else can be compared.
 */
export function findSwallowed({ before, after }: EditedPlaces, { rootNode }: Tree): readonly number[] {
  return after.parts.flatMap((part, index) => {
    const behind = nextVisible(after, part.end);
    if (part.start === part.end || behind >= after.text.length) return [];
    for (let node = rootNode.descendantForIndex(part.end - 1, behind + 1); node !== null; node = node.parent) {
      if (node.startIndex < part.start) break;
      if (!isText(node) || standingOf(after, { start: node.startIndex, end: node.endIndex }) !== "around") continue;
      return [behind - part.end + (before.parts[index]?.end ?? 0)];
    }
    return [];
  });
}

function isText({ type }: Node): boolean {
  return /comment|string|template|heredoc|literal|regex|text/.test(type);
}

function nextVisible({ text }: EditedText, offset: number): number {
  const at = text.slice(offset).search(/\S/);
  return at === -1 ? text.length : offset + at;
}
