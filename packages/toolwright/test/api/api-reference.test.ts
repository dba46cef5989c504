import { join } from "node:path";
import { expect, test } from "vitest";
import { type Entry, type Example, type Export, readEntries, readExamples } from "./read-api.ts";

const page = join(import.meta.dirname, "..", "..", "..", "..", "docs", "toolwright-api.md");
const entries = readEntries();
const examples = readExamples();
const all = entries.flatMap((entry) => entry.exports);

/** Written by `npm run gen`. */
test("docs/toolwright-api.md is what the sources and the examples say", async () => {
  await expect(renderPage()).toMatchFileSnapshot(page);
});

test("every export has a doc comment", () => {
  expect(all.filter(({ comment }) => comment === "").map(describeExport)).toEqual([]);
});

test("every value that is exported is used by an example", () => {
  expect(all.filter((each) => !each.isType && !isShown(each)).map(describeExport)).toEqual([]);
});

test("every type that is exported is used by an example, or is part of another export", () => {
  const lonely = all.filter((each) => each.isType && !isShown(each) && !isPartOfAnother(each));
  expect(lonely.map(describeExport)).toEqual([]);
});

test("everything is exported by one entry only", () => {
  const names = all.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("every example says which entry it is about", () => {
  const names = new Set(entries.map(({ name }) => name));
  expect(examples.filter(({ entry, title }) => !names.has(entry) || title === "").map(({ file }) => file)).toEqual([]);
});

function isShown({ entry, name }: Export): boolean {
  return examples.some(({ imports }) => imports.has(`${entry} ${name}`));
}

function isPartOfAnother({ name }: Export): boolean {
  const word = new RegExp(String.raw`\b${name}\b`);
  return all.some((other) => other.name !== name && word.test(other.signature));
}

function describeExport({ entry, name }: Export): string {
  return `${name} of ${entry}`;
}

function renderPage(): string {
  return [
    "# The API of Toolwright",
    "",
    "Made from the sources and from `examples/api/`, which the compiler checks; `npm run gen` writes it anew. What a tool is and",
    "how to add one: [adding-a-tool.md](adding-a-tool.md). How to serve: [serving.md](serving.md).",
    "",
    "| entry | exports |",
    "|---|---|",
    ...entries.map(({ name, exports }) => `| [\`${name}\`](#${anchorOf(name)}) | ${listValues(exports)} |`),
    '| `toolwright/markdown` | types for `import text from "./description.md"` |',
    "",
    ...entries.flatMap((entry) =>
      renderEntry(
        entry,
        examples.filter((example) => example.entry === entry.name),
      ),
    ),
  ].join("\n");
}

function listValues(exports: readonly Export[]): string {
  const values = exports.filter(({ isType }) => !isType).map(({ name }) => `\`${name}\``);
  return values.toSorted().join(", ");
}

function renderEntry({ name, exports }: Entry, shown: readonly Example[]): readonly string[] {
  const sorted = exports.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    `## ${name}`,
    "",
    ...renderTable(
      "export",
      sorted.filter(({ isType }) => !isType),
    ),
    ...renderTable(
      "type",
      sorted.filter(({ isType }) => isType),
    ),
    ...sorted.filter(({ isType }) => isType).flatMap(renderMembers),
    ...shown.flatMap(({ title, code, file }) => [
      `### ${title}`,
      "",
      `[examples/api/${file}](../examples/api/${file})`,
      "",
      "```ts",
      code,
      "```",
      "",
    ]),
  ];
}

function renderTable(kind: string, exports: readonly Export[]): readonly string[] {
  if (exports.length === 0) return [];
  const rows = exports.map(({ name, comment }) => `| \`${name}\` | ${comment.replaceAll("|", "\\|")} |`);
  return [`| ${kind} | |`, "|---|---|", ...rows, ""];
}

function renderMembers({ name, members }: Export): readonly string[] {
  if (members.length === 0) return [];
  const rows = members.map((each) => `| \`${each.name}\` | ${each.comment.replaceAll("|", "\\|")} |`);
  return [`| \`${name}\` | |`, "|---|---|", ...rows, ""];
}

function anchorOf(name: string): string {
  return name.replaceAll("/", "");
}
