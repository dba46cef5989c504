import type { Span } from "../../languages/language.ts";
import type { SignatureRules } from "../../languages/signatures.ts";
import type { Occurrence } from "../../syntax/references/occurrence.ts";
import type { Item } from "../../syntax/signatures/signature-lists.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { EditContext } from "../edit-context.ts";
import type { UnprovenPlace } from "../proof/proof.ts";

interface BodyQuestion {
  readonly file: string;
  readonly text: string;
  readonly rules: Pick<SignatureRules, "innerFunction" | "namedInStrings">;
  /** Where the body begins. */
  readonly bodyStart: number;
  /** The whole declaration. */
  readonly span: Span;
  readonly renamed: readonly { readonly item: Item; readonly to: string }[];
  readonly removed: readonly Item[];
}

export interface BodyUses {
  /** The new names of renamed parameters. */
  readonly replacements: readonly Replacement[];
  /** Where a parameter that goes is still used. */
  readonly used: readonly UsedPlace[];
  /** Where the new name of one is something else already. */
  readonly taken: readonly string[];
  /** Words of which it is not known whether they mean one of them. */
  readonly unclear: readonly UnprovenPlace[];
}

export interface UsedPlace {
  readonly start: number;
  /** `a.ts:3 code`. */
  readonly shown: string;
}

export const noUses: BodyUses = { replacements: [], used: [], taken: [], unclear: [] };

/** What the body of a function does with parameters that are renamed or go. */
export async function findBodyUses({ symbols, signal }: EditContext, question: BodyQuestion): Promise<BodyUses> {
  const { file, text, span, rules, bodyStart, renamed, removed } = question;
  const names = new Set([
    ...renamed.flatMap(({ item, to }) => [item.name ?? "", to]),
    ...removed.flatMap(({ name = "" }) => name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []),
  ]);
  names.delete("");
  if (names.size === 0) return noUses;
  const [found] = await symbols.occurrences([file], [...names], { signal });
  const inside = found?.occurrences.filter(({ start }) => start >= span.start && start < span.end) ?? [];
  const show = ({ line, text }: Occurrence): string => visibleLine(`${file}:${line + 1} ${text}`);
  const inner = rules.innerFunction === undefined ? -1 : text.slice(bodyStart, span.end).search(rules.innerFunction);
  const ownEnd = inner === -1 ? span.end : bodyStart + inner;
  const means = (item: Item, { name, local, receiver, start }: Occurrence): boolean => {
    if (local === undefined || isIn(item, start)) return false;
    if (rules.innerFunction === undefined) return isIn(item, local);
    return name === item.name && receiver === undefined && start < ownEnd;
  };
  const usesOf = (item: Item): readonly Occurrence[] => inside.filter((at) => means(item, at));
  const concerned = [...renamed.map(({ item }) => item), ...removed];
  const parts = await symbols.partsOf(file, text, { signal });
  const starts = lineStarts(text);
  return {
    replacements: renamed.flatMap(({ item, to }) => usesOf(item).map((at) => renamedAt(at, to))),
    used: removed.flatMap((item) => usesOf(item).map((at) => ({ start: at.start, shown: show(at) }))),
    taken: renamed.flatMap(({ to }) =>
      inside.filter(({ name, key, receiver }) => name === to && key === undefined && receiver === undefined).map(show),
    ),
    unclear: concerned.flatMap((item) => wordsOf(item).map((start) => unclearAt(item.name ?? "", start))),
  };

  /** Words of the body that are no name to the parser, or a variable of a function within. */
  function wordsOf(item: Item): readonly number[] {
    if (item.name === undefined || !/^[\p{L}\p{N}_]+$/u.test(item.name)) return [];
    const known = new Map(inside.filter(({ name }) => name === item.name).map((at) => [at.start, at]));
    const words = text
      .slice(bodyStart, span.end)
      .matchAll(new RegExp(`(?<![\\p{L}\\p{N}_])${item.name}(?![\\p{L}\\p{N}_])`, "gu"));
    return Array.from(words, ({ index }) => bodyStart + index).filter((start) => {
      const at = known.get(start);
      const isNamed =
        parts.quoted.some((each) => isIn(each, start)) &&
        rules.namedInStrings?.test(text.slice(bodyStart, start)) === true;
      if (isNamed && (at === undefined || !means(item, at))) return true;
      if (at !== undefined) return rules.innerFunction !== undefined && start >= ownEnd && at.receiver === undefined;
      if (parts.comments.some((each) => isIn(each, start))) return false;
      if (parts.quoted.some((each) => isIn(each, start))) return false;
      return !isKey(start, item.name ?? "");
    });
  }

  /** `name:` and `.name` are names of other things. */
  function isKey(start: number, name: string): boolean {
    return /^\s*:(?!:)/.test(text.slice(start + name.length)) || /[.>:]\s*$/.test(text.slice(bodyStart, start));
  }

  function unclearAt(name: string, start: number): UnprovenPlace {
    const line = lineIndexAt(starts, start);
    const shown = visibleLine(text.slice(starts[line] ?? 0, starts[line + 1] ?? text.length).trim());
    const why = "a word in the body may mean a parameter that is renamed or goes";
    return { file, line, text: shown, at: { start, name, key: undefined }, why };
  }
}

function isIn({ start, end }: Span, at: number): boolean {
  return at >= start && at < end;
}

/** A shorthand keeps its key, which other code uses. */
function renamedAt({ start, name, key }: Occurrence, to: string): Replacement {
  return { start, end: start + name.length, text: key === "also" ? `${name}: ${to}` : to };
}
