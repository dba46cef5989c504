import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findCycles, readImportGraph, readSpecifiers } from "./import-graph.ts";
import { deepest } from "./lint-config.ts";
import { mayImport, rowOf, rows, rowsInside } from "./rows.ts";

const repository = join(import.meta.dirname, "..", "..");
const graph = readImportGraph(repository, ["packages", "bench", "train", "examples", "conformance"]);
const sources = [...graph.keys()].filter(
  (file) => /^(?:packages\/\w+\/src|bench|train)\//.test(file) && !file.includes(".test-kit."),
);

test("no files import each other, dynamic imports and types included", () => {
  expect(findCycles(graph)).toEqual([]);
});

test("no import leaves its layer, dynamic imports and types included", () => {
  const leaving = sources.flatMap((file) =>
    (graph.get(file) ?? [])
      .filter((imported) => !mayImport(file, imported) && !imported.endsWith("package.json"))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(leaving).toEqual([]);
});

test("every file belongs to a row of layers.ts, no deeper than its rules reach", () => {
  const lost = sources.filter((file) => {
    const row = rowOf(file);
    if (row === undefined) return true;
    const depth = file.split("/").length - `${row.package.source}/${row.folder}`.split("/").length - 1;
    // The files beside the rows inside a folder are imported as `folder/*.ts`.
    return depth >= (rowsInside(row).length > 0 ? 1 : deepest);
  });
  expect(lost).toEqual([]);
});

test("a row imports only rows further up in the list", () => {
  const upward = rows.flatMap((row) => {
    if (row.imports === "below") return [];
    const below = rows.filter((one) => one.package === row.package && one.height < row.height);
    const names = new Set(["packages", ...below.flatMap(({ folder }) => [folder, `${folder}/*.ts`])]);
    return row.imports.filter((entry) => !names.has(entry)).map((entry) => `${row.folder} imports ${entry}`);
  });
  expect(upward).toEqual([]);
});

const forms = {
  'import { a } from "./a.ts";': ["./a.ts"],
  'import type { A } from "./a.ts";': ["./a.ts"],
  'import {\n  a,\n  type B,\n} from "./a.ts";': ["./a.ts"],
  'import a, * as b from "./a.ts";': ["./a.ts"],
  'import "./a.ts";': ["./a.ts"],
  'import text from "./a.md";\nimport json from "./b.json" with { type: "json" };': ["./a.md", "./b.json"],
  'export * from "./a.ts";\nexport type { B } from "./b.ts";': ["./a.ts", "./b.ts"],
  'const later = () => import("./a.ts");': ["./a.ts"],
  'const { a } = await import(\n  "./a.ts"\n);': ["./a.ts"],
  "const later = () => import('./a.ts').then(({ a }) => import(`./b.ts`));": ["./a.ts", "./b.ts"],
  'type A = import("./a.ts").A;': ["./a.ts"],
  'export const a = from("./a.ts");': [],
  '// import { a } from "./a.ts";\n/** As in `import("./a.ts")`. */': [],
};

test.for(Object.entries(forms))("%j is read", ([text, specifiers]) => {
  expect(readSpecifiers(text)).toEqual(specifiers);
});

test("planted cycles are found, one of them closed by a dynamic import, one by a type", () => {
  const planted = {
    "one/a.ts": 'import { b } from "./b.ts";',
    "one/b.ts": 'import { c } from "./c.ts";',
    "one/c.ts": 'export const a = () => import("./a.ts");',
    "two/a.ts": 'import type { B } from "./b.ts";',
    "two/b.ts": 'export type A = import("./a.ts").A;',
    "clean.ts": 'import { a } from "./one/a.ts";',
  };
  expect(findCycles(readImportGraph(plant(planted), ["."]))).toEqual([
    ["one/a.ts", "one/b.ts", "one/c.ts"],
    ["two/a.ts", "two/b.ts"],
  ]);
});

function plant(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "import-graph-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
}
