import type { Span } from "../../languages/language.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { DraftFile } from "../draft.ts";
import type { OpenPlace, Signing } from "./signing.ts";

/** Names in arguments that go which nothing else may use, where the language forbids that. */
export async function findUnused(
  { context: { symbols, signal }, rules }: Signing,
  { path, text }: DraftFile,
  gone: readonly Span[],
): Promise<readonly OpenPlace[]> {
  if (rules.forbidsUnused !== true || gone.length === 0) return [];
  const names = new Set(
    gone.flatMap(({ start, end }) => text.slice(start, end).match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []),
  );
  if (names.size === 0) return [];
  const [found] = await symbols.occurrences([path], [...names], { signal });
  const all = found?.occurrences ?? [];
  const isGone = (at: number): boolean => gone.some(({ start, end }) => start <= at && at < end);
  const starts = lineStarts(text);
  const lineOf = (at: number): string => {
    const line = lineIndexAt(starts, at);
    return text.slice(starts[line] ?? 0, starts[line + 1] ?? text.length);
  };
  const isUse = ({ start, name }: { start: number; name: string }): boolean =>
    !isGone(start) && !/^[\s\w,]*(?::=|=(?!=))/.test(text.slice(start + name.length));
  return all
    .filter(({ start, receiver }) => isGone(start) && receiver === undefined)
    .filter(({ start, name, local }) => {
      if (local !== undefined && local !== start) {
        const isVariable = /:=|\bvar\b/.test(lineOf(local));
        return isVariable && !all.some((each) => each.local === local && each.start !== local && isUse(each));
      }
      const isPackage = /^\s*\./.test(text.slice(start + name.length));
      const uses = text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_.])${name}\\s*\\.`, "gu"));
      return isPackage && !Array.from(uses, ({ index }) => index).some((at) => !isGone(at));
    })
    .map(({ start, name }) => ({
      file: path,
      line: lineIndexAt(starts, start),
      text: visibleLine(lineOf(start).trim()),
      at: undefined,
      why: `${visibleLine(name)} may be used by nothing else in the file, and the language forbids that`,
    }));
}
