import { expect, test } from "vitest";
import type { Span } from "../../languages/language.ts";
import { rewriteList, type WrittenItem } from "./rewrite-list.ts";

/** The list between the first brackets of a text as it is written anew; items are parted by commas, beside block comments. */
function rewritten(text: string, written: readonly WrittenItem[]): string | undefined {
  const [start, end] = [text.indexOf("(") + 1, text.lastIndexOf(")")];
  const comments = Array.from(text.matchAll(/\/\*.*?\*\//g), ({ index, 0: { length } }) => span(index, index + length));
  const plain = text.replaceAll(/\/\*.*?\*\//g, (comment) => " ".repeat(comment.length));
  const items = Array.from(plain.slice(start, end).matchAll(/[^\s,]+/g), ({ index, 0: { length } }) => ({
    ...span(start + index, start + index + length),
    value: span(start + index, start + index + length),
  }));
  const edits = rewriteList({ start, end, items, comments }, written, { textOf: (at) => text.slice(at.start, at.end) });
  return edits
    ?.toSorted((one, other) => other.start - one.start || other.end - one.end)
    .reduce((all, edit) => all.slice(0, edit.start) + edit.text + all.slice(edit.end), text);
}

function span(start: number, end: number): Span {
  return { start, end };
}

const lines = "f(\n  a,\n  b,\n)";

test.each<[string, readonly WrittenItem[], string | undefined]>([
  ["f()", [{ text: "x" }], "f(x)"],
  ["f(a, b)", [{ from: 0 }, { from: 1 }, { text: "x" }], "f(a, b, x)"],
  ["f(a, b)", [{ text: "x" }, { from: 0 }, { text: "y" }, { from: 1 }], "f(x, a, y, b)"],
  ["f(a, b)", [{ from: 1 }, { from: 0 }], "f(b, a)"],
  ["f(a, b, c)", [{ from: 2 }], "f(c)"],
  ["f(a, b, c)", [{ from: 0 }, { from: 2 }], "f(a, c)"],
  ["f(a, b, c)", [{ from: 0 }], "f(a)"],
  ["f(a, b, c)", [], "f()"],
  ["f(a, b)", [{ from: 0 }, { text: "x" }], "f(a, x)"],
  ["f(a, b)", [{ from: 0, head: "n=" }, { from: 1 }], "f(n=a, b)"],
  ["f( a )", [{ from: 0 }, { text: "x" }], "f( a, x )"],
  [lines, [{ from: 0 }, { from: 1 }, { text: "x" }], "f(\n  a,\n  b,\n  x,\n)"],
  [lines, [{ text: "x" }, { from: 0 }, { from: 1 }], "f(\n  x,\n  a,\n  b,\n)"],
  [lines, [{ from: 1 }], "f(\n  b,\n)"],
  ["f(\n  a,\n)", [{ from: 0 }, { text: "x" }], "f(\n  a,\n  x,\n)"],
  ["f(a /* why */, b)", [{ from: 0 }, { from: 1 }, { text: "x" }], "f(a /* why */, b, x)"],
  ["f(a, /* why */ b)", [{ from: 0 }], undefined],
  ["f(a, /* why */ b)", [{ from: 1 }, { from: 0 }], undefined],
  ["f(/* none */)", [{ text: "x" }], undefined],
])("%s with %j", (text, written, expected) => {
  expect(rewritten(text, written)).toBe(expected);
});
