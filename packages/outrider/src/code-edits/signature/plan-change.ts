import { ToolError } from "toolwright";
import type { SignatureRules } from "../../languages/signatures.ts";
import type { Item, ItemList } from "../../syntax/signatures/signature-lists.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { WantedParameter } from "../code-edit.ts";
import type { NewParameter, Parameter, SignatureChange } from "./change.ts";
import { readWanted, twice, type Wish } from "./read-wanted.ts";

export interface PlannedChange extends SignatureChange {
  /** The value that a method is called on is the first item of the list. */
  readonly hasReceiver: boolean;
}

interface Planning {
  readonly list: ItemList;
  readonly text: string;
  readonly rules: SignatureRules;
  readonly isMember: boolean;
  /** Parses the declaration with these parameters. */
  readonly parse: (parameters: readonly string[]) => Promise<ItemList | undefined>;
}

/** What the wanted parameters change; refuses what the language does not allow. */
export async function planChange(planning: Planning, wanted: readonly WantedParameter[]): Promise<PlannedChange> {
  const { list, text, rules, isMember, parse } = planning;
  const hasReceiver = hasReceiverIn(list, text, rules, isMember);
  const own = list.items.slice(hasReceiver ? 1 : 0);
  const receiver = hasReceiver ? list.items.slice(0, 1).map((each) => text.slice(each.start, each.end)) : [];
  const before = withWays(own.map((item) => ({ item, text: textOfItem(list, item, text) })));
  const isReceiver = (each: WantedParameter): boolean =>
    typeof each === "string" && hasReceiver && (each === receiver[0] || each === list.items[0]?.name);
  const wishes = withMarks(
    readWanted(
      wanted.filter((each) => !isReceiver(each)),
      before,
    ),
    before,
  );
  const texts = wishes.map(({ from, code }) => code ?? soleText(list, own, text, from));
  const parsed = await parse([...receiver, ...texts]);
  const items = parsed?.items.slice(receiver.length);
  const isWhole = parsed !== undefined && parsed.end - parsed.start === [...receiver, ...texts].join(", ").length;
  if (
    !isWhole ||
    items === undefined ||
    items.length !== wishes.length ||
    items.some(({ name }, at) => isUnnamed(name, wishes[at]))
  )
    throw badCode(wishes);
  const after = withWays(items.map((item, at) => ({ item, text: texts[at] ?? "" }))).map((each, at) =>
    withSource(each, wishes[at], wishes, before),
  );
  for (const [at, { name, sort }] of after.entries()) {
    const isTwice = sort !== "mark" && name !== undefined && after.findIndex((other) => other.name === name) !== at;
    if (isTwice) throw twice(name);
  }
  checkOrder(after, rules);
  const isSame =
    after.length === before.length && after.every(({ from, text: is }, at) => from === at && is === before[at]?.text);
  if (isSame) throw new ToolError("no_change", "Nothing to do: these are its parameters already.");
  return { before, after, hasReceiver };
}

export function hasReceiverIn(list: ItemList, text: string, { receiver }: SignatureRules, isMember: boolean): boolean {
  const [first] = list.items;
  return isMember && first !== undefined && receiver?.test(text.slice(first.start, first.end)) === true;
}

/** One of several parameters that share a type, with that type. */
function soleText(list: ItemList, own: readonly Item[], text: string, from: number | undefined): string {
  const item = from === undefined ? undefined : own[from];
  if (item === undefined) return "";
  return textOfItem(list, item, text);
}

/** `a int` of `a, b int`. */
export function textOfItem({ items }: ItemList, item: Item, text: string): string {
  if (item.group === undefined) return text.slice(item.start, item.end);
  const names = items.filter(({ group }) => group === item.group).flatMap(({ nameSpan }) => nameSpan ?? []);
  return `${item.name}${text.slice(names.at(-1)?.end ?? item.end, item.end)}`;
}

/** Behind `*`, or what takes all the rest, a parameter goes by its name; before `/` by its place. */
function withWays(all: readonly { readonly item: Item; readonly text: string }[]): readonly Parameter[] {
  const slash = all.findIndex(({ item }) => item.sort === "mark" && item.name === "/");
  const star = all.findIndex(({ item }) => (item.sort === "mark" && item.name === "*") || item.sort === "rest");
  return all.map(({ item: { name, sort, optional }, text }, at) => {
    const by = at < slash ? "place" : star !== -1 && at > star ? "name" : "either";
    return { name, sort, optional, text, by };
  });
}

