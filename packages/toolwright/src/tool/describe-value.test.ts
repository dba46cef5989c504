import { expect, test } from "vitest";
import { describeText, describeValue, visibleJson } from "./describe-value.ts";

test("a value is named on one short line, whatever was passed", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  expect(describeValue("a\nb\u202E\uD800")).toBe('"a\\nb\\u202e\\ud800" (string)');
  expect(describeValue("x".repeat(10_000))).toBe(`"${"x".repeat(79)}… (string)`);
  expect(describeValue("\u0000".repeat(50)).length).toBeLessThan(100);
  expect(describeValue("Grüße 你好")).toBe('"Grüße 你好" (string)');
  expect(describeValue(-0.5)).toBe("-0.5 (number)");
  expect(describeValue(Number.NaN)).toBe("NaN (number)");
  expect(describeValue(10n ** 100n).length).toBeLessThan(100);
  expect(describeValue(null)).toBe("null");
  expect(describeValue(undefined)).toBe("nothing");
  expect(describeValue(["a"])).toBe('["a"] (array)');
  expect(describeValue(circular)).toBe("a value that JSON cannot hold (object)");
  expect(describeText("\u001B[31m")).toBe('"\\u001b[31m"');
});

test("JSON that a reader sees whole means the same value", () => {
  const value = { "a\u202Eb": ["\u200B", "\u{E0041}", "é 🙂", "\n"] };
  const shown = visibleJson(value);
  expect(shown).toBe(String.raw`{"a\u202eb":["\u200b","\udb40\udc41","é 🙂","\n"]}`);
  expect(JSON.parse(shown)).toEqual(value);
  expect(visibleJson(undefined)).toBe("null");
});
