import { expect, test } from "vitest";
import { hashPasting } from "./c-family/pasting.ts";
import { mayBePasted } from "./pasted-names.ts";
import { bracketPasting } from "./rust/pasting.ts";

test.each([
  ["#define CONST(kind, name) MAX_##kind##_##name", [["MAX_", "_", ""]]],
  [
    "#define GET(name) \\\n  int get_##name##_now(void) { return v_ ## name; }",
    [
      ["get_", "", "_now"],
      ["v_", "", ""],
    ],
  ],
  ["#define JOIN(a, b) a##b", []],
  ["#define LOG(...) print(__VA_ARGS__, ##__VA_ARGS__)", []],
  ["#define CALL(...) my_##__VA_ARGS__()", [["my_", "", ""]]],
  ["#define CALL(args...) my_##args()", [["my_", "", ""]]],
  ["#define CALL(a, \\\n  b) my_## \\\n a", [["my_", "", ""]]],
  ["#define CALL my_##open()", [["my_", "", "open"]]],
  ["#define CALL(a, b) a##_get_##b", [["", "_get_", ""]]],
  ["int a; // x##y", []],
])("names that macros of C paste together: %s", (text, expected) => {
  expect(hashPasting.namesIn(text).map(({ prefix, inside, suffix }) => [prefix, inside, suffix])).toEqual(expected);
});

test("arguments of macros that paste nothing else", () => {
  const text = "#define CAT(a, b) a##b\nint x = CAT(my_, open)();\n#define F(x) CAT(your_, x)\n";
  expect(hashPasting.joinersIn?.(text)).toEqual(["CAT"]);
  const names = hashPasting.joinedBy?.(text, "CAT") ?? [];
  const isDoubtful = (name: string): boolean => names.some((each) => mayBePasted(name, each));
  expect(["my_open", "your_size", "size"].map(isDoubtful)).toEqual([true, true, false]);
});

test("names that macros of Rust paste together", () => {
  const text = "paste! { fn [<get_ $name>]() {} fn [<\n $name _now\n>]() {} fn [<$a $b>]() {} }";
  expect(bracketPasting.namesIn(text).map(({ prefix, suffix }) => [prefix, suffix])).toEqual([
    ["get_", ""],
    ["", "_now"],
  ]);
});
