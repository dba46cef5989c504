import type { Node, Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { errorQuery } from "../extract/parse-text.ts";
import { type EditedPlaces, isShifted, mayBecome, standingOf } from "./edited-places.ts";

const divided = new Set(["if_statement", "for_statement", "while_statement", "try_statement"]);
const clause = /^(?:else|elif|except|except_group|finally)_clause$/;

/** Text that the parser cannot parse, a missing token, or something that the language forbids. */
export interface TreeError extends Span {
  readonly missing: string | undefined;
  readonly why?: string;
}

export function listErrors(
  language: GrammarLanguage,
  tree: Tree,
  grammar: LoadedGrammar,
  text: string,
): readonly TreeError[] {
  const { rootNode } = tree;
  const blocks = language.checks?.evenBlocks;
  const held = blocks === undefined ? [] : grammar.query(blocks).captures(rootNode);
  const empty = held.filter(({ node }) => isEmpty(node));
  const errors = rootNode.hasError ? grammar.query(errorQuery).captures(rootNode) : [];
  return [
    ...errors.map(({ node }) => treeError(node, node.isMissing ? node.type : undefined)),
    ...empty.map(({ node }) => treeError(node, "statement")),
    ...held.flatMap(({ node }) => findMisplaced(node, text)).map((node) => treeError(node, undefined)),
    ...findOpenComments(language, tree, grammar, text).map((span) => ({ ...span, missing: undefined })),
    ...findForbidden(language, tree, grammar),
  ];
}

function findForbidden({ checks }: GrammarLanguage, { rootNode }: Tree, grammar: LoadedGrammar): readonly TreeError[] {
  if (checks?.forbidden === undefined) return [];
  const { query, why } = checks.forbidden;
  const found = grammar.query(query).captures(rootNode);
  return found.filter(({ name }) => name === "forbidden").map(({ node }) => ({ ...treeError(node, undefined), why }));
}

function isEmpty({ type, startIndex, endIndex }: Node): boolean {
  return type === "block" && startIndex === endIndex;
}

function treeError({ startIndex, endIndex }: Node, missing: string | undefined): TreeError {
  return { start: startIndex, end: endIndex, missing };
}

export interface ErrorChanges {
  /** Errors that the edit introduces. */
  readonly added: readonly TreeError[];
  /** The text before has the same errors, if any, at the same places. */
  readonly isSame: boolean;
}

/**
 * Compares the errors of both texts. The replacement of a text with errors may have as many: the grammar may be wrong. Errors
 * that move while others disappear are not new.
 */
export function compareErrors(
  places: EditedPlaces,
  before: readonly TreeError[],
  after: readonly TreeError[],
): ErrorChanges {
  const left = [...before];
  const unknown = after.filter((error) => {
    const at = left.findIndex((old) => isSameError(places, old, error));
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
  const isOld = (error: TreeError): boolean => standingOf(places.before, error) === "inside";
  const isNew = (error: TreeError): boolean => standingOf(places.after, error) === "inside";
  const inside = unknown.filter(isNew);
  const others = unknown.filter((error) => !isNew(error));
  const isExcused = inside.length <= left.filter(isOld).length;
  return {
    added: [...(isExcused ? [] : inside), ...(left.length === 0 ? others : [])],
    isSame: isExcused && others.length === 0 && left.every(isOld),
  };
}

function isSameError(places: EditedPlaces, old: TreeError, now: TreeError): boolean {
  if (old.missing !== now.missing || old.why !== now.why) return false;
  const standing = standingOf(places.before, old);
  if (standing === "inside") return false;
  return standing === "outside" ? isShifted(places, old, now) : mayBecome(places, old, now);
}

/**
 * Statements whose indentation differs from the first statement of their block. Grammars accept a line that returns to an
 * indentation of no open block; the languages do not.
 */
function findMisplaced(block: Node, text: string): readonly Node[] {
  const statements = childrenOf(block).filter(({ type }) => type !== "ERROR" && type !== "comment");
  return [...oddOnes(text, statements), ...statements.flatMap((each) => oddOnes(text, partsOf(each)))];
}

/** `else` and the like are indented like their statement, and a definition like its decorators. */
function partsOf(statement: Node): readonly Node[] {
  if (statement.type === "decorated_definition") return childrenOf(statement).filter(({ type }) => type !== "comment");
  if (!divided.has(statement.type)) return [];
  return [statement, ...childrenOf(statement).filter(({ type }) => clause.test(type))];
}

function childrenOf(node: Node): readonly Node[] {
  return node.namedChildren.filter((child) => child !== null);
}

function oddOnes(text: string, nodes: readonly Node[]): readonly Node[] {
  let depth: string | undefined;
  return nodes.filter(({ startIndex }) => {
    const own = indentBefore(text, startIndex);
    depth ??= own;
    return own !== undefined && own !== depth;
  });
}

/** Tabs and spaces differ, whatever their width; undefined if it does not begin a line. */
function indentBefore(text: string, at: number): string | undefined {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  const before = text.slice(start, at);
  if (before.trim() !== "" || /\\\r?\n$/.test(text.slice(Math.max(0, start - 3), start))) return undefined;
  return before.replace(/^[^]*[\f\u{feff}]/u, "");
}

/** Comments that do not end where the grammar thinks: in these languages comments nest, and each has to be closed. */
function findOpenComments(
  { checks, comments }: GrammarLanguage,
  { rootNode }: Tree,
  grammar: LoadedGrammar,
  text: string,
): readonly Span[] {
  const marks = checks?.nestedComments;
  if (marks === undefined || comments.length === 0) return [];
  const [open, close] = marks;
  const found = grammar
    .query(`[${comments.map((type) => `(${type})`).join(" ")}] @comment`)
    .captures(rootNode)
    .map(({ node }) => ({ start: node.startIndex, end: node.endIndex }))
    .filter(({ start }) => text.startsWith(open, start))
    .filter(({ start, end }) => countOpen(text.slice(start, end), open, close) !== 0);
  return open === "/*" ? [...found, ...findDivided(rootNode, text)] : found;
}

/** Grammars that support nested comments parse an unclosed one as an operator, such as a division. */
function findDivided(rootNode: Node, text: string): readonly Span[] {
  const spans = Array.from(text.matchAll(/\/\*/g), ({ index }) => ({ start: index, end: index + 2 }));
  return spans.filter(({ start }) => {
    const node = rootNode.descendantForIndex(start, start + 1);
    return node?.type === "/" || /operator/.test(node?.type ?? "");
  });
}

function countOpen(comment: string, open: string, close: string): number {
  let depth = 0;
  for (let at = 0; at < comment.length;) {
    if (comment.startsWith(open, at)) depth += 1;
    else if (comment.startsWith(close, at)) depth -= 1;
    else {
      at += 1;
      continue;
    }
    at += open.length;
  }
  return depth;
}
