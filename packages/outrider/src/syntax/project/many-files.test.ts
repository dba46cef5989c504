import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";

const { signal } = new AbortController();
const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, at) => [`src/f${at}.ts`, `export function work${at}(): void {}\n`]),
);

test("a project with more files than the index looks at is known up to there, says so and stays the same", async () => {
  const { symbols, root } = await openSymbolsKit(many, { maxFiles: 5 });
  const { paths, cut, completeness } = await symbols.view({ signal });
  expect([paths.length, cut, completeness]).toEqual([5, 5, { state: "complete" }]);
  expect(symbols.status()).toMatchObject({ files: 5, cut: 5 });
  writeFileSync(join(root, "src/new.ts"), "export const fresh = 1;\n");
  expect((await symbols.view({ signal })).paths).toEqual(paths);
  // Files that are not looked at are found by their text.
  const found = await symbols.filesWith(["work"], { signal });
  expect(found).toHaveLength(12);
});

test("a file that goes leaves its place to another one", async () => {
  const { symbols, root } = await openSymbolsKit(many, { maxFiles: 11 });
  const { paths } = await symbols.view({ signal });
  for (const path of paths.slice(0, 5)) rmSync(join(root, path));
  await symbols.rebuild();
  const view = await symbols.view({ signal });
  expect([view.paths.length, view.cut]).toEqual([7, undefined]);
});

test("a project of exactly as many files is whole", async () => {
  const { symbols } = await openSymbolsKit(many, { maxFiles: 12 });
  const { paths, cut } = await symbols.view({ signal });
  expect([paths.length, cut]).toEqual([12, undefined]);
});