/** Marks that are not in the list stay where the parameters that they are for are. */
function withMarks(wishes: readonly Wish[], before: readonly Parameter[]): readonly Wish[] {
  const isMark = ({ from }: Wish): boolean => from !== undefined && before[from]?.sort === "mark";
  if (wishes.some(isMark) || !before.some(({ sort }) => sort === "mark")) return wishes;
  const ways = wishes.map(({ from }) => (from === undefined ? undefined : before[from]?.by));
  const markAt = (name: string): Wish[] => {
    const from = before.findIndex((each) => each.sort === "mark" && each.name === name);
    return from === -1 ? [] : [{ from, code: undefined, argument: undefined, name: undefined }];
  };
  const lastPlaced = ways.lastIndexOf("place");
  const firstNamed = wishes.findIndex(({ from }, at) => ways[at] === "name" && before[from ?? -1]?.sort === "plain");
  const hasRest = wishes.some(({ from }) => from !== undefined && before[from]?.sort === "rest");
  if (firstNamed !== -1 && (ways.lastIndexOf("either") > firstNamed || lastPlaced > firstNamed)) throw unclearMark("*");
  if (lastPlaced !== -1 && ways.slice(0, lastPlaced).includes("either")) throw unclearMark("/");
  return wishes.flatMap((wish, at) => [
    ...(at === firstNamed && !hasRest ? markAt("*") : []),
    wish,
    ...(at === lastPlaced ? markAt("/") : []),
  ]);
}

function unclearMark(mark: string): ToolError {
  return new ToolError(
    "unclear_edit",
    `In this order it is not clear where "${mark}" goes. Put "${mark}" into \`parameters\`. Nothing was changed.`,
  );
}

function withSource(
  parameter: Parameter,
  wish: Wish | undefined,
  wishes: readonly Wish[],
  before: readonly Parameter[],
): NewParameter {
  const { argument } = wish ?? {};
  if (wish?.from !== undefined) return { ...parameter, from: wish.from, argument };
  // Code that declares an old name changes that parameter.
  const same = before.findIndex(({ name }) => name !== undefined && name === parameter.name);
  const isFree = same !== -1 && !wishes.some(({ from }) => from === same);
  return { ...parameter, from: isFree ? same : undefined, argument };
}

function isUnnamed(name: string | undefined, wish: Wish | undefined): boolean {
  const isKept = wish?.code === undefined;
  return !isKept && (name === undefined || (wish.name !== undefined && wish.name !== name));
}

function badCode(wishes: readonly Wish[]): ToolError {
  const codes = wishes.flatMap(({ code }) =>
    code === undefined ? [] : [visibleLine(JSON.stringify(code.slice(0, 120)))],
  );
  return new ToolError(
    "invalid_parameter",
    `Each \`code\` has to declare one parameter as the language writes it, with the \`name\` given beside it if that is new: ${codes.join(", ")}. Nothing was changed.`,
  );
}

/** A default value is evaluated where it stands. */
function checkReads(after: readonly NewParameter[]): void {
  for (const [at, { text, optional }] of after.entries()) {
    if (optional !== "default") continue;
    const read = new Set(text.replace(/^[^]*?=/, "").match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
    const behind = after
      .slice(at + 1)
      .find(({ name = "" }) => name.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)?.some((each) => read.has(each)) === true);
    if (behind === undefined) continue;
    throw new ToolError(
      "invalid_parameter",
      `The default value of ${visibleLine(text)} reads ${visibleLine(behind.name ?? "")}, which would stand behind it. Put that before it, or give it another default value. Nothing was changed.`,
    );
  }
}

function checkOrder(after: readonly NewParameter[], { optionalLast, defaultsRead }: SignatureRules): void {
  if (defaultsRead !== undefined) checkReads(after);
  if (optionalLast === undefined) return;
  const isOptional = ({ optional }: Parameter): boolean =>
    optionalLast === "marks" ? optional === "mark" : optional !== undefined;
  const placed = after.filter(({ sort, by }) => sort === "plain" && by !== "name");
  const first = placed.findIndex(isOptional);
  const wrong = first === -1 ? undefined : placed.slice(first).find(({ optional }) => optional === undefined);
  if (wrong === undefined) return;
  throw new ToolError(
    "invalid_parameter",
    `${visibleLine(wrong.text)} must be given, and stands behind ${visibleLine(placed[first]?.text ?? "")}, which need not; the language forbids that. Put it before, or give it a default. Nothing was changed.`,
  );
}
