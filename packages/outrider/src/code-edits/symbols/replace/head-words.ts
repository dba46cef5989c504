import type { CodeSymbol } from "../../../syntax/code-symbol.ts";

const modifiers = new Set(
  (
    "export default public private protected internal fileprivate open final static async abstract readonly override sealed data " +
    "inline suspend unsafe extern virtual declare pub const mutable lateinit volatile synchronized native transient explicit " +
    "constexpr noexcept required partial accessor"
  ).split(" "),
);

/** Words of visibility and the like, decorators and attributes that the old head has and the new one has not. */
export function lostWords(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((word) => {
    const at = left.findIndex((other) => isSame(word, other));
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

/** Arguments of a decorator may change without anything being lost. */
function isSame(word: string, other: string): boolean {
  const nameOf = (each: string): string => each.replace(/\(.*$/s, "");
  return /^[@#[]/.test(word) ? nameOf(word) === nameOf(other) : word === other;
}

/** What stands before the name of a symbol, without its own keyword. */
export function headWordsOf(text: string, { span, nameSpan, bodySpan }: CodeSymbol): readonly string[] {
  const head = text.slice(span.start, nameSpan.start);
  const marks = head.match(/@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?|#\[[^\]]*\]|^\s*\[[^\]]*\]/gm) ?? [];
  const bare = marks.reduce((rest, mark) => rest.replace(mark, " "), head);
  const words = bare.match(/pub\([^)]*\)|[a-z]+/g) ?? [];
  const behind =
    bodySpan !== undefined && bodySpan.start > nameSpan.end ? text.slice(nameSpan.end, bodySpan.start) : "";
  return [
    ...marks.map((mark) => mark.trim()),
    // A constant is no weaker for being a function afterwards.
    ...words.filter((word) => (modifiers.has(word) && word !== "const") || word.startsWith("pub(")),
    ...(/=\s*async\b/.test(behind) ? ["async"] : []),
  ];
}
