import type { Node } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";

/** The position of a node in its tree. */
interface NodePosition {
  readonly node: Node;
  readonly parent: NodePosition | undefined;
  /** Its previous or next sibling. */
  sibling(step: -1 | 1): NodePosition | undefined;
}

/** Nobody declares anything deeper than this. */
const maxDepth = 500;

export interface Surroundings {
  readonly span: Span;
  /** After decorators and attributes. */
  readonly headStart: number;
  readonly docSpan: Span | undefined;
  /** Where the statement begins, even if shared: `export` counts for both in `export const a = 1, b = 2`. */
  readonly statementStart: number;
}

/** Finds what belongs to a declaration around its node: wrappers, attributes and the comment before it, a `;` after it. */
// oxlint-disable-next-line max-lines-per-function -- a cursor over one tree that its functions share
export function createSurroundings(language: GrammarLanguage, text: string, root: Node): (node: Node) => Surroundings {
  const placeOf = createTreePlaces(root);
  const wrappers = new Set(language.wrappers);
  const attributes = new Set(language.attributes);
  const comments = new Set(language.comments);
  const leads = new Set(language.leadingNodes);
  const { attributeWords, docWords } = language;
  // Cached, as a list may contain thousands of declarations.
  const sharing = new Map<string, boolean>();

  function outermost(place: NodePosition): { readonly outer: NodePosition; readonly statement: NodePosition } {
    let outer = place;
    let statement = place;
    let shared = false;
    for (let { parent } = place; parent !== undefined && wrappers.has(parent.node.type); { parent } = parent) {
      shared ||= isShared(parent.node, statement.node);
      statement = parent;
      if (!shared) outer = parent;
    }
    return { outer, statement };
  }

  /** It contains other declarations, as in `const a = 1, b = 2`, or it is a list of them: `const (…)`. */
  function isShared(parent: Node, node: Node): boolean {
    const key = `${parent.id} ${node.type}`;
    const known = sharing.get(key);
    if (known !== undefined) return known;
    const types = parent.children.map((child) => child?.type);
    const answer = types.includes("(") || types.filter((type) => type === node.type).length > 1;
    sharing.set(key, answer);
    return answer;
  }

  function headOf(node: Node): number {
    let start = node.startIndex;
    // Visited one by one: nearly always the first child is already the head.
    for (let at = 0, child = node.firstChild; child !== null; at += 1, child = node.child(at)) {
      if (attributes.has(child.type)) start = skipSpace(text, child.endIndex);
      else if (child.type === "modifiers" || wrappers.has(child.type) || comments.has(child.type)) {
        if (comments.has(child.type)) {
          if (start === child.startIndex) start = skipSpace(text, child.endIndex);
          continue;
        }
        return start === child.startIndex ? headOf(child) : start;
      } else return start;
    }
    return start;
  }

  /** Some grammars put the comment above the first of several declarations before their list, or at the end of what precedes it. */
  function previousOf(place: NodePosition): NodePosition | undefined {
    const beside = place.sibling(-1);
    if (beside !== undefined) return beside;
    const list = place.parent;
    const before = list?.node.startIndex === place.node.startIndex ? list.sibling(-1) : undefined;
    const last = before?.node.lastChild;
    if (last === undefined || last === null || !comments.has(last.type)) return before;
    return placeOf(last);
  }

  function isAttribute(node: Node): boolean {
    return attributes.has(node.type) && attributeWords?.test(startOf(node)) !== false;
  }

  function startOf(node: Node): string {
    return text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + maxWord));
  }

  return (node) => {
    const place = placeOf(node) ?? alone(node);
    const { outer, statement } = outermost(place);
    let first = outer.node;
    let headStart = headOf(outer.node);
    let docStart: number | undefined;
    let docEnd = 0;
    for (let at = previousOf(outer); at !== undefined; at = at.sibling(-1)) {
      const before = at.node;
      if (attributes.has(before.type) && docWords?.test(startOf(before)) === true) {
        const quote = before.text.indexOf('"');
        if (quote > 0) [docStart, docEnd] = [before.startIndex + quote, before.endIndex];
        break;
      }
      if (leads.has(before.type) && isNear(text, before.endIndex, first.startIndex, 2)) {
        first = before;
        headStart = before.startIndex;
      } else if (isAttribute(before) && isNear(text, before.endIndex, first.startIndex, 2)) {
        // A comment between attributes belongs to the declaration.
        first = before;
        docStart = undefined;
      } else if (comments.has(before.type)) {
        const from = docStart ?? first.startIndex;
        if (!isNear(text, before.endIndex, from, 1) || !startsLine(text, before.startIndex)) break;
        if (before.startIndex === 0 && text.startsWith("#!")) break;
        if (docStart === undefined) docEnd = trimmedEnd(text, before);
        docStart = before.startIndex;
      } else break;
    }
    const { endIndex } = outer.node;
    const isEnded = text.startsWith(";", endIndex) && outer.sibling(1)?.node.type === ";";
    const end = isEnded ? endIndex + 1 : endIndex;
    return {
      span: { start: skipSpace(text, first.startIndex), end: trimEnd(text, first.startIndex, end) },
      headStart,
      docSpan: docStart === undefined ? undefined : { start: docStart, end: docEnd },
      statementStart: Math.min(first.startIndex, statement.node.startIndex),
    };
  };
}

