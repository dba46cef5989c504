import type { GrammarLanguage, Language, OutlinedLanguage, Span } from "../../languages/language.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { EditCheck, Disturbance, SyntaxFault } from "../edit-check.ts";
import { extractSymbols, type Source } from "../extract/extract-symbols.ts";
import { finishSymbols } from "../extract/finish-symbols.ts";
import { compareSymbols, findLostNames, findLostPaths } from "./compare-symbols.ts";
import { compareParts, compareText, type ComparedText } from "./compare-text.ts";
import { type EditedPlaces, openEditedPlaces } from "./edited-places.ts";
import type { TreeError } from "./find-faults.ts";

const maxTold = 10;
const maxShown = 120;

/** What an edit does to the syntax of a text; undefined if parsing takes too long. */
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
  return describeChange(places, { compared: [compared], isParsed: true, before, after, findLost: compareSymbols });
}

/** Lost symbols are found by the outline; embedded scripts are parsed. */
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
  return describeChange(places, { compared, isParsed, before: before.symbols, after, findLost: findLostPaths });
}

interface Compared {
  readonly compared: readonly ComparedText[];
  readonly isParsed: boolean;
  readonly before: readonly CodeSymbol[];
  readonly after: EditCheck["after"];
  readonly findLost: typeof compareSymbols;
}

function describeChange(places: EditedPlaces, read: Compared): EditCheck {
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

/** Errors that appear or disappear change how the text around them is parsed: then only losses count. */
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

/** The syntax errors, in order. */
function showFaults({ after }: EditedPlaces, errors: readonly TreeError[]): readonly SyntaxFault[] {
  if (errors.length === 0) return [];
  const { text, parts } = after;
  const starts = lineStarts(text);
  const found = errors.map(({ start, end, missing, why }) => {
    // An error that begins before the edit is shown at the edit: it may span much of the file.
    const part = parts.find((each) => each.start <= end && each.end >= start);
    const offset = Math.max(start, part?.start ?? start);
    return { offset: skipSpace(text, offset), missing, ...(why === undefined ? {} : { why }) };
  });
  return found
    .toSorted((one, other) => one.offset - other.offset)
    .slice(0, maxTold)
    .map(({ offset, ...fault }) => {
      const line = lineIndexAt(starts, offset);
      return { line, column: offset - (starts[line] ?? 0), shown: lineAt(text, starts, line), ...fault };
    });
}

function showDisturbed(text: string, offsets: readonly number[]): readonly Disturbance[] {
  if (offsets.length === 0) return [];
  const starts = lineStarts(text);
  const lines = [...new Set(offsets.map((offset) => lineIndexAt(starts, offset)))].toSorted(
    (one, other) => one - other,
  );
  return lines.slice(0, maxTold).map((line) => ({ line, shown: lineAt(text, starts, line) }));
}

function lineAt(text: string, starts: readonly number[], line: number): string {
  const shown = text.slice(starts[line], starts[line + 1]).trim();
  return shown.length > maxShown ? `${shown.slice(0, maxShown)}…` : shown;
}

/** At the end of the text there is nothing to skip to. */
function skipSpace(text: string, offset: number): number {
  const at = text.slice(offset).search(/\S/);
  return at === -1 ? Math.min(offset, text.length) : offset + at;
}
