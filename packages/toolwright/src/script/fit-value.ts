import type { Overflow } from "../output/overflow.ts";
import { isJsonObject, type JsonObject } from "../tool/schema.ts";

/** A value as a script gets it. */
export interface FittedValue {
  readonly value: unknown;
  /** Present if a list was shortened. */
  readonly overflow?: Overflow;
}

/** The whole value as JSON, or with its longest list shortened until it has room; undefined if no list is long enough. */
export function fitValue(value: unknown, maxBytes: number): string | undefined {
  const whole = write({ value });
  if (whole.length <= maxBytes) return whole;
  // As JSON has it: what follows looks only at plain data.
  const plain: FittedValue = JSON.parse(whole);
  const list = longestList(plain.value);
  if (list === undefined) return undefined;
  let shown = Math.floor((list.items.length * maxBytes) / whole.length);
  while (shown > 0) {
    const json = write(shorten(plain.value, list, shown));
    if (json.length <= maxBytes) return json;
    shown = Math.floor(Math.min(shown * 0.8, (shown * maxBytes) / json.length));
  }
  return undefined;
}

function write(fitted: FittedValue): string {
  return JSON.stringify(fitted);
}

interface FoundList {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** The list with the most bytes among those that are the value itself, a field of it, or a field of a field. */
function longestList(value: unknown, path: readonly string[] = []): FoundList | undefined {
  if (Array.isArray(value)) return { path, items: value };
  if (!isJsonObject(value) || path.length > 2) return undefined;
  return Object.entries(value)
    .flatMap(([key, inner]) => longestList(inner, [...path, key]) ?? [])
    .map((list) => ({ list, bytes: JSON.stringify(list.items).length }))
    .reduce<{ list: FoundList; bytes: number } | undefined>(
      (best, each) => (best === undefined || each.bytes > best.bytes ? each : best),
      undefined,
    )?.list;
}

function shorten(value: unknown, { path, items }: FoundList, shown: number): FittedValue {
  const where = path.length === 0 ? "this list" : path.join(".");
  const hint = `${where} was shortened to what a script may get at once; ask for less.`;
  const own = isJsonObject(value) && isJsonObject(value["overflow"]) ? value["overflow"] : {};
  return {
    value: replaceAt(value, path, items.slice(0, shown)),
    overflow: { total: items.length, ...own, shown, hint },
  };
}

function replaceAt(value: unknown, [key, ...rest]: readonly string[], list: readonly unknown[]): unknown {
  if (key === undefined || !isJsonObject(value)) return list;
  const changed: JsonObject = { ...value, [key]: replaceAt(value[key], rest, list) };
  return changed;
}
