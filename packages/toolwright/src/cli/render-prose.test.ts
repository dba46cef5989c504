import * as fc from "fast-check";
import { expect, test } from "vitest";
import { renderProse } from "./render-prose.ts";

const guide = `A paragraph that was
broken by its author.

# A heading that stays
- an item that is
  broken as well
- two
1. three

\`\`\`sh
npm   run a-very-long-command --with flags
\`\`\`
| a | table |
|---|---|
    indented code`;

test("paragraphs and items are filled anew, code, tables and headings keep their lines", () => {
  expect(renderProse(guide, "  ", 30)).toEqual([
    "  A paragraph that was broken",
    "  by its author.",
    "",
    "  # A heading that stays",
    "  - an item that is broken as",
    "    well",
    "  - two",
    "  1. three",
    "",
    "  ```sh",
    "  npm   run a-very-long-command --with flags",
    "  ```",
    "  | a | table |",
    "  |---|---|",
    "      indented code",
  ]);
});

test("where nothing has to fit the lines stay as they are", () => {
  expect(renderProse(guide, "", undefined).join("\n")).toBe(guide);
});

test("no word is lost", () => {
  const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
  const line = fc
    .array(fc.constantFrom("a", "- b", "1. c", "```", "    d", "|", "# e", ""))
    .map((parts) => parts.join(" "));
  fc.assert(
    fc.property(fc.array(line), fc.integer({ min: 5, max: 60 }), (lines, columns) => {
      const text = lines.join("\n");
      expect(words(renderProse(text, "  ", columns).join("\n"))).toEqual(words(text));
    }),
  );
});
