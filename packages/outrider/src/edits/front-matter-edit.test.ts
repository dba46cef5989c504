import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.ts";
import type { FrontMatterChanges } from "./front-matter-edit.ts";

function set(text: string, frontMatter: FrontMatterChanges, path = "doc.md"): string {
  return applyEdits({ text, eol: "\n", path }, { edits: [], frontMatter }).text;
}

function refusal(text: string, frontMatter: FrontMatterChanges, path = "doc.md"): string {
  try {
    set(text, frontMatter, path);
  } catch (error) {
    if (isToolError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "it was made";
}

const page = [
  "---",
  "# about the page",
  'title:   "Hello"   # shown on top',
  "tags: [a,  b]",
  "date: 2024-01-02",
  "empty:",
  "list:",
  "    - x",
  "    # inner",
  "    - y",
  "",
  "# about text",
  "text: |",
  "  some",
  "  lines",
  "---",
  "",
  "# Body",
  "",
].join("\n");

test.each<[string, FrontMatterChanges, [string, string]]>([
  ["a scalar keeps quotes and comment", { title: "Bye" }, ['title:   "Hello"   # shown', 'title: "Bye"   # shown']],
  ["a list on one line stays on one", { tags: ["a", "c"] }, ["[a,  b]", "[a, c]"]],
  ["a plain text stays plain", { date: "2025-01-02" }, ["2024", "2025"]],
  ["a value for a key without one", { empty: 3 }, ["empty:", "empty: 3"]],
  ["a block becomes a scalar", { list: true }, ["list:\n    - x\n    # inner\n    - y", "list: true"]],
  [
    "a block comes after its comment",
    { title: ["a", "b"] },
    ['title:   "Hello"   # shown on top', "# shown on top\ntitle:\n  - a\n  - b"],
  ],
  ["a text of several lines", { text: "one\ntwo\n" }, ["  some\n  lines", "  one\n  two"]],
  ["a key goes with its lines", { list: null }, ["list:\n    - x\n    # inner\n    - y\n", ""]],
  ["the first key goes", { title: null }, ['title:   "Hello"   # shown on top\n', ""]],
  ["the last key goes", { text: null }, ["text: |\n  some\n  lines\n", ""]],
  ["a new key comes last", { draft: true }, ["  lines\n---", "  lines\ndraft: true\n---"]],
  ["what needs quotes gets them", { empty: "a: b # c" }, ["empty:", 'empty: "a: b # c"']],
])("%s", (_, changes, [before, after]) => {
  expect(set(page, changes)).toBe(page.replace(before, after));
  expect(set(page.replaceAll("\n", "\r\n"), changes)).toBe(page.replace(before, after).replaceAll("\n", "\r\n"));
});

test("a value that is there already costs no format", () => {
  expect(set(page, { tags: ["a", "b"], date: "x" })).toBe(page.replace("2024-01-02", "x"));
  expect(refusal(page, { tags: ["a", "b"] })).toMatchInlineSnapshot(
    `"no_change: The edits leave "doc.md" as it is: every part of the new text is there already."`,
  );
});

test("a file without front matter gets some", () => {
  expect(set("# A\n", { title: "x", gone: null })).toBe("---\ntitle: x\n---\n\n# A\n");
  expect(set("", { title: "x" })).toBe("---\ntitle: x\n---\n");
  expect(set("---\n---\ntext\n", { title: "x" })).toBe("---\ntitle: x\n---\ntext\n");
});

test("a map on one line is written anew", () => {
  expect(set("---\n{a: 1, b: 2}\n---\n", { b: 3 })).toBe("---\n{a: 1, b: 3}\n---\n");
});

test("edits and front matter go together", () => {
  const changes = { edits: [{ line: 18, new_string: "Above" }], frontMatter: { title: null } };
  expect(applyEdits({ text: page, eol: "\n", path: "a.md" }, changes).text).toContain("---\n\nAbove\n# Body");
});

test("what a model reads", () => {
  expect(refusal("# A\n", { title: "x" }, "a.ts")).toMatchInlineSnapshot(
    `"unclear_edit: "a.ts" has no front matter, and only Markdown files get a new one: use \`old_string\`, \`line\` or \`position\`."`,
  );
  expect(refusal("+++\na = 1\n+++\n", { a: 2 })).toMatchInlineSnapshot(
    `"unclear_edit: The front matter of "doc.md" is TOML, which \`front_matter\` does not write: change its lines with \`old_string\`."`,
  );
  expect(refusal("---\na: [1\n---\n", { a: 2 })).toMatchInlineSnapshot(
    `"broken_front_matter: The front matter of "doc.md" cannot be read: Flow sequence in block collection must be sufficiently indented and end with a ] at line 2, column 1:. Mend its lines with \`old_string\` first."`,
  );
  expect(refusal("# A\n", {})).toMatchInlineSnapshot(
    `"unclear_edit: \`front_matter\` is empty. Give keys with their values; null deletes a key."`,
  );
  expect(refusal("# A\n", { a: null })).toMatchInlineSnapshot(
    `"no_change: The edits leave "doc.md" as it is: every part of the new text is there already."`,
  );
  expect(refusal("# A\n", { a: "\ud800" })).toContain("broken_text");
});

test("a key whose anchor others use is not changed, and that is no unexpected failure", () => {
  const text = "---\nt: &x {a: 1}\nu: *x\nv: 1\n---\n";
  const refused =
    "broken_front_matter: The front matter cannot be changed key by key: change its lines with `old_string`.";
  expect(refusal(text, { t: { a: 2 } })).toBe(refused);
  expect(refusal(text, { t: null })).toBe(refused);
  expect(set(text, { v: 2 })).toBe(text.replace("v: 1", "v: 2"));
  expect(set(text, { u: 2 })).toBe(text.replace("u: *x", "u: 2"));
});
