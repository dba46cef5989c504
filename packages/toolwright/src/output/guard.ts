import { countByFile, type Overflow } from "./overflow.ts";
import { requireWholeNumber } from "./whole-number.ts";

/** "exploring": the first items, compact. "focused": page by page, with bodies. */
export type OutputMode = "exploring" | "focused";

/** The part of a tool's input that the guard reads; `outputFields` declares it. */
export interface GuardInput {
  readonly detail_level?: string | undefined;
  readonly offset?: number | undefined;
  readonly limit?: number | undefined;
}

export interface GuardCaps {
  readonly maxFiles?: number;
  readonly maxResults?: number;
}

export interface Capped<Item> {
  /** A list of its own, so that it can be part of the answer. */
  readonly items: Item[];
  /** Absent when `items` is the whole list. */
  readonly overflow?: Overflow;
}

export interface OutputGuard {
  readonly mode: OutputMode;
  readonly maxFiles: number;
  readonly maxResults: number;
  readonly offset: number;
  readonly limit: number;
  /** Whether each item should come with its source text. */
  shouldIncludeBody(): boolean;
  /** With `fileOf` the overflow tells how all items spread over files. */
  capItems<Item>(items: readonly Item[], hint: string, fileOf?: (item: Item) => string): Capped<Item>;
  capFiles<Item>(files: readonly Item[], hint: string): Capped<Item>;
}

interface Window {
  readonly offset: number;
  readonly size: number;
  /** Pages name the next offset; the exploring view does not. */
  readonly paged: boolean;
}

/**
 * Decides how much of a list an answer shows. An explicit `limit` replaces the exploring caps too, and whoever gives a
 * `limit` or an `offset` pages, in either mode: what the caller asked for is never ignored.
 */
export function createOutputGuard(input: GuardInput, caps: GuardCaps = {}): OutputGuard {
  const mode = input.detail_level === "full" ? "focused" : "exploring";
  const offset = input.offset === undefined ? 0 : requireWholeNumber("offset", input.offset, 0);
  const explicitLimit = input.limit === undefined ? undefined : requireWholeNumber("limit", input.limit, 1);
  const maxFiles = explicitLimit ?? requireWholeNumber("maxFiles", caps.maxFiles ?? 200, 1);
  const maxResults = explicitLimit ?? requireWholeNumber("maxResults", caps.maxResults ?? 200, 1);
  const limit = explicitLimit ?? 50;
  const paged = mode === "focused" || input.offset !== undefined || explicitLimit !== undefined;

  const windowOf = (cap: number): Window => ({ offset, size: mode === "focused" ? limit : cap, paged });

  return {
    mode,
    maxFiles,
    maxResults,
    offset,
    limit,
    shouldIncludeBody: () => mode === "focused",
    capItems: (items, hint, fileOf) => capList(items, hint, windowOf(maxResults), fileOf),
    capFiles: (files, hint) => capList(files, hint, windowOf(maxFiles)),
  };
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
