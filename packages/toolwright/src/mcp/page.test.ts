import fc from "fast-check";
import { expect, test } from "vitest";
import { takePage } from "./page.ts";

const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 40 }).map((list) => list.toSorted());
const identity = (name: string): string => name;

test("all pages together are the list, in order, once each, whatever the size", () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 50 }), (list, size) => {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = takePage(list, identity, cursor, size);
        expect(page.entries.length).toBeLessThanOrEqual(size);
        seen.push(...page.entries);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(list);
    }),
  );
});

test("an entry that goes while a client pages hides no other", () => {
  const { nextCursor } = takePage(["a", "b", "c", "d"], identity, undefined, 2);
  expect(takePage(["a", "c", "d"], identity, nextCursor, 2).entries).toEqual(["c", "d"]);
});

test("a cursor of somebody else is refused", () => {
  expect(() => takePage(["a"], identity, "nonsense", 2)).toThrow(
    'The cursor "nonsense" is none of this server\'s; list anew without a cursor.',
  );
});
