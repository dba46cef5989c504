import type { SignatureRules } from "../../languages/signatures.ts";
import type { ItemList } from "../../syntax/signatures/signature-lists.ts";
import { removedIn, renamedIn, type SignatureChange } from "./change.ts";
import { isUnchanged, type WrittenItem } from "./rewrite-list.ts";

/** What becomes of the arguments of a call. */
export type MappedCall =
  | { readonly kind: "same" }
  | { readonly kind: "changed"; readonly items: readonly WrittenItem[]; readonly swaps: boolean }
  /** It cannot be changed with proof; with items it can be changed all the same. */
  | { readonly kind: "unproven"; readonly why: string; readonly items?: readonly WrittenItem[] };

type MappingRules = Pick<SignatureRules, "label" | "omitted">;

interface Given {
  /** The argument for each old parameter that has exactly one. */
  readonly single: ReadonlyMap<number, number>;
  /** Arguments that a parameter takes any number of. */
  readonly rest: readonly number[];
  /** Those that are given by names which no parameter has, and what spreads a mapping. */
  readonly keywords: readonly number[];
  /** A list is spread over the parameters from this one on, by the arguments `spread`. */
  readonly openFrom: number | undefined;
  readonly spread: readonly number[];
  readonly trailing: number | undefined;
}

/** Gives each argument to the new place of its parameter. */
export function mapCall(
  change: SignatureChange,
  list: ItemList,
  rules: MappingRules,
  { skip = 0 }: { readonly skip?: number } = {},
): MappedCall {
  const given = readGiven(change, list, rules, skip);
  if (typeof given === "string") return { kind: "unproven", why: given };
  const doubt = doubtOf(change, list, given);
  if (doubt !== undefined) return { kind: "unproven", why: doubt };
  const items = writeCall(change, list, given, rules, skip);
  if (typeof items === "string") return { kind: "unproven", why: items };
  if (isUnchanged(list, items)) return { kind: "same" };
  const lost = removedIn(change).flatMap((index) => given.single.get(index) ?? []);
  if (lost.some((index) => list.items[index]?.mayAct === true))
    return { kind: "unproven", why: "an argument that would go may do something when it is evaluated", items };
  return { kind: "changed", items, swaps: swapsActs(list, items) };
}

function readGiven(
  { before }: SignatureChange,
  { items, hasTrailing }: ItemList,
  { omitted }: MappingRules,
  skip: number,
): Given | string {
  const byPlace = before.flatMap(({ by, sort }, index) => (by !== "name" && sort === "plain" ? [index] : []));
  const rest = before.findIndex(({ sort }) => sort === "rest");
  const hasKeywords = before.some(({ sort }) => sort === "keywords");
  const single = new Map<number, number>();
  const [spread, more, keywords]: [number[], number[], number[]] = [[], [], []];
  const trailing = hasTrailing === true ? before.length - 1 : undefined;
  let next = 0;
  let openFrom: number | undefined;
  for (const [at, item] of items.entries()) {
    if (at < skip) continue;
    if (item.sort === "keywords") keywords.push(at);
    else if (item.name !== undefined) {
      const index = before.findIndex(({ name, by }) => name === item.name && by !== "place");
      if (index !== -1 && !single.has(index)) single.set(index, at);
      else if (hasKeywords) keywords.push(at);
      else return "it names a parameter that there is not";
    } else if (openFrom !== undefined) spread.push(at);
    else if (next < byPlace.length) {
      const index = byPlace[next] ?? 0;
      next += 1;
      if (item.sort !== "rest") single.set(index, at);
      else {
        openFrom = index;
        spread.push(at);
      }
    } else if (rest !== -1) more.push(at);
    else return "it passes more arguments than there are parameters";
  }
  const isOpen = openFrom !== undefined || keywords.some((at) => items[at]?.sort === "keywords");
  const isMissing = before.some(
    ({ sort, optional }, index) =>
      sort === "plain" && optional === undefined && !single.has(index) && index !== trailing,
  );
  if (isMissing && !isOpen && omitted === undefined) return "it does not pass what the parameters require";
  return { single, rest: more, keywords, openFrom, spread, trailing };
}

