import type { Node, Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import type { LoadedGrammar } from "../extract/load-grammar.ts";
import { errorQuery } from "../extract/parse-text.ts";
import { type EditedPlaces, isShifted, mayBecome, standingOf } from "./edited-places.ts";
import { findMisplaced } from "./find-misplaced.ts";
import { findOpenComments } from "./find-open-comments.ts";

/** What the parser cannot make sense of, or a token that it misses. */
export interface TreeError extends Span {
  readonly missing: string | undefined;
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
    ...errors.map(({ node }) => describe(node, node.isMissing ? node.type : undefined)),
    ...empty.map(({ node }) => describe(node, "statement")),
    ...held.flatMap(({ node }) => findMisplaced(node, text)).map((node) => describe(node, undefined)),
    ...findOpenComments(language, tree, grammar, text).map((span) => ({ ...span, missing: undefined })),
  ];
}

function isEmpty({ type, startIndex, endIndex }: Node): boolean {
  return type === "block" && startIndex === endIndex;
}

function describe({ startIndex, endIndex }: Node, missing: string | undefined): TreeError {
  return { start: startIndex, end: endIndex, missing };
}

export interface ErrorChanges {
  /** Errors that the edit brings. */
  readonly added: readonly TreeError[];
  /** The text before has the same errors, if any, at the same places. */
  readonly isSame: boolean;
}

/**
 * Compares the errors of both texts. What replaces a text with errors may have as many: the grammar may be what is wrong. Those
 * that move elsewhere while others go are not new.
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
  if (old.missing !== now.missing) return false;
  const standing = standingOf(places.before, old);
  if (standing === "inside") return false;
  return standing === "outside" ? isShifted(places, old, now) : mayBecome(places, old, now);
}
