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

test("what has no width becomes visible, unless a script or an emoji needs it", () => {
  expect(makeVisible("a\u200bb\u2060c\ufeffd\u00ade\u200df\u{e0041}g\u3164h\u2028i\ufe0f")).toBe(
    String.raw`a\u200bb\u2060c\ufeffd\u00ade\u200df\udb40\udc41g\u3164h\u2028i\ufe0f`,
  );
  const kept = "👩\u200d💻 ❤\ufe0f 1\ufe0f\u20e3 👍🏽 می\u200cخواهم क्\u200dष";
  expect(makeVisible(kept)).toBe(kept);
});

test("JSON means the same", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      expect(JSON.parse(makeVisible(json))).toEqual(JSON.parse(json));
    }),
  );
});