/** Too deep for its surroundings to matter. */
function alone(node: Node): NodePosition {
  return { node, parent: undefined, sibling: () => undefined };
}

/** Only whitespace lies between, with at most that many line endings; a node may include its own. */
function isNear(text: string, from: number, to: number, most: number): boolean {
  let lines = 0;
  for (let at = from; at < to; at += 1) {
    const character = text.charCodeAt(at);
    if (character === lineFeed) lines += 1;
    else if (character !== space && character !== tab && character !== carriageReturn) return false;
  }
  if (from > 0 && text.charCodeAt(from - 1) === lineFeed) lines += 1;
  return lines <= most;
}

/** A comment after code on the same line belongs to that code. */
function startsLine(text: string, start: number): boolean {
  for (let at = start - 1; at >= 0; at -= 1) {
    const character = text.charCodeAt(at);
    if (character === lineFeed || character === carriageReturn) return true;
    if (character !== space && character !== tab) return false;
  }
  return true;
}

function trimmedEnd(text: string, node: Node): number {
  return trimEnd(text, node.startIndex, node.endIndex);
}

/** In some grammars a node includes the line ending after it. */
function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at -= 1;
  return at;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(character: number): boolean {
  return character === space || character === tab || character === lineFeed || character === carriageReturn;
}

const maxWord = 40;
const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const tab = 9;

/**
 * Finds the positions of nodes. The tree's own lookup of a parent or previous sibling scans all children from the first one
 * each time: in a file with 20,000 declarations that is most of the work. Here children are listed once.
 */
function createTreePlaces(root: Node): (node: Node) => NodePosition | undefined {
  const lists = new Map<number, readonly Node[]>();

  function childrenOf(node: Node): readonly Node[] {
    const known = lists.get(node.id);
    if (known !== undefined) return known;
    const children = node.children.filter((child) => child !== null);
    lists.set(node.id, children);
    return children;
  }

  function placeAt(parent: NodePosition, index: number): NodePosition | undefined {
    const node = childrenOf(parent.node)[index];
    return node === undefined ? undefined : { node, parent, sibling: (step) => placeAt(parent, index + step) };
  }

  return (wanted) => {
    let place: NodePosition | undefined = { node: root, parent: undefined, sibling: () => undefined };
    for (let depth = 0; depth < maxDepth && place !== undefined; depth += 1) {
      if (place.node.id === wanted.id) return place;
      place = placeAt(place, indexOfHolder(childrenOf(place.node), wanted));
    }
    return undefined;
  };
}

/** The child that contains the wanted node; empty nodes may be at the same place. */
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
