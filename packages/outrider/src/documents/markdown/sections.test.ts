import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "../../workspace/text/line-ends.ts";
import { findFrontMatter } from "./front-matter.ts";
import { findSection } from "./find-section.ts";
import { findSections } from "./sections.ts";

const paths = (text: string) => findSections(text).map((section) => section.path);

test("headings nest by level and end where one as high begins", () => {
  expect(findSections("# Guide\nhi\n## Install\nx\n### Linux\ny\n## Use\nz\n# End\n")).toEqual([
    { level: 1, title: "Guide", path: "Guide", startLine: 0, contentLine: 1, endLine: 8 },
    { level: 2, title: "Install", path: "Guide/Install", startLine: 2, contentLine: 3, endLine: 6 },
    { level: 3, title: "Linux", path: "Guide/Install/Linux", startLine: 4, contentLine: 5, endLine: 6 },
    { level: 2, title: "Use", path: "Guide/Use", startLine: 6, contentLine: 7, endLine: 8 },
    { level: 1, title: "End", path: "End", startLine: 8, contentLine: 9, endLine: 9 },
  ]);
});

test("underlined headings end after their underline, whatever the line ends are", () => {
  expect(findSections("Two\r\nlines\r\n=====\r\n\rtext\r\rSub\n---\nend")).toEqual([
    { level: 1, title: "Two lines", path: "Two lines", startLine: 0, contentLine: 3, endLine: 9 },
    { level: 2, title: "Sub", path: "Two lines/Sub", startLine: 6, contentLine: 8, endLine: 9 },
  ]);
});

test("titles are plain text", () => {
  expect(paths("# The *end* of `x` [link](to) ![pic](p) <b>bold</b> a\\*b &amp; ##\n# [ref]\n\n[ref]: /x\n")).toEqual([
    "The end of x link pic bold a*b &",
    "ref",
  ]);
});

test("what only looks like a heading is none", () => {
  const text = [
    "# Real",
    "```md\n# in a fence\n```",
    "> # in a quote",
    "- # in a list",
    "<div>\n# in HTML\n</div>\n",
    "    # indented code\n",
    "#no space",
    "a | b\n--- | ---\n",
    "~~~\n# in a fence that never ends",
  ].join("\n");
  expect(paths(text)).toEqual(["Real"]);
});

test("headings that share a title beside each other are numbered", () => {
  expect(paths("# A\n## X\n# A\n## X\n## X\n## Y\n")).toEqual([
    "A[1]",
    "A[1]/X",
    "A[2]",
    "A[2]/X[1]",
    "A[2]/X[2]",
    "A[2]/Y",
  ]);
});

test("front matter is no heading, and lines stay as they are", () => {
  const text = "---\ntitle: x\n# comment\n---\n# Real\n";
  expect(findSections(text)).toMatchObject([{ path: "Real", startLine: 4 }]);
  expect(findSections("+++\ntitle = 'x'\n+++\nSet\n---\n")).toMatchObject([{ path: "Set", startLine: 3 }]);
  expect(findFrontMatter(text)).toMatchObject({ format: "yaml", endLine: 4, data: { title: "x" }, problem: undefined });
});

test("front matter with a fault is told apart from prose between rules", () => {
  expect(findFrontMatter("---\na: [1\n---\n")).toMatchObject({ data: undefined, problem: expect.any(String) });
  expect(findFrontMatter("---\r\n---\r\n")).toMatchObject({ data: {}, raw: "", endLine: 2 });
  expect(findFrontMatter("---\n\n# Title\n\n---\n")).toBeUndefined();
  expect(findFrontMatter("---\njust prose\n---\n")).toBeUndefined();
  expect(findFrontMatter("---\nopen: 1\n")).toBeUndefined();
  expect(findFrontMatter("text\n---\na: 1\n---\n")).toBeUndefined();
});

const guide = "# Guide\n## Install\n### Linux\n## Install it all\n# API\n## Install\n## `run(x)`\n";

test.each([
  ["Guide", "Guide"],
  ["# API", "API"],
  ["API/Install", "API/Install"],
  ["Install/Linux", "Guide/Install/Linux"],
  ["linux", "Guide/Install/Linux"],
  ["guide/install", "Guide/Install"],
  ["Install it", "Guide/Install it all"],
  ["it all", "Guide/Install it all"],
  ["`run(x)`", "API/run(x)"],
  ["## `run(x)`", "API/run(x)"],
  ["run(x)", "API/run(x)"],
])("%s finds %s", (wanted, path) => {
  expect(findSection(guide, wanted).path).toBe(path);
});

test("a heading that is not clear is answered with the ones it could be", () => {
  expect(() => findSection(guide, "Install")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: 2 headings fit "Install": Guide/Install (line 2); API/Install (line 6). Give one of these paths.]`,
  );
  expect(() => findSection(guide, "Uninstall all")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is no heading "Uninstall all". The file has 7: Guide/Install it all (line 4); Guide (line 1); Guide/Install (line 2); Guide/Install/Linux (line 3); API (line 5); API/Install (line 6); API/run(x) (line 7).]`,
  );
  expect(() => findSection("text", "A")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: There is no heading "A": the file has no headings.]`,
  );
  expect(() => findSection("# A\n## X\n## X\n", "A/X")).toThrow("A/X[1] (line 2); A/X[2] (line 3)");
  expect(findSection("# A\n## X\n## X\n", "A/X[2]").startLine).toBe(2);
});

test("sections lie within the text and inside each other, for any text", () => {
  const piece = fc.constantFrom("# a", "## b", "x", "===", "---", "```", "- # l", "> # q", "", "<div>", "+++", "\t# t");
  const end = fc.constantFrom("\n", "\r\n", "\r");
  fc.assert(
    fc.property(fc.array(fc.tuple(piece, end), { maxLength: 30 }), (pieces) => {
      const text = pieces.map(([line, ending]) => line + ending).join("");
      const lineCount = splitLines(text).length;
      let last = -1;
      for (const section of findSections(text)) {
        expect(section.startLine).toBeGreaterThan(last);
        expect(section.contentLine).toBeGreaterThan(section.startLine);
        expect(section.endLine).toBeGreaterThanOrEqual(section.contentLine);
        expect(section.endLine).toBeLessThanOrEqual(lineCount);
        expect(findSection(text, section.path)).toEqual(section);
        last = section.startLine;
      }
    }),
  );
});

test("ten thousand headings take no time worth mentioning", () => {
  const text = "# same\ntext\n".repeat(10_000);
  expect(findSections(text)).toHaveLength(10_000);
});
