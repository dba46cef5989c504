import * as fc from "fast-check";
import { expect, test } from "vitest";
import { findJsonError, parseJson } from "./read-json.ts";
import { proofSize } from "../../test/proof-size.ts";

test.each([
  ["", 0, "a value"],
  ["abc", 0, "a value"],
  ['{"a": 1,}', 8, "a name in double quotes"],
  ["{'a': 1}", 1, "a name in double quotes"],
  ['{"a" 1}', 5, '":"'],
  ['{"a": 01}', 6, "a value"],
  ["[1 2]", 3, '"," or "]"'],
  ['{"a": "b', 8, 'a closing "'],
  [String.raw`["\x"]`, 2, String.raw`a valid escape such as \n`],
  ['["a\nb"]', 3, String.raw`\n or another escape, no control character`],
  ["{} {}", 3, "the end"],
])("%j is wrong at %d", (text, index, expected) => {
  expect(findJsonError(text)).toEqual({ index, expected });
});

test("every JSON is right", () => {
  fc.assert(fc.property(fc.json(), (text) => findJsonError(text) === undefined));
});

test("finds an error exactly when JSON.parse does", () => {
  const damaged = fc.tuple(
    fc.json(),
    fc.nat(),
    fc.constantFrom("", "x", '"', ",", "{", "]", "1", "\\", "\n", ".", "-"),
  );
  fc.assert(
    fc.property(damaged, ([json, at, piece]) => {
      const cut = at % (json.length + 1);
      const text = json.slice(0, cut) + piece + json.slice(cut + 1);
      return isJson(text) === (findJsonError(text) === undefined);
    }),
    { numRuns: proofSize(2_000, 200) },
  );
});

test("the message shows the place", () => {
  expect(() => parseJson('{\n\t"text": "a" "b"\n}', "stdin")).toThrowErrorMatchingInlineSnapshot(`
    [Error: stdin is not JSON at line 2, column 14: expected "," or "}", got "\\"".
      "text": "a" "b"
                  ^]
  `);
});

test("input that is nested too deep is refused all the same", () => {
  expect(() => parseJson("[".repeat(1_000_000), "The input")).toThrow("The input is not JSON");
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
