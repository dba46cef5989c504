import { ToolError } from "toolwright";
import type { Span } from "../../languages/language.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { applyReplacements, type DraftFile } from "../draft.ts";
import { replaceChecked } from "../replace-checked.ts";
import { writtenReplacements } from "../written-replacements.ts";
import { rewriteList } from "./rewrite-list.ts";
import type { FileWork, ListEdit, Signing } from "./signing.ts";
import { mergeGroups } from "./write-parameters.ts";

/** Puts the new lists of a file into the draft; refuses if the parser then sees other items than were written. */
export async function applyWork(signing: Signing, { file, lists, others }: FileWork): Promise<readonly string[]> {
  const replacements = replacementsFor(signing, file, lists, others);
  if (replacements.length === 0) return [];
  await checkItems(signing, file, lists, replacements);
  const { notes } = await replaceChecked(signing.context, signing.draft, file, replacements);
  return notes;
}

function replacementsFor(
  { rules }: Signing,
  { text }: DraftFile,
  lists: readonly ListEdit[],
  others: readonly Replacement[],
): readonly Replacement[] {
  let done = [...others];
  const textOf = ({ start, end }: Span): string => {
    const inside = done.filter((each) => each.start >= start && each.end <= end);
    const parts: string[] = [];
    let from = start;
    for (const each of inside.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
      parts.push(text.slice(from, each.start), each.text);
      from = each.end;
    }
    // New text has "\n" line ends, and gets those of the file when it is written.
    return [...parts, text.slice(from, end)].join("").replaceAll("\r\n", "\n");
  };
  // An inner list begins behind the one around it: it is written first, and the outer one takes over its new text.
  for (const { list, written, sort } of lists.toSorted((one, other) => other.list.start - one.list.start)) {
    const merged = mergeGroups(list, written, text);
    const options = { textOf, ...(sort === "parameters" ? { empty: rules.empty ?? "" } : {}) };
    const made = rewriteList(merged.list, merged.written, options) ?? [];
    const isCovered = ({ start, end }: Span): boolean =>
      made.some((each) => each.start < each.end && each.start <= start && each.end >= end);
    done = [...done.filter((each) => !isCovered(each)), ...made];
  }
  return done;
}

/** `1, 2` is two arguments, and `) {` ends the list. */
async function checkItems(
  { context: { symbols, signal } }: Signing,
  file: DraftFile,
  lists: readonly ListEdit[],
  replacements: readonly Replacement[],
): Promise<void> {
  const text = applyReplacements(file, replacements);
  const exact = writtenReplacements(file, replacements);
  // A call inside of text that was written anew has no place of its own; the same was written elsewhere.
  const isInside = ({ start }: Span): boolean => exact.some((each) => each.start <= start && start < each.end);
  const named = lists.flatMap((each) =>
    each.name === undefined || isInside(each.name) ? [] : [{ ...each, name: each.name }],
  );
  const places = named.map(({ name, headEnd }) => ({
    start: moved(name.start, exact),
    end: moved(name.end, exact),
    headEnd: headEnd === undefined ? undefined : moved(headEnd, exact),
  }));
  const read = await symbols.listsOf({ file: file.path, text, places }, { signal });
  for (const [at, { list, written, line, sort }] of named.entries()) {
    const place = read?.places[at];
    const inside = exact.filter((each) => each.start >= list.start && each.end <= list.end);
    const length =
      inside.reduce((sum, each) => sum + grows(each), list.end - list.start) - (list.isBare === true ? 2 : 0);
    const isMeant =
      place?.kind === sort &&
      place.list.items.length === written.length &&
      place.list.end - place.list.start === length;
    if (place === undefined || isMeant) continue;
    const what = sort === "parameters" ? "`code`" : "`argument`";
    throw new ToolError(
      "invalid_parameter",
      `With it, the ${sort} at ${visibleLine(`${file.path}:${line + 1}`)} are not those that were meant: ${what} has to be one ${sort === "parameters" ? "parameter" : "expression"}. Nothing was changed.`,
    );
  }
}

function grows({ start, end, text }: Replacement): number {
  return text.length - (end - start);
}

/** Where an offset is afterwards; text written there comes before it. */
function moved(offset: number, replacements: readonly Replacement[]): number {
  return offset + replacements.reduce((sum, each) => (each.end <= offset ? sum + grows(each) : sum), 0);
}
