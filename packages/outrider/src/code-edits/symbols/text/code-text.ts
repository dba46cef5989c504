import { normaliseEnds } from "../../../edits/plain-text.ts";
import { type ResolvedEditingRules, editingRulesOf } from "../../../languages/editing-of.ts";
import type { Span } from "../../../languages/language.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { EditContext } from "../../edit-context.ts";
import type { ReadDraft } from "../../find-symbol-to-edit.ts";
import { findUnit } from "./indent-unit.ts";

/** A file as seen by symbol edits: every line ends with "\n", and all offsets refer to that text. */
export interface CodeText {
  readonly path: string;
  /** The rules of its language. */
  readonly rules: ResolvedEditingRules;
  readonly text: string;
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly Span[];
  readonly comments: readonly Span[];
  /** One step of indentation. */
  readonly unit: string;
  /** The unit was found in the file, and is not just the convention of the language. */
  readonly hasUnit: boolean;
  /** Maps replacements to offsets in the file as it is. */
  toFile(replacements: readonly Replacement[]): readonly Replacement[];
}

export async function readCodeText(
  { symbols, signal }: EditContext,
  { file: { path, text: own }, declared }: ReadDraft,
): Promise<CodeText> {
  const text = normaliseEnds(own);
  const pairs = findPairs(own);
  const plain = (span: Span): Span => ({ start: plainOffset(pairs, span.start), end: plainOffset(pairs, span.end) });
  const unit = findUnit(text);
  const rules = editingRulesOf(declared.language);
  const { comments } = await symbols.partsOf(path, text, { signal });
  return {
    path,
    rules,
    text,
    symbols: declared.symbols.map((symbol) => ({
      ...symbol,
      span: plain(symbol.span),
      nameSpan: plain(symbol.nameSpan),
      bodySpan: symbol.bodySpan && plain(symbol.bodySpan),
      docSpan: symbol.docSpan && plain(symbol.docSpan),
    })),
    imports: declared.imports.map(plain),
    comments,
    unit: unit ?? rules.indent,
    hasUnit: unit !== undefined,
    toFile: (replacements) =>
      replacements.map((each) => ({
        ...each,
        start: ownOffset(pairs, each.start),
        end: ownOffset(pairs, each.end),
      })),
  };
}

/** Offsets of "\r\n". */
function findPairs(text: string): readonly number[] {
  const pairs: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) pairs.push(at);
  return pairs;
}

/** An offset between the two characters of a line end maps to before it: some grammars let a body end there. */
function plainOffset(pairs: readonly number[], offset: number): number {
  return offset - countBelow(pairs.length, (index) => (pairs[index] ?? 0) < offset);
}

/** An offset before a line end maps to before both of its characters. */
function ownOffset(pairs: readonly number[], offset: number): number {
  return offset + countBelow(pairs.length, (index) => (pairs[index] ?? 0) - index < offset);
}

/** Binary search: the number of leading indices below `length` for which `isBelow` holds. */
function countBelow(length: number, isBelow: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBelow(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
