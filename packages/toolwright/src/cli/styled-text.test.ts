import { expect, test } from "vitest";
import { joinPieces, wantsColour } from "./styled-text.ts";
import { makeVisible } from "./visible-text.ts";

test("only the look of a piece reaches the terminal, never what its words command", () => {
  const pieces = ["a\u001b[31mb ", { text: "c\u001b]0;d", style: "bold" }] as const;
  expect(joinPieces(pieces, true, makeVisible)).toBe("a\\u001b[31mb \u001b[1mc\\u001b]0;d\u001b[22m");
  expect(joinPieces(pieces, false, makeVisible)).toBe("a\\u001b[31mb c\\u001b]0;d");
});

test("NO_COLOR with any value and a dumb terminal mean no colour", () => {
  expect(wantsColour({})).toBe(true);
  expect(wantsColour({ NO_COLOR: "" })).toBe(true);
  expect(wantsColour({ NO_COLOR: "0" })).toBe(false);
  expect(wantsColour({ TERM: "dumb" })).toBe(false);
});
