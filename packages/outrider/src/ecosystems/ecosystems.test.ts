import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { expect, test } from "vitest";
import { detectors, ecosystems, libraryEcosystems } from "./index.ts";

const source = join(import.meta.dirname, "..");
const ids = ecosystems.map(({ id }) => id);

test("folders, ids and the list are the same, sorted, and each has its cases", () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).filter((each) => each.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(ids);
  expect(ids.toSorted()).toEqual(ids);
  for (const { name } of folders)
    expect(readdirSync(join(import.meta.dirname, name)), name).toEqual(expect.arrayContaining([`${name}.test.ts`]));
});

test("what users have seen keeps its order; a new ecosystem comes behind", () => {
  expect(libraryEcosystems.map(({ id }) => id).join(" ")).toMatch(/^node python rust go ruby php java dotnet\b/);
  expect(detectors.map(({ name }) => name).join(" ")).toMatch(
    /^Make Node\.js Deno Rust Go Python Maven Gradle \.NET Ruby PHP Elixir CMake Docker\b/,
  );
});

test("no file but its own asks for an ecosystem by its id", () => {
  const asking = filesOf(source).filter(({ path, text }) => asksForId(path, text));
  expect(asking.map(({ path }) => path)).toEqual([]);
});

test.each([
  ["libraries/a.ts", 'if (ecosystem === "python") return name.toLowerCase();'],
  ["libraries/a.ts", "switch (library.ecosystem) {\n  case 'rust':\n    return 1;\n}"],
  ["onboarding/a.ts", 'const withScripts = new Set(["node", `deno`]);'],
  ["tools/library/a.ts", 'const place = { "java": ".m2" }[row.ecosystem];'],
  ["search/a.ts", 'const ecosystem = find();\nconst isGo = ecosystem.id !== "go";'],
])("a file that does is caught: %s %s", (path, text) => {
  expect(asksForId(path, text)).toBe(true);
});

test.each([
  ["ecosystems/python/index.ts", 'export const python = { id: "python" };'],
  ["code-edits/a.ts", 'if (code.language === "python") return 2;'],
  ["libraries/a.ts", "// The spellings of python\nconst all = ecosystems.map(({ id }) => id);"],
])("one that does not is not: %s", (path, text) => {
  expect(asksForId(path, text)).toBe(false);
});

/** Languages have some of the same ids; a file that does not speak of ecosystems means those. */
function asksForId(path: string, text: string): boolean {
  if (path.startsWith("ecosystems/")) return false;
  const isGeneric = /^(?:libraries|onboarding|tools\/library|tools\/onboarding)\//.test(path);
  if (!isGeneric && !/ecosystem/i.test(text)) return false;
  return new RegExp(`(["'\`])(?:${ids.join("|")})\\1`).test(text);
}

function filesOf(folder: string): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile() && each.name.endsWith(".ts") && !each.name.endsWith(".test.ts"))
    .map((each) => join(each.parentPath, each.name))
    .map((path) => ({ path: relative(source, path).split(sep).join("/"), text: readFileSync(path, "utf8") }));
}
