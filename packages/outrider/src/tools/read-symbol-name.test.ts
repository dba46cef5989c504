import { expect, test } from "vitest";
import { readSymbolName } from "./read-symbol-name.ts";

test.each([
  ["Store/get", { kind: undefined, name: "Store/get", last: "get", overload: undefined }],
  ["Store::get()", { kind: undefined, name: "Store::get", last: "get", overload: undefined }],
  ["run[1]", { kind: undefined, name: "run", last: "run", overload: 1 }],
  [" interface Render ", { kind: "interface", name: "Render", last: "Render", overload: undefined }],
  // A heading of several words, which begins with no kind.
  ["Getting started", { kind: undefined, name: "Getting started", last: "Getting started", overload: undefined }],
  // The word alone is a name.
  ["interface", { kind: undefined, name: "interface", last: "interface", overload: undefined }],
])("%s is read as it is meant", (given, expected) => {
  expect(readSymbolName(given)).toEqual(expected);
});

test("a name of nothing is refused", () => {
  expect(() => readSymbolName("  ")).toThrow("Expected `symbol` to be a name such as Store/get");
});
