import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = ["packages/outrider/src", "packages/toolwright/src"].flatMap(filesBelow);
const banned = bannedWords(readFileSync(join(root, "docs", "glossary.md"), "utf8"));
/** A type with one of these names is at home in its own folder, which says of what it is. */
const ownOfAFolder = new Set(["Input", "Output", "Row", "FileRow"]);

test("no name in the code has a word that the glossary replaces", () => {
  expect(banned.size).toBeGreaterThan(10);
  const found = sources.flatMap((file) =>
    namesIn(readFileSync(join(root, file), "utf8"))
      .filter((name) => wordsOf(name).some((word) => banned.has(word)))
      .map((name) => `${file}: ${name}`),
  );
  expect([...new Set(found)]).toEqual([]);
});

test("a type's name has no third meaning, and no function is called only `describe`", () => {
  const files = new Map<string, Set<string>>();
  const bare: string[] = [];
  for (const file of sources) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, name = ""] of text.matchAll(/^export (?:interface|type|class) (\w+)/gm)) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
    if (/\bfunction describe\(/.test(text)) bare.push(file);
  }
  const many = [...files].filter(([name, where]) => where.size > 2 && !ownOfAFolder.has(name));
  expect(many.map(([name, where]) => `${name}: ${[...where].join(", ")}`)).toEqual([]);
  expect(bare).toEqual([]);
});

test.each([
  ["const bringerOf = 1;", ["bringerOf"]],
  ["// a bringer\nconst text = 'bringer', other = `bringer`;", []],
  ["interface KnownPlace { readonly nearness: number }", ["nearness"]],
])("words are looked for in names, not in comments and texts: %j", (code, expected) => {
  expect(namesIn(code).filter((name) => wordsOf(name).some((word) => banned.has(word)))).toEqual(expected);
});

function filesBelow(directory: string): readonly string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: "utf8" })
    .map((path) => join(directory, path))
    .filter((path) => path.endsWith(".ts") && !/\.test(?:-kit|-data)?\.ts$|[\\/]fixtures[\\/]/.test(path));
}

/** The left column of the glossary's second table. */
function bannedWords(page: string): ReadonlySet<string> {
  const [, table = ""] = page.split("## Banned words in identifiers");
  const rows = table.matchAll(/^\| ([a-zA-Z, ]+) \| [^|]+ \|$/gm);
  const [, ...entries] = Array.from(rows, ([, words = ""]) => words.split(", "));
  return new Set(entries.flat());
}

/** Identifiers, without what stands in comments, texts and regular expressions. */
function namesIn(code: string): readonly string[] {
  const bare = code
    .replaceAll(/\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g, " ")
    .replaceAll(/"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g, " ");
  return Array.from(bare.matchAll(/[A-Za-z_$][\w$]*/g), ([name]) => name);
}

/** `bringerOf` → bringer, of. */
function wordsOf(name: string): readonly string[] {
  return name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase());
}
