import fc from "fast-check";
import { expect, test } from "vitest";
import { exactPattern, matchesPattern } from "./consent.ts";

test.each([
  ["src/*", "src/a.ts", true],
  ["src/*", "lib/a.ts", false],
  ["a*b*c", "a-b-b-c", true],
  ["ab*ba", "aba", false],
  ["rm [*].log", "rm *.log", true],
  ["rm [*].log", "rm -r / .log", false],
  ["[[*]]", "[*]", true],
  ["[**]", "[a]", true],
])("the pattern %j for the text %j: %j", (pattern, text, fits) => {
  expect(matchesPattern({ command: pattern }, { command: text })).toBe(fits);
});

test("an exact pattern fits its own input and no other, whatever stars and brackets are in it", () => {
  const text = fc.string({ unit: fc.constantFrom("*", "[", "]", "a"), maxLength: 6 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const pattern = exactPattern({ command: one, count: 1 });
      expect(matchesPattern(pattern, { command: other, count: 1 })).toBe(one === other);
    }),
    { examples: [["*", "a"]] },
  );
});
