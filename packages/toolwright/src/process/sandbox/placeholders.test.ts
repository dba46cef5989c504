import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { holdPlaceholder, isPlaceholder } from "./placeholders.ts";

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

it("is left alone once somebody has put something in", () => {
  const path = join(base, "filled");
  const letGo = holdPlaceholder(path);
  expect(isPlaceholder(path)).toBe(true);
  writeFileSync(join(path, "mine"), "");
  expect(isPlaceholder(path)).toBe(false);
  letGo();
  expect(existsSync(join(path, "mine"))).toBe(true);
});
