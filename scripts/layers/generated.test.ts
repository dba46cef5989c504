import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { renderLintConfig } from "./lint-config.ts";
import { renderTables } from "./tables.ts";

const repository = join(import.meta.dirname, "..", "..");

// Both are written by `npm run gen`.
test("the linter's import rules are what layers.ts says", async () => {
  await expect(renderLintConfig()).toMatchFileSnapshot(join(repository, ".oxlintrc.layers.json"));
});

test("the tables of docs/architecture.md are what layers.ts says", async () => {
  const file = join(repository, "docs", "architecture.md");
  await expect(renderTables(readFileSync(file, "utf8"))).toMatchFileSnapshot(file);
});
