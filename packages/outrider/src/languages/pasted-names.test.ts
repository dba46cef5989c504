import { expect, test } from "vitest";
import { hashPasting } from "./c-family/pasting.ts";
import { bracketPasting } from "./rust/pasting.ts";

test.each([
  ["#define CONST(kind, name) MAX_##kind##_##name", [["MAX_", ""]]],
  [
    "#define GET(name) \\\n  int get_##name##_now(void) { return v_ ## name; }",
    [
      ["get_", "_now"],
      ["v_", ""],
    ],
  ],
  ["#define JOIN(a, b) a##b", []],
  ["#define LOG(...) print(__VA_ARGS__, ##__VA_ARGS__)", []],
  ["int a; // x##y", []],
])("names that macros of C paste together: %s", (text, expected) => {
  expect(hashPasting.namesIn(text).map(({ prefix, suffix }) => [prefix, suffix])).toEqual(expected);
});

test("names that macros of Rust paste together", () => {
  const text = "paste! { fn [<get_ $name>]() {} fn [< $name _now >]() {} fn [<$a $b>]() {} }";
  expect(bracketPasting.namesIn(text).map(({ prefix, suffix, start }) => [prefix, suffix, start])).toEqual([
    ["get_", "", 12],
    ["", "_now", 35],
  ]);
});
