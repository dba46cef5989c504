import type { Node, Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import {
  type EditedPlaces,
  type EditedText,
  isShifted,
  mayBecome,
  originalOffset,
  type Standing,
  standingOf,
  trimSpan,
} from "./edited-places.ts";

/**
 * Finds code outside an edit that is parsed differently afterwards: offsets into the text before. From the root down, nodes
 * outside the edit must reappear in the same order; only nodes that contain the edit are descended into.
 */
export function compareTrees(
  { comments }: Pick<GrammarLanguage, "comments">,
  places: EditedPlaces,
  before: Tree,
  after: Tree,
): readonly number[] {
  const isCode = (node: Node): boolean => !comments.includes(node.type);
  const disturbed: number[] = [];
  const open: (readonly [Node, Node])[] = [[before.rootNode, after.rootNode]];
  for (let pair = open.pop(); pair !== undefined && disturbed.length < maxFound; pair = open.pop()) {
    const old = childrenOutside(places.before, pair[0], isCode);
    const now = childrenOutside(places.after, pair[1], isCode);
    const fits = old.map((child, index) => match(places, child, now[index]));
    const first = fits.indexOf("other");
    for (const [index, fit] of fits.entries()) {
      const [one, two] = [old[index]?.node, now[index]?.node];
      if (fit === "holds" && one !== undefined && two !== undefined && (first === -1 || index < first))
        open.push([one, two]);
    }
    const extra = now[old.length];
    if (first !== -1) disturbed.push(...lostFrom(places, old.slice(first), now));
    else if (extra !== undefined) disturbed.push(originalOffset(places, trimmedStart(places.after, extra.node)));
  }
  return disturbed;
}

const maxFound = 20;

interface Child {
  readonly node: Node;
  readonly standing: Standing;
}

/** Edited nodes may differ, and so may comments: code that a comment swallows is noticed as missing. */
function childrenOutside(edited: EditedText, node: Node, isCode: (node: Node) => boolean): readonly Child[] {
  return node.namedChildren
    .filter((child) => child !== null)
    .filter(isCode)
    .map((child) => ({ node: child, standing: standingOf(edited, spanOf(child)) }))
    .filter(({ standing }) => standing !== "inside");
}

function match(places: EditedPlaces, old: Child, now: Child | undefined): "same" | "holds" | "other" {
  if (now === undefined || old.node.type !== now.node.type) return "other";
  if (old.standing === "outside" && now.standing === "outside" && isSame(places, old.node, now.node)) return "same";
  return mayBecome(places, spanOf(old.node), spanOf(now.node)) ? "holds" : "other";
}

/** The number of nodes stands for the whole subtree. */
function isSame(places: EditedPlaces, old: Node, now: Node): boolean {
  return isShifted(places, spanOf(old), spanOf(now)) && old.descendantCount === now.descendantCount;
}

/** Nodes without any counterpart; the first one never has one. */
function lostFrom(places: EditedPlaces, old: readonly Child[], now: readonly Child[]): readonly number[] {
  const lost = old.filter((child, index) => index === 0 || !now.some((each) => match(places, child, each) !== "other"));
  return lost.map(({ node, standing }) =>
    standing === "around" ? startOutside(places.before, node) : trimmedStart(places.before, node),
  );
}

/** For a node that contains the edit: the code after the edit. */
function startOutside({ text, parts }: EditedText, node: Node): number {
  const last = parts.findLast(({ start, end }) => start < node.endIndex && end > node.startIndex);
  const rest = trimSpan(text, { start: last?.end ?? node.startIndex, end: node.endIndex });
  return rest.start < rest.end ? rest.start : node.startIndex;
}

function trimmedStart({ text }: EditedText, node: Node): number {
  return trimSpan(text, spanOf(node)).start;
}

function spanOf({ startIndex, endIndex }: Node): Span {
  return { start: startIndex, end: endIndex };
}
