import type { Span } from "../../languages/language.ts";
import type { ItemList } from "../../syntax/signatures/signature-lists.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";

/** An item of the new list: an old one, or new text. */
export interface WrittenItem {
  readonly from?: number;
  /** Instead of the old text. */
  readonly text?: string;
  /** Before the old text. */
  readonly head?: string;
  /** Of the old one only the value, without its name. */
  readonly isValue?: true;
}

/** Every item stays where it is, as it is. */
export function isUnchanged({ items }: Pick<ItemList, "items">, written: readonly WrittenItem[]): boolean {
  const isKept = ({ from, text, head }: WrittenItem, at: number): boolean =>
    from === at && text === undefined && head === undefined;
  return items.length === written.length && written.every(isKept);
}

type Listed = Pick<ItemList, "start" | "end" | "comments" | "isBare"> & {
  readonly items: readonly (Span & { readonly value: Span })[];
};

/**
 * The smallest edits that give a list these items. Undefined if a comment in it would go or stand elsewhere. Old text is read through
 * `textOf`, as edits inside of it may come before.
 */
export function rewriteList(
  list: Listed,
  written: readonly WrittenItem[],
  { textOf, empty = "" }: { readonly textOf: (span: Span) => string; readonly empty?: string },
): readonly Replacement[] | undefined {
  const { items, start, end, comments, isBare } = list;
  const textAt = (item: WrittenItem): string => {
    const old = item.from === undefined ? undefined : items[item.from];
    const span = item.isValue === true ? old?.value : old;
    return `${item.head ?? ""}${item.text ?? (span === undefined ? "" : textOf(span))}`;
  };
  const isCommented = ({ start: from, end: to }: Span): boolean =>
    comments.some((comment) => comment.start < to && comment.end > from);
  const whole = (span: Span, text: string): readonly Replacement[] | undefined =>
    isCommented({ start, end }) ? undefined : [{ ...span, text }];
  if (isBare === true) return whole(list, `(${written.map(textAt).join(", ")})`);
  const [first] = items;
  const last = items.at(-1);
  if (written.length === 0) return whole({ start, end }, empty);
  if (first === undefined || last === undefined) return whole({ start, end }, written.map(textAt).join(", "));
  const between = separatorOf(list, textOf);
  const kept = written.flatMap(({ from }) => from ?? []);
  const isOrdered = kept.every((from, at) => at === 0 || from > (kept[at - 1] ?? from));
  if (!isOrdered) {
    const text = written.map((item, at) => {
      const [one, next] = [items[at - 1], items[at]];
      const before = at === 0 ? "" : one && next ? textOf({ start: one.end, end: next.start }) : between;
      return `${before}${textAt(item)}`;
    });
    return whole({ start: first.start, end: last.end }, text.join(""));
  }
  const edits = editsInPlace(items, written, { between, textAt });
  return edits.some((edit) => edit.text === "" && isCommented(edit)) ? undefined : edits;
}

interface Writing {
  readonly between: string;
  readonly textAt: (item: WrittenItem) => string;
}

/** Between two items that stay, what goes makes place for what comes. */
function editsInPlace(
  items: Listed["items"],
  written: readonly WrittenItem[],
  { between, textAt }: Writing,
): readonly Replacement[] {
  const found: Replacement[] = [];
  let [old, at] = [0, 0];
  let previous: Span | undefined;
  while (old < items.length || at < written.length) {
    const stop = written.findIndex(({ from }, index) => index >= at && from !== undefined);
    const anchor = stop === -1 ? undefined : written[stop];
    const next = anchor?.from === undefined ? undefined : items[anchor.from];
    const gone = items.slice(old, anchor?.from ?? items.length);
    const come = written.slice(at, stop === -1 ? written.length : stop).map(textAt);
    const pairs = Math.min(gone.length, come.length);
    found.push(...gone.slice(0, pairs).map(({ start, end }, index) => ({ start, end, text: come[index] ?? "" })));
    previous = gone[pairs - 1] ?? previous;
    found.push(
      ...addedAt(come.slice(pairs), { previous, next, between }),
      ...removed(gone.slice(pairs), { previous, next }),
    );
    if (anchor === undefined || next === undefined) break;
    const isOther = anchor.text !== undefined || anchor.head !== undefined || anchor.isValue === true;
    if (isOther) found.push({ start: next.start, end: next.end, text: textAt(anchor) });
    previous = next;
    [old, at] = [(anchor.from ?? 0) + 1, stop + 1];
  }
  return found;
}

interface Neighbours {
  readonly previous: Span | undefined;
  readonly next: Span | undefined;
}

function addedAt(
  texts: readonly string[],
  { previous, next, between }: Neighbours & { readonly between: string },
): readonly Replacement[] {
  if (texts.length === 0) return [];
  if (previous !== undefined)
    return [{ start: previous.end, end: previous.end, text: texts.map((each) => `${between}${each}`).join("") }];
  if (next === undefined) return [];
  return [{ start: next.start, end: next.start, text: texts.map((each) => `${each}${between}`).join("") }];
}

/** With the comma that parts them from what stays. */
function removed(gone: readonly Span[], { previous, next }: Neighbours): readonly Replacement[] {
  const [first] = gone;
  const last = gone.at(-1);
  if (first === undefined || last === undefined) return [];
  if (previous !== undefined) return [{ start: previous.end, end: last.end, text: "" }];
  return [{ start: first.start, end: next?.start ?? last.end, text: "" }];
}

/** What stands between two items: as between the first two, or on a line of their own where the first has one. */
function separatorOf({ items, start }: Listed, textOf: (span: Span) => string): string {
  const [first, second] = items;
  const lead = first === undefined ? "" : textOf({ start, end: first.start });
  const own = first !== undefined && second !== undefined ? textOf({ start: first.end, end: second.start }) : undefined;
  if (own !== undefined && /^\s*,\s*$/.test(own)) return own;
  return /^[ \t]*\r?\n[ \t]*$/.test(lead) ? `,${lead.replace(/^[ \t]*\r?/, "")}` : ", ";
}
