import type { EmbeddedPart, GrammarLanguage, OutlinedLanguage, RawSymbol, Span } from "../../languages/language.ts";
import { languageById } from "../../languages/language-of.ts";
import { errorQuery, parseText } from "../extract/parse-text.ts";
import { querySymbols } from "../extract/query-symbols.ts";
import { compareTrees } from "./compare-trees.ts";
import { type EditedPlaces, isShifted, mayBecome, standingOf } from "./edited-places.ts";
import { findSwallowed } from "./find-swallowed.ts";
import { findReservedNames } from "./reserved-words.ts";
import { compareErrors, type ErrorChanges, listErrors, type TreeError } from "./find-faults.ts";

/** What both trees of an edited text say. */
export interface ComparedText {
  readonly before: readonly RawSymbol[];
  readonly after: readonly RawSymbol[];
  readonly errorsBefore: readonly TreeError[];
  readonly errors: ErrorChanges;
  readonly isBroken: boolean;
  /** Offsets into the text before. */
  readonly disturbed: readonly number[];
  /** The same, where errors leave less to compare. */
  readonly swallowed: readonly number[];
}

/** Parses both texts, or a part of each. Undefined when it took too long. */
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

/** An edit that is not checked is worse than one that is waited for; the thread is given up later still. */
const patient = { limitMs: 10_000, queries: [errorQuery] };

/** Of a text that holds others, what of those the edit touches. */
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
