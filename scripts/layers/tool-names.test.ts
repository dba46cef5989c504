import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readImportGraph } from "./import-graph.ts";
import { rowOf, rows } from "./rows.ts";

const repository = join(import.meta.dirname, "..", "..");
const source = "packages/outrider/src";
const tools = readdirSync(join(repository, source, "tools"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** There, an error proposes a step (`workspace/next-step.ts`), or is given the names that it tells. */
test("no file below tools/ names a tool", () => {
  const height = rows.find(({ folder }) => folder === "tools")?.height ?? 0;
  const below = [...readImportGraph(repository, [source]).keys()].filter(
    (file) => (rowOf(file)?.height ?? height) < height && !file.includes(".test-"),
  );
  const naming = below.flatMap((file) =>
    toolsNamedIn(readFileSync(join(repository, file), "utf8")).map((name) => `${file}: ${name}`),
  );
  expect(below.length).toBeGreaterThan(500);
  expect(naming).toEqual([]);
});

const planted = {
  '{ next: { tool: "read_file", input: { path } } }': ["read_file"],
  '{ next: { tool: "workspace", input: {} } }': ["workspace"],
  '"Use grep or read_file with the handle."': ["read_file"],
  '"Open one with `workspace`."': ["workspace"],
  "`${path} has no symbols; \\`edit_file\\` edits its text.`": ["edit_file"],
  'const kind = "index"; // as read_file does': [],
  "/** As `symbols` does. */": [],
  'searchBy("library")': [],
};

test.for(Object.entries(planted))("%s", ([text, names]) => {
  expect(toolsNamedIn(text)).toEqual(names);
});

/** Names that are words are meant only as a call's tool or in backticks. */
function toolsNamedIn(text: string): readonly string[] {
  const code = text.replaceAll(/(?:^|\s)\/\/.*$|^\s*(?:\/\*|\*).*$/gm, "");
  return tools.flatMap((name) => {
    const meant = name.includes("_") ? `\\b${name}\\b` : `tool: "${name}"|\\\\?\`${name}\\\\?\``;
    return Array.from(code.matchAll(new RegExp(meant, "g")), () => name);
  });
}
