import type { Node } from "web-tree-sitter";
import type { GrammarLanguage, ReferenceRules } from "../../languages/language.ts";

const maxHead = 80;
/** How far before a name in a comment the tag of its type may be. */
const maxBefore = 2_000;

/** A type that is written as a string, since it is declared further down, or a name that is listed as one. */
export function isQuotedCode({ quotedCode = [], quotedNames }: ReferenceRules, node: Node): boolean {
  if (!node.type.startsWith("string")) return false;
  if (quotedNames !== undefined && isListedName(node, quotedNames)) return true;
  for (let at = node.parent; at !== null; at = at.parent) {
    if (quotedCode.includes(at.type)) return true;
    if (/statement|definition|block/.test(at.type)) return false;
  }
  return false;
}

/** Code that a syntax error made the grammar take for text. */
export function isLostCode({ comments, references }: GrammarLanguage, { type, parent, childCount }: Node): boolean {
  if (childCount > 0 || comments.includes(type) || references?.identifiers.includes(type) === true) return false;
  return type === "ERROR" || (parent?.type === "ERROR" && /string|content|text/.test(type));
}

/** `&:name` calls the method of each value, whatever type that has. */
export function isCalledSymbol({ calledSymbols }: ReferenceRules, node: Node): boolean {
  return calledSymbols?.(node) === true;
}

/** A name inside of a string that stands for its value, where the grammar does not tell. */
export function isInterpolated({ namesInText }: ReferenceRules, text: string, start: number, { type }: Node): boolean {
  return (
    namesInText !== undefined &&
    type.startsWith("string") &&
    namesInText.test(text.slice(Math.max(0, start - 2), start))
  );
}

/** `println!("{name}")`. */
export function mayBeFormatted({ namesInMacroText }: ReferenceRules, text: string, start: number, node: Node): boolean {
  if (namesInMacroText?.test(text.slice(Math.max(0, start - 2), start)) !== true) return false;
  for (let at: Node | null = node; at !== null; at = at.parent) if (at.type === "token_tree") return true;
  return false;
}

/** The first argument of a call, or an item of a list that is assigned, not what is deeper in them. */
function isListedName(node: Node, quotedNames: RegExp): boolean {
  const whole = node.type === "string" ? node : node.parent;
  const list = whole?.parent;
  if (whole?.type !== "string" || list === null || list === undefined) return false;
  const isFirst = list.type === "argument_list" && list.namedChild(0)?.id === whole.id;
  const isItem = /^(?:list|tuple)$/.test(list.type) && /assignment/.test(list.parent?.type ?? "");
  return (isFirst || isItem) && quotedNames.test(list.parent?.text.slice(0, maxHead) ?? "");
}

/** A type in a comment that tools read, such as `@param {Name}`; keys, strings and paths in there are none. */
export function isCommentedCode(
  { comments }: GrammarLanguage,
  { codeInComments }: ReferenceRules,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { type, startIndex }: Node,
): boolean {
  if (codeInComments === undefined || !comments.includes(type) || !text.startsWith("/**", startIndex)) return false;
  const before = text.slice(Math.max(startIndex, start - maxBefore), start);
  if (/["'`/.-]$/.test(before) || /^(?:\s*\??:|["'`/-])/.test(text.slice(end, end + maxHead))) return false;
  return codeInComments.test(before.slice(Math.max(0, before.lastIndexOf("@"))));
}
