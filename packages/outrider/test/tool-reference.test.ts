import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { AnyTool } from "toolwright";
import { expect, test } from "vitest";
import { listGeneralPages } from "../src/tools/guide/guide-page.ts";
import { pageReader, tools } from "../src/tools/index.ts";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "tools.md");

// Both are written by `npm run gen`.
test("docs/tools.md is what the tools say of themselves", async () => {
  await expect(renderReference(tools)).toMatchFileSnapshot(file);
});

test("the readme of the package lists every tool", async () => {
  const readme = join(import.meta.dirname, "..", "README.md");
  const names = tools.map(({ name }) => `\`${name}\``).toSorted();
  const list = `<!-- tools -->\n${names.join(", ")}\n<!-- end of tools -->`;
  const text = readFileSync(readme, "utf8").replace(/<!-- tools -->.*<!-- end of tools -->/s, list);
  await expect(text).toMatchFileSnapshot(readme);
});

function renderReference(all: readonly AnyTool[]): string {
  const pages = listGeneralPages(pageReader("full")).map(
    ({ title, text }) => `## ${title}\n\n${deeper(withoutTitle(text))}\n`,
  );
  return [
    "# The tools of Outrider",
    "",
    "Made from the tools themselves; `npx outrider tools NAME` shows the same in a terminal.",
    "",
    ...all.toSorted((one, other) => (one.name < other.name ? -1 : 1)).flatMap(renderTool),
    ...pages,
  ].join("\n");
}

function renderTool(tool: AnyTool): readonly string[] {
  const fields = Object.entries(fieldsOf(tool)).map(([name, field]) => `| \`${name}\` | ${describe(field)} |`);
  const table = fields.length === 0 ? [] : ["| input | |", "|---|---|", ...fields, ""];
  const guide = withoutTitle(tool.guide ?? "");
  return [`## ${tool.name}`, "", tool.description ?? "", "", ...table, ...(guide === "" ? [] : [deeper(guide), ""])];
}

/** Its own title would be a second one. */
function withoutTitle(text: string): string {
  return text.replace(/^# .*\n+/, "").trim();
}

function fieldsOf({ inputJsonSchema }: AnyTool): Readonly<Record<string, unknown>> {
  const { properties } = inputJsonSchema;
  return typeof properties === "object" && properties !== null ? { ...properties } : {};
}

function describe(field: unknown): string {
  if (typeof field !== "object" || field === null) return "";
  const choices = "enum" in field && Array.isArray(field.enum) ? ` (${field.enum.join(", ")})` : "";
  return "description" in field ? `${String(field.description).replaceAll("|", "\\|")}${choices}` : choices;
}

function deeper(markdown: string): string {
  return markdown.replaceAll(/^(#+ )/gm, "#$1");
}
