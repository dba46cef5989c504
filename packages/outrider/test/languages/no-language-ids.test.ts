import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { languages } from "../../src/languages/index.ts";
import { findLanguageIds } from "./find-language-ids.ts";

/* What is true of a language stands in its folder; all other code asks a facet. So nothing outside names a language by its id. */

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const ids = new Set(languages.map(({ id }) => id));

/** Words that happen to be ids, and what they mean there. */
const allowed: Readonly<Record<string, string>> = {
  "packages/outrider/src/shell/inspect/": "programs that a command starts",
  "packages/outrider/src/search/ranking/path-family.ts": "endings of file names",
  "train/extract/languages.ts": "scanners of lines, as they were when the shipped weights were trained",
  "train/extract/code-pairs.ts": "names of folders",
  "train/judged/checkout.ts": "endings of file names",
};

test("no file outside of languages/ compares or lists ids of languages", async () => {
  const found = new Map<string, readonly string[]>();
  for (const file of sourceFiles()) {
    const told = await findLanguageIds(readFileSync(`${root}${file}`, "utf8"), ids);
    if (told.length > 0) found.set(file, told);
  }
  const excepted = Object.keys(allowed);
  expect([...found].filter(([file]) => !excepted.some((path) => file.startsWith(path)))).toEqual([]);
  // Nothing is excepted any longer than it has to be.
  expect(excepted.filter((path) => ![...found.keys()].some((file) => file.startsWith(path)))).toEqual([]);
});

test.each([
  ['if (language === "python") return;', ["1 python"]],
  ['const isPython = node.language.id !== "python";', ["1 python"]],
  ['switch (language) {\n  case "go":\n    return 1;\n}', ["1 go"]],
  ['const outer = new Set(["rust", "ruby"]);', ["1 rust ruby"]],
  ['const readers = new Map([["tsx", readTsx], ["go", readGo]]);', ["1 tsx go"]],
  ["const marks = { kotlin: stars, swift: stars };", ["1 kotlin swift"]],
  ['const dataLanguages = new Set(["json"]);', ["1 json"]],
  ['const found = languageById("bash");', ["1 bash"]],
  ['const record = { language: "markdown" };', ["1 markdown"]],
  ["const isScript = /^(?:javascript|typescript)$/.test(language);", ["1 javascript typescript"]],
  ['const tried = "php lua".split(" ");', ["1 php lua"]],
  ['type Reader = "typescript" | "python" | "other";', ["1 typescript python"]],
])("a planted violation is found: %s", async (text, expected) => {
  expect(await findLanguageIds(text, ids)).toEqual(expected);
});

test.each([
  'const file = await open(path, "r");',
  'type DataFormat = "json" | "yaml" | "toml";',
  'if (command === "r" || program === "perl") return;',
  'import typescript from "typescript";',
  'const letters = ["a", "b", "c"];',
  "const name = languageById(language)?.title;",
])("what only looks like one is not: %s", async (text) => {
  expect(await findLanguageIds(text, ids)).toEqual([]);
});

function sourceFiles(): readonly string[] {
  const inside = ["packages/outrider/src/", "train/"].flatMap((folder) =>
    readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" }).map(
      (name) => `${folder}${name.replaceAll("\\", "/")}`,
    ),
  );
  return inside.filter(
    (file) =>
      file.endsWith(".ts") &&
      !file.startsWith("packages/outrider/src/languages/") &&
      !/\.(?:test|test-kit|test-data)\.ts$/.test(file),
  );
}
