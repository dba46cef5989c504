import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { holdPlaceholder } from "./placeholders.ts";

const base = mkdtempSync(join(tmpdir(), "placeholders-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

it("stays until its last holder lets go", () => {
  const path = join(base, "shared");
  const first = holdPlaceholder(path);
  const second = holdPlaceholder(path);
  first();
  expect(existsSync(path)).toBe(true);
  second();
  expect(existsSync(path)).toBe(false);
});

it("is left alone once somebody has put something in, or something else in its place", () => {
  const filled = join(base, "filled");
  const letGoOfFilled = holdPlaceholder(filled);
  writeFileSync(join(filled, "mine"), "");
  letGoOfFilled();
  expect(existsSync(join(filled, "mine"))).toBe(true);

  const replaced = join(base, "replaced");
  const letGoOfReplaced = holdPlaceholder(replaced);
  rmSync(replaced, { recursive: true });
  mkdirSync(join(base, "other"));
  mkdirSync(replaced);
  letGoOfReplaced();
  expect(existsSync(replaced)).toBe(true);
});
