import { normaliseEnds } from "../../../edits/plain-text.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft, DraftFile } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { codeEndBefore } from "../layout/extent.ts";
import type { CodeText } from "../text/code-text.ts";

export interface Removal {
  readonly file: DraftFile;
  readonly code: CodeText;
  readonly removal: readonly Replacement[];
}

/**
 * The edit that gives a file the text which it had before the removed code was inserted. Blank lines around new code follow the
 * file's habits, so that the text alone does not tell how many there were before: earlier texts do. Undefined if none of
 * them differs from the text after the removal by blanks and separators at one place alone.
 */
export async function restoreLayout(
  { project }: EditContext,
  draft: Draft,
  { file, code, removal }: Removal,
): Promise<Replacement | undefined> {
  const { text } = code;
  const removed = removal
    .toSorted((one, other) => other.start - one.start)
    .reduce((left, each) => left.slice(0, each.start) + each.text + left.slice(each.end), text);
  const isOnDisk = !file.isChanged && file.hash !== undefined;
  const onDisk = isOnDisk ? await project.writer.textBefore(file.located, file.hash ?? "") : undefined;
  const earlier = [...draft.earlierTexts(file), ...(onDisk === undefined ? [] : [onDisk])].map(normaliseEnds);
  const before = earlier.find((each) => each !== removed && isSameLayoutAside(each, removed));
  if (before === undefined || earlier.includes(removed)) return undefined;
  // Code may begin like what follows it: the difference begins where the removal does.
  const first = Math.min(...removal.map(({ start }) => start));
  const { start, ends } = differenceOf(text, before, codeEndBefore(code, first));
  return { start, end: ends[0], text: before.slice(start, ends[1]) };
}

function isSameLayoutAside(one: string, other: string): boolean {
  const { start, ends } = differenceOf(one, other);
  return [one.slice(start, ends[0]), other.slice(start, ends[1])].every((part) => /^[\s,;]*$/.test(part));
}

/** The one part in which two texts differ, beginning at `latest` or before. */
function differenceOf(
  one: string,
  other: string,
  latest = Infinity,
): { readonly start: number; readonly ends: readonly [number, number] } {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < Math.min(shorter, latest) && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  return { start, ends: [one.length - end, other.length - end] };
}
