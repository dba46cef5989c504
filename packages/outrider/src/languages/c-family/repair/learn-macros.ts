import { isCapital, isName, keywords, nestTokens, typeKeywords } from "./nesting.ts";

/**
 * Writes macros that have lower-case names in capitals, by which they are recognised elsewhere: words that stand before the type of
 * a declaration somewhere in the text (`fast_inline static int`), or are named as attributes are.
 */
export function raiseMacros(text: string): string {
  const { tokens, starts } = nestTokens(text);
  const known = new Set<string>();
  for (const [at, { text: word }] of tokens.entries()) {
    if (!isName(word) || isCapital(word)) continue;
    const next = tokens[at + 1]?.text ?? "";
    if (attributeNames.test(word)) known.add(word);
    else if (isLower(word) && starts[at] === true && follows.has(next)) known.add(word);
  }
  if (known.size === 0) return text;
  let raised = "";
  let end = 0;
  for (const token of tokens) {
    if (!known.has(token.text)) continue;
    raised += text.slice(end, token.start) + token.text.toUpperCase();
    end = token.end;
  }
  return raised + text.slice(end);
}

const attributeNames =
  /^(?:[a-z]\w*_(?:(?:force|always|never|really|no)_?)?(?:inline|noinline|unused|warn_unused|nodiscard|deprecated|export|likely|unlikely|cold|hot|api|pure|flatten|lifetime_bound|noreturn|must_use|constexpr|consteval)|__\w*(?:inline|unused|export|cold|hot|dead|noreturn))$/;

/** A type in lower case may precede `const`, but none of these. */
const follows = new Set(
  [...typeKeywords, "static", "inline", "extern", "constexpr", "virtual", "explicit", "typename", "friend"].filter(
    (word) => keywords.has(word) && word !== "const" && word !== "volatile",
  ),
);

function isLower(word: string): boolean {
  return /^[a-z_][a-z\d_]*$/.test(word) && word.toUpperCase().length === word.length;
}
