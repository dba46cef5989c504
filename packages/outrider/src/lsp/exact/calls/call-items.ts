import type { Place, Range } from "../../server/language-server.ts";
import { pathOfUri } from "../../server/uri.ts";
import { isRecord } from "../../../workspace/config/is-record.ts";
import { readRange } from "../../server/read-diagnostic.ts";
import { realPathOf } from "../places/places.ts";

/** A function or type as a server names it in a hierarchy. */
export interface HierarchyItem {
  readonly name: string;
  /** The name itself; undefined when it is in no file. */
  readonly place: Place | undefined;
  /** As it was sent, to be sent back. */
  readonly raw: unknown;
}

export interface ItemCalls {
  readonly item: HierarchyItem;
  readonly ranges: readonly Range[];
}

export interface Items<T> {
  readonly items: readonly T[];
  /** What was of no shape that we know. */
  readonly dropped: number;
}

/** Answers to `prepare…` and of type hierarchies. */
export async function readItems(result: unknown): Promise<Items<HierarchyItem>> {
  return count(listOf(result), await Promise.all(listOf(result).map(readItem)));
}

/** Answers to `incomingCalls` ("from") and `outgoingCalls` ("to"). */
export async function readCalls(result: unknown, key: "from" | "to"): Promise<Items<ItemCalls>> {
  let lostRanges = 0;
  const all = await Promise.all(
    listOf(result).map(async (each): Promise<ItemCalls | undefined> => {
      if (!isRecord(each)) return undefined;
      const item = await readItem(each[key]);
      const sent = listOf(each["fromRanges"]);
      const ranges = sent.flatMap((range) => readRange(range) ?? []);
      // A call that is nowhere cannot be shown, and must not be lost unheard.
      if (item === undefined || ranges.length === 0) return undefined;
      lostRanges += sent.length - ranges.length;
      return { item, ranges };
    }),
  );
  const { items, dropped } = count(listOf(result), all);
  return { items, dropped: dropped + lostRanges };
}

async function readItem(value: unknown): Promise<HierarchyItem | undefined> {
  if (!isRecord(value)) return undefined;
  const { name, uri } = value;
  const range = readRange(value["selectionRange"]) ?? readRange(value["range"]);
  if (typeof name !== "string" || typeof uri !== "string" || range === undefined) return undefined;
  const path = pathOfUri(uri);
  return { name, raw: value, place: path === undefined ? undefined : { path: await realPathOf(path), range } };
}

function count<T>(sent: readonly unknown[], read: readonly (T | undefined)[]): Items<T> {
  const items = read.filter((each) => each !== undefined);
  return { items, dropped: sent.length - items.length };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
