/** Names as people call them; empty for what is none: a keyword where the text is broken, a macro that begins a test. */
export function cleanCName(text: string): string {
  if (keywords.has(text) || testMacro.test(text)) return "";
  if (text.startsWith("operator")) return cleanOperator(text);
  return text.replaceAll(/^"|"$/g, "");
}

const testMacro = /^(?:[A-Z]+_)?TEST_[FPT]$|^(?:TYPED_)?TEST$|^(?:BOOST_\w+_)?TEST_CASE\w*$|^SCENARIO$/;
const keywords = new Set(["if", "for", "while", "switch", "return", "else", "do", "defined", "sizeof", "catch"]);

/** `operator ==` is `operator==`; a conversion is named without its parameters. */
function cleanOperator(text: string): string {
  const spaced = text.replaceAll(/\s+/g, " ").replace(/^operator (?=[^\w"])/, "operator");
  return /^operator \w/.test(spaced) ? spaced.replace(/ ?\(.*$/, "") : spaced;
}
