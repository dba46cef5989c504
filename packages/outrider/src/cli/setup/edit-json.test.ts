import * as fc from "fast-check";
import { parse } from "jsonc-parser";
import { expect, test } from "vitest";
import { setJsonValue } from "./edit-json.ts";
import { withValueAt } from "./config-text.ts";

test.each([
  ["{}", '{\n  "s": {\n    "o": 1\n  }\n}'],
  ['{ "a": 1 }', '{ "a": 1, "s": {"o":1} }'],
  ['{\n  "a": 1 // one\n  // two\n}', '{\n  "a": 1, // one\n  // two\n  "s": {\n    "o": 1\n  }\n}'],
  ['{\n  "a": 1, // one\n}', '{\n  "a": 1, // one\n  "s": {\n    "o": 1\n  }\n}'],
  ['{\n\t"s": {}\n}', '{\n\t"s": {\n\t\t"o": 1\n\t}\n}'],
  ['{\n  "s": { "o": [1, 2], "x": 3 }\n}', '{\n  "s": { "o": 1, "x": 3 }\n}'],
  ['{\n  "s": {\n    // none yet\n  }\n}', '{\n  "s": {\n    // none yet\n    "o": 1\n  }\n}'],
])("%j becomes %j", (before, after) => {
  expect(setJsonValue(before, ["s", "o"], 1)).toBe(after);
});

test("whatever the data and its layout, only the value at the path is another one", () => {
  const data = fc.dictionary(fc.string(), fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constant("// no comment, {}")));
  const layout = fc.constantFrom(undefined, 1, 2, "\t");
  fc.assert(
    fc.property(
      data,
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })),
      layout,
      fc.boolean(),
      (rest, servers, indent, has) => {
        fc.pre(!["__proto__"].some((key) => Object.hasOwn(rest, key) || Object.hasOwn(servers, key)));
        const whole = has
          ? { ...rest, s: servers }
          : Object.fromEntries(Object.entries(rest).filter(([key]) => key !== "s"));
        const text = JSON.stringify(whole, undefined, indent);
        expect(parse(setJsonValue(text, ["s", "o"], { a: [1] }))).toEqual(
          withValueAt(parse(text), ["s", "o"], { a: [1] }),
        );
      },
    ),
  );
});
