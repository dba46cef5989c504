import { expect, test } from "vitest";
import { quoteValue } from "./quote.ts";

test("whatever the value, its name is one short line of ASCII", () => {
  expect(quoteValue("a\nb\u202e\ud800")).toBe("`a\\nb\\u202e\\ud800` (string)");
  expect(quoteValue("x".repeat(10_000))).toBe(`\`${"x".repeat(60)}…\` (string)`);
  expect(quoteValue("\u0000".repeat(50)).length).toBeLessThan(80);
  expect(quoteValue(-0.5)).toBe("`-0.5` (number)");
  expect(quoteValue(10n ** 100n).length).toBeLessThan(80);
  expect(quoteValue(null)).toBe("`null`");
  expect(quoteValue({ secret: 1 })).toBe("a value of type object");
});
