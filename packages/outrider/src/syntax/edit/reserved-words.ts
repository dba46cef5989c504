import type { Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import type { EditedText } from "./edited-places.ts";

/**
 * Words of the language that the new text has in place of names. Grammars take a word for a name wherever its own meaning does
 * not fit, so that a lone `export` is a statement to them.
 */
export function findReservedNames(
  { checks }: GrammarLanguage,
  { rootNode }: Tree,
  { text, parts }: EditedText,
): readonly Span[] {
  const reserved = checks?.reservedWords;
  if (reserved === undefined) return [];
  return parts
    .flatMap(({ start, end }) => wordsIn(text.slice(start, end), start))
    .filter(({ word, start, end }) => {
      if (!reserved.has(word)) return false;
      const node = rootNode.descendantForIndex(start, end);
      const isName = names.has(node?.type ?? "") && node?.startIndex === start && node.endIndex === end;
      return isName && !anyWord.has(node?.parent?.type ?? "");
    })
    .map(({ start, end }) => ({ start, end }));
}

/** In a class of Java, `return x;` is a field of the type `return` to the grammar. */
const names: ReadonlySet<string> = new Set(["identifier", "type_identifier"]);

/** Where every word may be a name: in a macro, of a lifetime, and in `export { a as default }`. */
const anyWord: ReadonlySet<string> = new Set([
  "token_tree",
  "lifetime",
  "export_specifier",
  "import_specifier",
  "namespace_export",
]);

function wordsIn(text: string, offset: number): readonly (Span & { readonly word: string })[] {
  return Array.from(text.matchAll(/[a-z]+/g), ({ 0: word, index }) => {
    const start = offset + index;
    return { word, start, end: start + word.length };
  });
}
