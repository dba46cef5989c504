import type { Tree } from "web-tree-sitter";
import type { GrammarLanguage, Span } from "../../languages/language.ts";
import type { EditedText } from "./edited-places.ts";

/**
 * Words of the language that the new text has in place of names. Grammars take a word for a name wherever its own meaning does
 * not fit, so that a lone `export` is a statement to them.
 */
export function findReservedNames(
  { id }: GrammarLanguage,
  { rootNode }: Tree,
  { text, parts }: EditedText,
): readonly Span[] {
  const reserved = byLanguage.get(id);
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

const ecmascript = words(
  "break case catch class const continue debugger default delete do else enum export extends finally for function if import in instanceof new return switch throw try typeof var void while with",
);
const c = words("break case continue default do else for goto if return switch typedef while");

const byLanguage: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["javascript", ecmascript],
  ["typescript", ecmascript],
  ["tsx", ecmascript],
  [
    "python",
    words(
      "and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield",
    ),
  ],
  [
    "go",
    words(
      "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var",
    ),
  ],
  [
    "rust",
    words(
      "as break const continue else enum fn for if impl in let loop match mod move mut pub ref return static struct trait type unsafe use where while",
    ),
  ],
  [
    "java",
    words(
      "abstract assert break case catch class continue do else enum extends final finally for goto if implements import instanceof interface native new package private protected public return static switch synchronized throw throws transient try volatile while",
    ),
  ],
  [
    "csharp",
    words(
      "break case catch class const continue do else enum finally for foreach if in interface internal is namespace new out override private protected public return sealed static struct switch throw try using virtual while",
    ),
  ],
  ["c", c],
  ["cpp", new Set([...c, ...words("catch class namespace public private protected template throw try using virtual")])],
]);

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
