import { countByFile, type Overflow } from "./overflow.ts";
import { requireWholeNumber } from "./whole-number.ts";

/** The part of a tool's input that the guard reads: how many items to skip, and how many to show. */
export interface GuardInput {
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

/** How many items an answer shows if the caller gives no limit. */
export interface GuardCaps {
  /** Default: 200. */
  readonly maxResults?: number;
}

/** The part of a list that an answer shows, and what it says about the rest. */
export interface Capped<Item> {
  /** A separate list, so that it can be part of the answer. */
  readonly items: Item[];
  /** Absent if `items` is the whole list. */
  readonly overflow?: Overflow;
}

/** Which part of a list an answer shows. */
export interface OutputGuard {
  readonly offset: number;
  /** Maximum number of items: the caller's limit, or the cap. */
  readonly maxResults: number;
  /** With `fileOf` the overflow reports how all items are distributed over files. */
  capItems<Item>(items: readonly Item[], hint: string, fileOf?: (item: Item) => string): Capped<Item>;
}

/**
 * Decides how much of a list an answer shows. A caller that gives a `limit` or an `offset` pages: its request is
 * never ignored.
 */
export function createOutputGuard(input: GuardInput, caps: GuardCaps = {}): OutputGuard {
  const offset = input.offset === undefined ? 0 : requireWholeNumber("offset", input.offset, 0);
  const limit = input.limit === undefined ? undefined : requireWholeNumber("limit", input.limit, 1);
  const maxResults = limit ?? requireWholeNumber("maxResults", caps.maxResults ?? 200, 1);
  const paged = input.offset !== undefined || limit !== undefined;
  return {
    offset,
    maxResults,
    capItems: (items, hint, fileOf) => capList(items, hint, { offset, size: maxResults, paged }, fileOf),
  };
}

interface Window {
  readonly offset: number;
  readonly size: number;
  /** Pages name the next offset; the first view of a list does not. */
  readonly paged: boolean;
}

function capList<Item>(
  items: readonly Item[],
  hint: string,
  { offset, size, paged }: Window,
  fileOf?: (item: Item) => string,
): Capped<Item> {
  const total = items.length;
  if (offset === 0 && total <= size) return { items: [...items] };
  const page = items.slice(offset, offset + size);
  const end = offset + page.length;
  const overflow: Overflow = {
    shown: page.length,
    total,
    hint: offset >= total ? describePastEnd(offset, total) : hint,
    ...(paged && end < total ? { next_offset: end } : {}),
    ...(fileOf === undefined || total === 0 ? {} : countByFile(items, fileOf)),
  };
  return { items: page, overflow };
}

function describePastEnd(offset: number, total: number): string {
  if (total === 0) return `Offset ${offset} is past the end: the list is empty. Call again without offset.`;
  return `Offset ${offset} is past the end: there are ${total} in all. Use an offset from 0 to ${total - 1}.`;
}
