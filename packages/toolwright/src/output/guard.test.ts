import * as fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createOutputGuard, type Capped, type GuardInput } from "./guard.ts";
import { overflowSchema } from "./overflow.ts";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

verifies("output:guard-defaults", "an empty input shows the first 200, or as many as the tool says", () => {
  expect(createOutputGuard({})).toMatchObject({ maxResults: 200, offset: 0 });
  expect(createOutputGuard({}, { maxResults: 5 }).capItems(numbers(9), "hint").items).toEqual(numbers(5));
});

test("whoever gives a limit pages, and gets a list of their own", () => {
  const items = numbers(5);
  expect(createOutputGuard({ limit: 2 }).capItems(items, "narrow").overflow).toMatchObject({
    shown: 2,
    next_offset: 2,
  });
  expect(createOutputGuard({ limit: 9 }).capItems(items, "narrow").items).not.toBe(items);
});

test("a list that fits comes back as it is, without overflow", () => {
  const items = numbers(200);
  expect(createOutputGuard({}).capItems(items, "narrow").items).toEqual(items);
  expect(createOutputGuard({}).capItems(items, "narrow")).not.toHaveProperty("overflow");
  expect(createOutputGuard({ limit: 50 }).capItems(numbers(50), "narrow")).not.toHaveProperty("overflow");
});

test("who asks for nothing sees the first items and no next offset", () => {
  const { items, overflow } = createOutputGuard({}).capItems(numbers(1423), "Narrow with a path filter");
  expect(items).toEqual(numbers(200));
  expect(overflow).toEqual({ shown: 200, total: 1423, hint: "Narrow with a path filter" });
});

verifies("output:guard-limit", "an explicit limit replaces the cap, below it and above it", () => {
  expect(createOutputGuard({ limit: 7 }).capItems(numbers(300), "hint").items).toHaveLength(7);
  expect(createOutputGuard({ limit: 7 }, { maxResults: 3 }).capItems(numbers(300), "hint").items).toHaveLength(7);
  expect(createOutputGuard({ limit: 250 }).capItems(numbers(300), "hint").items).toHaveLength(250);
});

test("a page names the next offset while more remain, and the last page has none", () => {
  const page = (offset: number) => createOutputGuard({ limit: 50, offset }).capItems(numbers(120), "hint");
  expect(page(0).overflow).toEqual({ shown: 50, total: 120, hint: "hint", next_offset: 50 });
  expect(page(100)).toEqual({ items: numbers(120).slice(100), overflow: { shown: 20, total: 120, hint: "hint" } });
});

verifies("output:guard-offset", "an offset alone pages by the cap", () => {
  const { items, overflow } = createOutputGuard({ offset: 200 }).capItems(numbers(500), "hint");
  expect(items[0]).toBe(200);
  expect(overflow).toEqual({ shown: 200, total: 500, hint: "hint", next_offset: 400 });
  expect(createOutputGuard({ offset: 0 }).capItems(numbers(500), "hint").overflow?.next_offset).toBe(200);
});

verifies("output:guard-pages", "following next_offset visits every item exactly once, in order", () => {
  fc.assert(
    fc.property(fc.nat(400), fc.nat(450), fc.integer({ min: 1, max: 90 }), (total, start, limit) => {
      const all = numbers(total);
      const seen: number[] = [];
      let offset: number | undefined = start;
      while (offset !== undefined) {
        const capped: Capped<number> = createOutputGuard({ offset, limit }).capItems(all, "hint");
        const { items, overflow } = capped;
        seen.push(...items);
        if (items.length < total) expect(overflow).toMatchObject({ shown: items.length, total });
        expect(items.length).toBeLessThanOrEqual(limit);
        offset = overflow?.next_offset;
      }
      expect(seen).toEqual(all.slice(start));
    }),
  );
});

verifies("output:guard-past-end", "says how many there are", () => {
  const past = (offset: number, total: number) => createOutputGuard({ offset }).capItems(numbers(total), "hint");
  expect(past(120, 120)).toMatchInlineSnapshot(`
    {
      "items": [],
      "overflow": {
        "hint": "Offset 120 is past the end: there are 120 in all. Use an offset from 0 to 119.",
        "shown": 0,
        "total": 120,
      },
    }
  `);
  expect(past(3, 0).overflow?.hint).toBe("Offset 3 is past the end: the list is empty. Call again without offset.");
  expect(past(0, 0)).toEqual({ items: [] });
});

function rowsOf(items: readonly string[]) {
  const rows = [...new Set(items)]
    .sort()
    .map((file) => ({ file, count: items.filter((item) => item === file).length }));
  return rows.sort((a, b) => b.count - a.count);
}

verifies("output:guard-by-file", "rows and the rest sum to the total, most first", () => {
  const files = fc.array(
    fc.integer({ min: 0, max: 40 }).map((n) => `f${n}.ts`),
    { minLength: 1, maxLength: 300, size: "max" },
  );
  fc.assert(
    fc.property(files, (items) => {
      const { overflow } = createOutputGuard({ limit: 1, offset: 0 }).capItems(items, "hint", (file) => file);
      if (items.length === 1) return;
      const rows = overflow?.by_file ?? [];
      const counts = rows.map((row) => row.count);
      expect(counts.reduce((sum, count) => sum + count, overflow?.other_items ?? 0)).toBe(items.length);
      expect(rows.length + (overflow?.other_files ?? 0)).toBe(new Set(items).size);
      expect(rows).toEqual(rowsOf(items).slice(0, 20));
    }),
  );
});

verifies("output:guard-numbers", "each bad number is refused with its name and value", () => {
  const refuse = (input: GuardInput) => () => createOutputGuard(input);
  for (const bad of [-1, 0.5, Number.NaN, Infinity, 2 ** 53]) {
    const message = `got ${bad} (number)`;
    expect(refuse({ offset: bad })).toThrow(expect.objectContaining({ code: "invalid_argument" }));
    expect(refuse({ offset: bad })).toThrow(message);
    expect(refuse({ limit: bad })).toThrow(message);
  }
  expect(refuse({ limit: 0 })).toThrow(
    "Expected `limit` to be a whole number from 1 to 9007199254740991, got 0 (number).",
  );
  expect(refuse(JSON.parse('{"offset":"5"}'))).toThrow("Expected `offset`");
  expect(refuse(JSON.parse('{"limit":null}'))).toThrow("got null");
});

verifies("output:guard-large", "a million items in as many files", () => {
  const items = numbers(1_000_000);
  const { overflow } = createOutputGuard({}).capItems(items, "hint", (item) => `${item}.ts`);
  expect(overflow).toMatchObject({ shown: 200, total: 1_000_000, other_files: 999_980, other_items: 999_980 });
  expect(createOutputGuard({ offset: Number.MAX_SAFE_INTEGER }).capItems(items, "hint").items).toEqual([]);
});

verifies("output:overflow-shape", "what the guard says the wire schema accepts", () => {
  const items = Array.from({ length: 90 }, (_, index) => `file-${index % 45}.ts`);
  const { overflow } = createOutputGuard({ offset: 30, limit: 2 }).capItems(items, "hint", (file) => file);
  expect(overflowSchema.parse(overflow)).toEqual(overflow);
  expect(overflow).toMatchObject({ shown: 2, total: 90, next_offset: 32, other_files: 25, other_items: 50 });
});
