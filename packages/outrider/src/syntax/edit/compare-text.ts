import type { Node, Tree } from "web-tree-sitter";
import { languageById } from "../../languages/language-of.ts";
import type { EmbeddedPart, GrammarLanguage, OutlinedLanguage, RawSymbol, Span } from "../../languages/language.ts";
import { errorQuery, parseText } from "../extract/parse-text.ts";
import { querySymbols } from "../extract/query-symbols.ts";
import { compareTrees } from "./compare-trees.ts";
import { type EditedPlaces, isShifted, mayBecome, standingOf, type EditedText } from "./edited-places.ts";
import { compareErrors, type ErrorChanges, listErrors, type TreeError } from "./find-faults.ts";

/** In a Java class, the grammar reads `return x;` as a field of type `return`. */
const names: ReadonlySet<string> = new Set(["identifier", "type_identifier"]);

/** Places where every word may be a name: in a macro, in a lifetime, and in `export { a as default }`. */
const anyWord: ReadonlySet<string> = new Set([
  "token_tree",
  "lifetime",
  "export_specifier",
  "import_specifier",
  "namespace_export",
]);

/** What comparing both trees of an edited text yields. */
export interface ComparedText {
  readonly before: readonly RawSymbol[];
  readonly after: readonly RawSymbol[];
  readonly errorsBefore: readonly TreeError[];
  readonly errors: ErrorChanges;
  readonly isBroken: boolean;
  /** Offsets into the text before. */
  readonly disturbed: readonly number[];
  /** The same for texts with errors, where less can be compared. */
  readonly swallowed: readonly number[];
}

/** Parses both texts, or a part of each. Undefined if it took too long. */
export async function compareText(
  language: GrammarLanguage,
  places: EditedPlaces,
  parts?: readonly [Span, Span],
): Promise<ComparedText | undefined> {
  const { text } = places.before;
  return await parseText(language, text, { ...patient, part: parts?.[0] }, (before, grammar) => {
    const symbols = querySymbols(language, text, before, grammar);
    const errorsBefore = listErrors(language, before, grammar, text);
    return parseText(language, places.after.text, { ...patient, part: parts?.[1] }, (after, now) => ({
      before: symbols,
      after: querySymbols(language, places.after.text, after, now),
      errorsBefore,
      errors: compareErrors(places, errorsBefore, [
        ...listErrors(language, after, now, places.after.text),
        ...findReservedNames(language, after, places.after).map((span) => ({ ...span, missing: undefined })),
      ]),
      isBroken: after.rootNode.hasError,
      disturbed: compareTrees(language, places, before, after),
      swallowed: findSwallowed(places, after),
    }));
  });
}

/** An unchecked edit is worse than a slow one; the thread is given up even later. */
const patient = { limitMs: 10_000, queries: [errorQuery], keep: true };

/** For a text with embedded languages: compares the embedded parts that the edit touches. */
export async function compareParts(
  language: OutlinedLanguage,
  places: EditedPlaces,
): Promise<readonly ComparedText[] | undefined> {
  const old = partsOutside(language, places, "before");
  const now = partsOutside(language, places, "after");
  const compared: ComparedText[] = [];
  for (const [index, part] of old.entries()) {
    const other = now[index];
    const grammar = languageById(part.language);
    if (other?.language !== part.language || !mayBecome(places, part, other)) {
      compared.push(lost(part));
      continue;
    }
    if (isShifted(places, part, other) || grammar === undefined || !("grammar" in grammar)) continue;
    const both = await compareText(grammar, places, [part, other]);
    if (both === undefined) return undefined;
    compared.push(both);
  }
  return compared;
}

function partsOutside(
  { embedded }: OutlinedLanguage,
  places: EditedPlaces,
  side: "before" | "after",
): readonly EmbeddedPart[] {
  const { text } = places[side];
  const parts = (embedded?.(text) ?? []).filter(({ start, end }) => text.slice(start, end).trim() !== "");
  return parts.filter((part) => standingOf(places[side], part) !== "inside");
}

function lost({ start }: Span): ComparedText {
  const errors = { added: [], isSame: true };
  return { before: [], after: [], errorsBefore: [], errors, isBroken: false, disturbed: [start], swallowed: [start] };
}

/**
 * Offsets into the text before of code swallowed by a comment or string that the new text opens. For texts with errors,
 * where nothing else can be compared.
 */
function findSwallowed({ before, after }: EditedPlaces, { rootNode }: Tree): readonly number[] {
  return after.parts.flatMap((part, index) => {
    const behind = nextVisible(after, part.end);
    if (part.start === part.end || behind >= after.text.length) return [];
    for (let node = rootNode.descendantForIndex(part.end - 1, behind + 1); node !== null; node = node.parent) {
      if (node.startIndex < part.start) break;
      if (!isText(node) || standingOf(after, { start: node.startIndex, end: node.endIndex }) !== "around") continue;
      return [behind - part.end + (before.parts[index]?.end ?? 0)];
    }
    return [];
  });
}

function isText({ type }: Node): boolean {
  return /comment|string|template|heredoc|literal|regex|text/.test(type);
}

function nextVisible({ text }: EditedText, offset: number): number {
  const at = text.slice(offset).search(/\S/);
  return at === -1 ? text.length : offset + at;
}

/**
 * Reserved words that the new text uses as names. Grammars accept a word as a name wherever its own meaning does not
 * fit, so a lone `export` is a statement to them.
 */
function findReservedNames(
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

function wordsIn(text: string, offset: number): readonly (Span & { readonly word: string })[] {
  return Array.from(text.matchAll(/[a-z]+/g), ({ 0: word, index }) => {
    const start = offset + index;
    return { word, start, end: start + word.length };
  });
}
