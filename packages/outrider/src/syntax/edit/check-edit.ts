import type { GrammarLanguage, Language, OutlinedLanguage, Span } from "../../languages/language.ts";
import type { Replacement } from "../../workspace/text/replacement.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { EditCheck } from "../edit-check.ts";
import { extractSymbols, type Source } from "../extract/extract-symbols.ts";
import { finishSymbols } from "../extract/finish-symbols.ts";
import { compareSymbols, findLostNames, findLostPaths } from "./compare-symbols.ts";
import { compareParts, compareText, type ComparedText } from "./compare-text.ts";
import { showDisturbed, showFaults } from "./describe-check.ts";
import { type EditedPlaces, openEditedPlaces } from "./edited-places.ts";

/** What an edit does to the syntax of a text; undefined when parsing takes too long. */
export async function checkEdit(
  language: Language,
  source: Source,
  replacements: readonly Replacement[],
): Promise<EditCheck | undefined> {
  const places = openEditedPlaces(source.text, replacements);
  return "grammar" in language
    ? await checkTree(language, source.file, places)
    : await checkOutlined(language, source.file, places);
}

async function checkTree(
  language: GrammarLanguage,
  file: string,
  places: EditedPlaces,
): Promise<EditCheck | undefined> {
  const compared = await compareText(language, places);
  if (compared === undefined) return undefined;
  const before = finishSymbols(language, file, places.before.text, compared.before);
  const symbols = finishSymbols(language, file, places.after.text, compared.after);
  const after = { language: language.id, symbols, broken: compared.isBroken };
  return describe(places, { compared: [compared], isParsed: true, before, after, findLost: compareSymbols });
}

/** The outline tells what is lost; the scripts in it are parsed. */
async function checkOutlined(
  language: OutlinedLanguage,
  file: string,
  places: EditedPlaces,
): Promise<EditCheck | undefined> {
  const before = await extractSymbols(language, { file, text: places.before.text });
  const after = await extractSymbols(language, { file, text: places.after.text });
  if (before === undefined || after === undefined) return undefined;
  const parts = language.embedded?.(places.before.text) ?? [];
  const isParsed = places.before.parts.every((edited) => parts.some((part) => isWithin(edited, part)));
  const compared = await compareParts(language, places);
  if (compared === undefined) return undefined;
  return describe(places, { compared, isParsed, before: before.symbols, after, findLost: findLostPaths });
}

interface Compared {
  readonly compared: readonly ComparedText[];
  readonly isParsed: boolean;
  readonly before: readonly CodeSymbol[];
  readonly after: EditCheck["after"];
  readonly findLost: typeof compareSymbols;
}

function describe(places: EditedPlaces, read: Compared): EditCheck {
  const { compared, isParsed, after } = read;
  const added = compared.flatMap(({ errors }) => errors.added);
  return {
    after,
    isParsed,
    wasBroken: compared.some(({ errorsBefore }) => errorsBefore.length > 0),
    faults: showFaults(places, added),
    disturbed: showDisturbed(places.before.text, findDisturbed(places, read)),
  };
}

/** Errors that come or go change how the text around them is read: then only what is lost counts. */
function findDisturbed(places: EditedPlaces, { compared, before, after, findLost }: Compared): readonly number[] {
  const errors = compared.flatMap(({ errorsBefore }) => errorsBefore);
  if (errors.length === 0 || compared.every(({ errors: { isSame } }) => isSame)) {
    return [...compared.flatMap(({ disturbed }) => disturbed), ...findLost(places, before, after.symbols)];
  }
  const sure = before.filter(({ nameSpan }) => !errors.some((error) => isWithin(nameSpan, error)));
  return [...compared.flatMap(({ swallowed }) => swallowed), ...findLostNames(places, sure, after.symbols)];
}

function isWithin(inner: Span, outer: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
