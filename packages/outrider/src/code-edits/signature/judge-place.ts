import { typeKinds } from "../../languages/symbol-kind.ts";
import type { ItemList, ReadPlace } from "../../syntax/signatures/signature-lists.ts";
import { concernsCalls, type NewParameter } from "./change.ts";
import type { FilePlaces, FoundPlace } from "./find-places.ts";
import { type MappedCall, mapCall } from "./map-call.ts";
import { doubtOfOrder } from "./order-doubt.ts";
import { rewriteList, type WrittenItem } from "./rewrite-list.ts";
import type { DeclaredList, ListEdit, OpenPlace, Signing } from "./signing.ts";

/** What is to be done at a place. */
export type Judged =
  | { readonly kind: "nothing" }
  | { readonly kind: "declared"; readonly declared: DeclaredList }
  | { readonly kind: "call"; readonly edit: ListEdit; readonly swaps: boolean }
  | { readonly kind: "open"; readonly open: OpenPlace };

const nothing: Judged = { kind: "nothing" };

interface PlaceOfFile {
  readonly place: FoundPlace;
  readonly read: ReadPlace | undefined;
  readonly owner: Pick<FilePlaces, "symbols"> & { readonly file: DeclaredList["file"] };
  /** Numbers of arguments that other functions of the name take. */
  readonly rivals: readonly ((count: number) => boolean)[];
}

export function judgePlace(signing: Signing, { place, read, owner, rivals }: PlaceOfFile): Judged {
  const { at, why } = place;
  const { target, change, rules } = signing;
  const open = (reason: string, edit?: ListEdit): Judged => ({
    kind: "open",
    open: {
      file: owner.file.path,
      line: at.line,
      text: at.text,
      at: { ...at, key: at.key },
      why: reason,
      ...(edit && { edit }),
    },
  });
  if (at.role === "import" || at.exportedAs !== undefined) return nothing;
  const symbol = owner.symbols.find(({ nameSpan }) => nameSpan.start <= at.start && at.start < nameSpan.end);
  if (read?.kind === "parameters") {
    if (at.role === "definition" && symbol !== undefined && typeKinds.has(symbol.kind)) return nothing;
    if (why !== undefined && signing.edit.unproven !== "include") return open(why);
    return { kind: "declared", declared: { file: owner.file, symbol, list: read.list, start: at.start } };
  }
  if (!concernsCalls(change, rules.label !== undefined)) return nothing;
  if (read === undefined) return open(why ?? "the calls in such a file are not read");
  if (read.kind === "name") {
    const isConstructed = target.symbol.kind === "constructor" || typeKinds.has(target.symbol.kind);
    if (isConstructed && !read.isValue) return nothing;
    const isType = at.usedAs === "type" && rules.parametersAsTypes?.test(owner.file.text.slice(0, at.start)) !== true;
    if (at.role === "definition" || (why === undefined && isType)) return nothing;
    return open(why ?? "it is used there as a value, so that it may be called elsewhere");
  }
  const { list } = read;
  if (change.after.some(isMissing))
    return open("a new parameter must be given there: `parameters` needs its `argument`");
  const isPassed = passesReceiver(signing, at, owner.file.text);
  if (isPassed === undefined)
    return open("it may be called through its type there, with the value as the first argument");
  const skip = isPassed ? 1 : 0;
  const mapped = mapCall(change, list, rules, { skip });
  if (mapped.kind === "same") return nothing;
  const edit = editFor(mapped, list, place, owner.file.text);
  if (mapped.kind === "unproven") return open(mapped.why, edit);
  if (edit === undefined) return open("a comment between its arguments would go or stand elsewhere");
  if (why !== undefined) return open(why, edit);
  const doubt = doubtOfOrder(list, edit.written, rules, owner.file.text);
  if (doubt !== undefined) return open(doubt, edit);
  if (rivals.some((takes) => takes(list.items.length - skip)))
    return open("another function of its name takes as many arguments", edit);
  return { kind: "call", edit, swaps: mapped.kind === "changed" && mapped.swaps };
}

/** The edit of a call, unless a comment would be lost. */
function editFor(
  mapped: MappedCall,
  list: ItemList,
  { at }: Pick<FoundPlace, "at">,
  text: string,
): ListEdit | undefined {
  const written = mapped.kind === "same" ? undefined : mapped.items;
  if (written === undefined || !canWrite(list, written, text)) return undefined;
  const name = { start: at.start, end: at.start + at.name.length };
  return { list, written, sort: "arguments", name, headEnd: undefined, line: at.line };
}

export function canWrite(list: ItemList, written: readonly WrittenItem[], text: string): boolean {
  return rewriteList(list, written, { textOf: ({ start, end }) => text.slice(start, end) }) !== undefined;
}

function isMissing({ from, argument, optional, sort }: NewParameter): boolean {
  return from === undefined && argument === undefined && optional === undefined && sort === "plain";
}

/** `Store.get(store, key)`: the value is the first argument. Undefined: a type is named there that may or may not be one of its own. */
function passesReceiver(
  { change, main, rules, typeNames, target }: Signing,
  { receiver, separator, start }: FoundPlace["at"],
  text: string,
): boolean | undefined {
  const [, pointed, plain] = rules.throughType?.exec(text.slice(Math.max(0, start - maxType), start)) ?? [];
  if (pointed !== undefined && target.symbol.kind === "method") return true;
  if (plain !== undefined && typeNames.has(plain)) return true;
  const [first] = main.list.items;
  if (!change.hasReceiver || receiver === undefined || first === undefined) return false;
  if (rules.passesReceiver?.test(main.file.text.slice(first.start, first.end)) !== true) return false;
  if (separator === "::") return true;
  const last = receiver.split(/\W+/).findLast((word) => word !== "") ?? "";
  if (!/^[\w.]+$/.test(receiver) || !/^_*\p{Lu}/u.test(last)) return false;
  return typeNames.has(last) ? true : undefined;
}

/** So long the name of a type before a method is at most. */
const maxType = 200;

/** How many arguments a function of the same name takes that is not this one. */
export function takesCount({ items }: ItemList): (count: number) => boolean {
  const plain = items.filter(({ sort }) => sort === "plain");
  const least = plain.filter(({ optional }) => optional === undefined).length;
  const most = plain.length === items.length ? plain.length : Number.POSITIVE_INFINITY;
  return (count) => count >= least && count <= most;
}
