import type { Node } from "web-tree-sitter";
import type { GrammarLanguage, ReferenceRules } from "../../languages/language.ts";

const maxHead = 80;

/** A type that is written as a string, since it is declared further down, or a name that is listed as one. */
export function isQuotedCode({ quotedCode = [], quotedNames }: ReferenceRules, node: Node): boolean {
  if (!node.type.startsWith("string")) return false;
  for (let at = node.parent; at !== null; at = at.parent) {
    if (quotedCode.includes(at.type)) return true;
    if (/call|assignment/.test(at.type) && quotedNames?.test(at.text.slice(0, maxHead)) === true) return true;
    if (/statement|definition|block/.test(at.type)) return false;
  }
  return false;
}

/** A type in a comment that tools read, such as `@param {Name}`. */
export function isCommentedCode(
  { comments }: GrammarLanguage,
  { codeInComments }: ReferenceRules,
  text: string,
  start: number,
  { type, startIndex }: Node,
): boolean {
  return codeInComments !== undefined && comments.includes(type) && codeInComments.test(text.slice(startIndex, start));
}
