import fc from "fast-check";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { detectEol } from "../workspace/text/line-ends.ts";
import { findSections } from "../documents/markdown/sections.ts";
import { applyEdits, type AppliedChanges } from "./apply-edits.ts";
import { diffLines } from "./diff.ts";
import type { Edit } from "./edit.ts";
import { proofSize } from "../../../toolwright/test/proof-size.ts";

const piece = fc.constantFrom("a", "b", "  ", "\t", "foo", "é", "😀", "\udcff", "{", "}", "\\n", "");
const end = fc.constantFrom("\n", "\r\n", "\r");
const lines = fc.array(fc.tuple(fc.array(piece, { maxLength: 5 }), end), { maxLength: 12 });
const fileText = fc
  .tuple(lines, fc.array(piece, { maxLength: 3 }))
  .map(([ended, last]) => ended.map(([pieces, eol]) => pieces.join("") + eol).join("") + last.join(""));
const newText = fc.string({ unit: fc.constantFrom("x", "y", " ", "\n", "😀", "a"), maxLength: 12 });

function apply(text: string, edits: readonly Edit[], path = "a.py"): string | undefined {
  return attempt({ text, eol: detectEol(text), path }, { edits });
}

function attempt(file: Parameters<typeof applyEdits>[0], changes: AppliedChanges): string | undefined {
  try {
    return applyEdits(file, changes).text;
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

const plain = (text: string) => text.replaceAll(/\r\n?/g, "\n");

test("an edit changes its place and not a byte outside of it", () => {
  fc.assert(
    fc.property(fileText, fc.nat(), fc.nat(), newText, (text, from, length, added) => {
      const source = plain(text);
      const start = source.length === 0 ? 0 : from % source.length;
      const old = source.slice(start, start + 1 + (length % 8));
      fc.pre(old !== "" && !/\p{Surrogate}/u.test(old) && source.split(old).length === 2);
      const result = apply(text, [{ old_string: old, new_string: added }]);
      fc.pre(result !== undefined);
      expect(plain(result ?? "")).toBe(source.split(old).join(added));
      const [before = "", after = ""] = source.split(old);
      expect(result?.slice(0, originalLength(text, before.length))).toBe(
        text.slice(0, originalLength(text, before.length)),
      );
      expect(result?.endsWith(text.slice(originalLength(text, source.length - after.length)))).toBe(true);
    }),
    { numRuns: proofSize(2_000, 200) },
  );
});

/** How long the start of a text is, by its length without the "\r" of line ends. */
function originalLength(text: string, plainLength: number): number {
  let at = 0;
  for (let count = 0; count < plainLength; count += 1) at += text.startsWith("\r\n", at) ? 2 : 1;
  return at;
}

test("an edit and its reverse restore every byte", () => {
  fc.assert(
    fc.property(fileText, fc.nat(), fc.nat(), (text, from, length) => {
      const source = plain(text);
      const old = source.slice(from % (source.length + 1)).slice(0, 1 + (length % 8));
      fc.pre(old !== "" && !/\p{Surrogate}/u.test(old) && source.split(old).length === 2);
      const there = apply(text, [{ old_string: old, new_string: `<${old}>` }]);
      fc.pre(there !== undefined);
      expect(apply(there ?? "", [{ old_string: `<${old}>`, new_string: old }])).toBe(text);
    }),
    { numRuns: proofSize(2_000, 200) },
  );
});

test("lines that are inserted and removed again leave no trace", () => {
  fc.assert(
    fc.property(fileText, fc.nat(), (text, at) => {
      const count = plain(text).split("\n").length;
      const inserted = apply(text, [{ line: 1 + (at % count), new_string: "<new>\n<lines>" }]);
      fc.pre(inserted !== undefined && /[\r\n]$/.test(text));
      expect(apply(inserted ?? "", [{ old_string: "<new>\n<lines>\n", new_string: "" }])).toBe(text);
    }),
    { numRuns: proofSize(1_000, 150) },
  );
});

const markdownLine = fc.constantFrom(
  "# A",
  "## B",
  "### C",
  "text",
  "",
  "",
  "- item",
  "```",
  "---",
  "===",
  "> q",
  "| r |",
  "<div>",
);

test("whatever is done to a section, the headings outside of it stay, and so does its end", () => {
  const position = fc.constantFrom(
    "replace" as const,
    "remove" as const,
    "before" as const,
    "after" as const,
    "start" as const,
    "end" as const,
  );
  const content = fc.array(markdownLine, { minLength: 1, maxLength: 5 }).map((all) => all.join("\n"));
  fc.assert(
    fc.property(
      fc.array(markdownLine, { maxLength: 25 }),
      content,
      position,
      fc.nat(),
      fc.boolean(),
      (all, text, where, pick, ended) => {
        const source = all.join("\n") + (ended ? "\n" : "");
        const sections = findSections(source);
        fc.pre(sections.length > 0);
        const section = sections[pick % sections.length];
        const edit = {
          symbol: section?.path ?? "",
          position: where,
          ...(where === "remove" ? {} : { new_string: text }),
        };
        const result = apply(source, [edit], "doc.md");
        fc.pre(result !== undefined && section !== undefined);
        const outside = sections.filter(
          ({ startLine }) => startLine < (section?.startLine ?? 0) || startLine >= (section?.endLine ?? 0),
        );
        const left = findSections(result ?? "").map(({ level, title }) => `${level} ${title}`);
        for (const { level, title } of outside) expect(left).toContain(`${level} ${title}`);
        expect(result === "" || result?.endsWith("\n") === source.endsWith("\n")).toBe(true);
      },
    ),
    { numRuns: proofSize(2_000, 200) },
  );
});

test("a diff counts what it shows", () => {
  fc.assert(
    fc.property(fileText, fileText, (before, after) => {
      const { text, added, removed } = diffLines(before, after, { maxLines: 1_000 });
      const rows = text.split("\n");
      expect(rows.filter((row) => row.startsWith("+")).length).toBe(added);
      expect(rows.filter((row) => row.startsWith("-")).length).toBe(removed);
    }),
  );
});
