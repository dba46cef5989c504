import { ToolError } from "toolwright";
import { codeKinds } from "../../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import { declaredTogether, holderOf } from "../layout/siblings.ts";
import { type AfterEdit, declaredIn } from "../apply-first-valid.ts";
import type { CodeText } from "../text/code-text.ts";

/** Refuses new code that declares nothing. */
export function requireDeclaration(code: CodeText, symbol: CodeSymbol, after: AfterEdit): ToolError | undefined {
  if (declaredIn(after, after.region).length > 0) return undefined;
  const holder = holderOf(code, symbol);
  // Local values inside code are not listed as symbols, although they are declared.
  const [first = ""] = after.text.slice(after.region.start, after.region.end).split("\n");
  if (holder !== undefined && codeKinds.has(holder.kind) && first.includes(symbol.name)) return undefined;
  const advice = symbol.bodySpan === undefined ? "" : ' `part`: "body" replaces the body alone.';
  return new ToolError(
    "no_declaration",
    `\`body\` declares nothing that could stand in place of ${symbol.kind} ${visibleLine(symbol.path)}: send the whole declaration.${advice} Nothing was changed.`,
  );
}

/** Other symbols of the same declaration must not get lost. */
export function requireOthers(code: CodeText, symbol: CodeSymbol, after: AfterEdit): ToolError | undefined {
  const names = new Set(declaredIn(after, after.region).map(({ name }) => name));
  const lost = declaredTogether(code, symbol).filter(({ name }) => !names.has(name));
  if (lost.length === 0) return undefined;
  const listed = lost.map(({ path }) => visibleLine(path)).join(", ");
  return new ToolError(
    "shared_declaration",
    `The declaration of ${visibleLine(symbol.path)} declares ${listed}, too, and \`body\` does not: send code that declares all of them. Nothing was changed.`,
  );
}

/** What the new code lost: modifiers before the name, or the name itself. */
export function notesOn(code: CodeText, symbol: CodeSymbol, after: AfterEdit): readonly string[] {
  const declared = declaredIn(after, after.region);
  const before = [symbol, ...declaredTogether(code, symbol)];
  const names = new Set(declared.map(({ name }) => name));
  const gone = before.filter(({ name }) => !names.has(name)).map(({ name }) => `\`${name}\``);
  const same = declared.find(({ name }) => name === symbol.name) ?? declared[0];
  const lost = same === undefined ? [] : lostWords(headWordsOf(code.text, symbol), headWordsOf(after.text, same));
  return [
    ...(lost.length === 0
      ? []
      : [`Gone with the old declaration: ${lost.map((word) => `\`${visibleLine(word)}\``).join(", ")}.`]),
    ...(gone.length === 0
      ? []
      : [
          `${gone.join(", ")} is declared here no more; the new code declares ${[...names].map((name) => `\`${visibleLine(name)}\``).join(", ")}.`,
        ]),
  ];
}

const modifiers = new Set(
  (
    "export default public private protected internal fileprivate open final static async abstract readonly override sealed data " +
    "inline suspend unsafe extern virtual declare pub const mutable lateinit volatile synchronized native transient explicit " +
    "constexpr noexcept required partial accessor"
  ).split(" "),
);

/** Modifiers, decorators and attributes that the old head has and the new one lacks. */
function lostWords(before: readonly string[], after: readonly string[]): readonly string[] {
  const left = [...after];
  return before.filter((word) => {
    const at = left.findIndex((other) => isSame(word, other));
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

/** Arguments of a decorator may change; that does not count as a loss. */
function isSame(word: string, other: string): boolean {
  const nameOf = (each: string): string => each.replace(/\(.*$/s, "");
  return /^[@#[]/.test(word) ? nameOf(word) === nameOf(other) : word === other;
}

/** What precedes the name of a symbol, without its keyword. */
function headWordsOf(text: string, { span, nameSpan, bodySpan }: CodeSymbol): readonly string[] {
  const head = text.slice(span.start, nameSpan.start);
  const marks = head.match(/@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?|#\[[^\]]*\]|^\s*\[[^\]]*\]/gm) ?? [];
  const bare = marks.reduce((rest, mark) => rest.replace(mark, " "), head);
  const words = bare.match(/pub\([^)]*\)|[a-z]+/g) ?? [];
  const behind =
    bodySpan !== undefined && bodySpan.start > nameSpan.end ? text.slice(nameSpan.end, bodySpan.start) : "";
  return [
    ...marks.map((mark) => mark.trim()),
    // A constant may become a function, so a missing `const` is not a loss.
    ...words.filter((word) => (modifiers.has(word) && word !== "const") || word.startsWith("pub(")),
    ...(/=\s*async\b/.test(behind) ? ["async"] : []),
  ];
}
