import { expect, test } from "vitest";
import { openEditKit, textsOf } from "../actions/actions.test-kit.ts";
import { openDraft } from "../draft.ts";
import { formatEdited, indentationOf } from "./format-edited.ts";
import { changesWithin } from "./line-changes.ts";

test("only the touched lines are formatted, as the file is indented and with its line ends", async () => {
  const kit = await openEditKit(
    {
      "a.ts":
        "export function a() {\r\n  return   1;\r\n}\r\nexport function b( x:number ) {\r\n      return   x;\r\n}\r\n",
      "b.md": "# B\n",
      "clean.ts": "export const c = 1;\n",
    },
    { servers: ["typescript"] },
  );
  const draft = openDraft(kit.context);
  const notes = await formatEdited(kit.context, draft, [
    { path: "a.ts", lines: [{ start: 3, end: 6 }] },
    { path: "b.md", lines: [{ start: 0, end: 1 }] },
    { path: "clean.ts", lines: [{ start: 0, end: 1 }] },
  ]);
  expect(textsOf(draft)).toEqual({
    "a.ts": "export function a() {\r\n  return   1;\r\n}\r\nexport function b(x: number) {\r\n  return x;\r\n}\r\n",
  });
  expect(notes).toEqual([expect.stringMatching(/^Not formatted: "?b\.md"? \(/)]);
});

test("a whole-file formatter is held to the touched lines", async () => {
  const kit = await openEditKit({ "a.yaml": "a:   1\nb:   2\nc:   3\n" }, { servers: ["yaml"] });
  const draft = openDraft(kit.context);
  const notes = await formatEdited(kit.context, draft, [{ path: "a.yaml", lines: [{ start: 1, end: 2 }] }]);
  expect(notes).toEqual([]);
  expect(textsOf(draft)).toEqual({ "a.yaml": "a:   1\nb: 2\nc:   3\n" });
});

test("changes are taken by lines: neighbours that differ in blanks alone, and what is put between or left out", () => {
  const text = "a  1\r\nb  2\r\nc\r\n\r\n\r\nd\r\n";
  const formatted = "a 1\nb 2\nnew\nc\n\nd\n";
  const apply = (start: number, end: number): string =>
    changesWithin(text, formatted, [{ start, end }]).reduceRight(
      (now, each) => `${now.slice(0, each.start)}${each.text}${now.slice(each.end)}`,
      text,
    );
  expect(apply(0, 9)).toBe("a 1\nb 2\nnew\nc\r\n\r\nd\r\n");
  expect(apply(1, 1)).toBe(text);
  expect(apply(3, 6)).toBe("a  1\r\nb  2\r\nc\r\n\r\nd\r\n");
  expect(changesWithin("a  1\nb  2", "a 1\nb 2\n", [{ start: 1, end: 2 }])).toEqual([
    { start: 5, end: 9, text: "b 2\n" },
  ]);
});

test.each([
  ["two blanks", "a {\n  b {\n    c\n  }\n}\n", { tabSize: 2, insertSpaces: true }],
  ["four blanks", "a:\n    b\n    c:\n        d\n", { tabSize: 4, insertSpaces: true }],
  ["tabs", "a {\n\tb\n\tc\n}\n", { tabSize: 4, insertSpaces: false }],
  [
    "a comment with stars is no step",
    "a {\n  /**\n   * b\n   */\n  c {\n    d\n  }\n}\n",
    { tabSize: 2, insertSpaces: true },
  ],
  ["nothing", "a\n", { tabSize: 4, insertSpaces: true }],
])("indentation: %s", (_, text, found) => {
  expect(indentationOf(text)).toEqual(found);
});