/** Why what is spread into a call hides what the change means for it. */
function doubtOf(change: SignatureChange, { items }: ItemList, given: Given): string | undefined {
  const { before, after } = change;
  const { openFrom, keywords, single, trailing } = given;
  if (trailing !== undefined && after.at(-1)?.from !== trailing)
    return "the function behind its brackets is for the last parameter, which is another one then";
  if (openFrom !== undefined) {
    const open = before.flatMap(({ sort, by }, index) =>
      index >= openFrom && sort !== "mark" && sort !== "keywords" && by !== "name" ? [index] : [],
    );
    const is = after.filter(({ sort, by }) => sort !== "mark" && sort !== "keywords" && by !== "name");
    const start = is.findIndex(({ from }) => from === openFrom);
    const isKept = start !== -1 && open.every((index, offset) => is[start + offset]?.from === index);
    const isBehind = is
      .slice(start + open.length)
      .every(({ argument, sort }) => argument === undefined && sort === "plain");
    if (!isKept || !isBehind) return "a list is spread over its arguments";
  }
  if (keywords.some((at) => items[at]?.sort === "keywords")) {
    const changed = [...removedIn(change), ...renamedIn(change).map(({ index }) => index)];
    if (changed.some((index) => !single.has(index) && before[index]?.by !== "place"))
      return "a mapping is spread over its arguments";
  }
  const added = new Set(after.flatMap(({ from, name }) => (from === undefined ? [name] : [])));
  return keywords.some((at) => added.has(items[at]?.name)) ? "it already passes something by that name" : undefined;
}

function writeCall(
  { after }: SignatureChange,
  { items }: ItemList,
  given: Given,
  { label, omitted }: MappingRules,
  skip: number,
): readonly WrittenItem[] | string {
  const out: WrittenItem[] = items.slice(0, skip).map((_, from) => ({ from }));
  const named: Named[] = [];
  let gaps = 0;
  const place = (...written: readonly WrittenItem[]): string | undefined => {
    if ((gaps > 0 && omitted === undefined) || named.length > 0) return leftOut;
    out.push(...Array.from({ length: gaps }, () => ({ text: omitted ?? "" })), ...written);
    gaps = 0;
    return undefined;
  };
  for (const parameter of after) {
    const { from, argument, name, sort, by } = parameter;
    if (sort === "mark" || sort === "keywords" || (from !== undefined && from === given.trailing)) continue;
    const isOpen = from !== undefined && given.openFrom !== undefined && from >= given.openFrom && by !== "name";
    if (isOpen || sort === "rest") {
      const many =
        isOpen && from === given.openFrom ? given.spread : isOpen ? [] : from === undefined ? [] : given.rest;
      const failed = many.length === 0 ? undefined : place(...many.map((index) => ({ from: index })));
      if (failed !== undefined) return failed;
      continue;
    }
    const index = from === undefined ? undefined : given.single.get(from);
    const item = index === undefined ? undefined : items[index];
    if (index === undefined && argument === undefined) {
      if (by !== "name") gaps += 1;
      continue;
    }
    const isNamed =
      item?.name !== undefined || by === "name" || named.length > 0 || (gaps > 0 && omitted === undefined);
    if (!isNamed) {
      const failed = place(index === undefined ? { text: argument ?? "" } : { from: index });
      if (failed !== undefined) return failed;
      continue;
    }
    if (label === undefined || name === undefined || by === "place") return leftOut;
    const isKept = item?.name !== undefined && item.name === name;
    const order = index ?? items.length;
    if (isKept && index !== undefined) named.push({ item: { from: index }, order });
    else if (index === undefined) named.push({ item: { text: `${name}${label}${argument ?? ""}` }, order });
    else named.push({ item: { from: index, head: `${name}${label}`, isValue: true }, order });
  }
  const others = given.keywords.map((from): Named => ({ item: { from }, order: from }));
  const isLast = ({ item: { from } }: Named): boolean => from !== undefined && items[from]?.sort === "keywords";
  const sorted = [...named, ...others].toSorted((one, other) => one.order - other.order);
  return [...out, ...[...sorted.filter((each) => !isLast(each)), ...sorted.filter(isLast)].map(({ item }) => item)];
}

/** An argument that is given by a name: these stay in the order in which they were written. */
interface Named {
  readonly item: WrittenItem;
  readonly order: number;
}

const leftOut = "an argument before it is left out there, and its place cannot be filled";

/** Arguments that may do something are evaluated in another order. */
function swapsActs({ items }: ItemList, written: readonly WrittenItem[]): boolean {
  const acts = written.flatMap(({ from }) => (from !== undefined && items[from]?.mayAct === true ? [from] : []));
  return acts.some((from, at) => at > 0 && from < (acts[at - 1] ?? from));
}
