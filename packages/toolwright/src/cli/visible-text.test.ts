import * as fc from "fast-check";
import { expect, test } from "vitest";
import { makeVisible } from "./visible-text.ts";

test("escape sequences and text reordering become visible", () => {
  expect(makeVisible("\u001b[31mred\u001b]52;c;aGk=\u0007\u009b2J a\rb \u202eevil")).toBe(
    String.raw`\u001b[31mred\u001b]52;c;aGk=\u0007\u009b2J a\u000db \u202eevil`,
  );
});

test("lines, tabs and other scripts stay", () => {
  expect(makeVisible("a\r\nb\tc 字 é 😀\n")).toBe("a\nb\tc 字 é 😀\n");
});

test("JSON means the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.parse(makeVisible(json))).toEqual(JSON.parse(json));
    }),
  );
});
