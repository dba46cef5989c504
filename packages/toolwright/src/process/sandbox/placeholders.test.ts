import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { findPlaceholders, holdPlaceholders } from "./placeholders.ts";

const base = mkdtempSync(join(tmpdir(), "placeholders-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

it("stays until its last holder lets go", () => {
  const path = join(base, "shared");
  const first = holdPlaceholders([path]);
  const second = holdPlaceholders([path]);
  first();
  expect(existsSync(path)).toBe(true);
  second();
  expect(existsSync(path)).toBe(false);
});

it("is left alone once somebody has put something in", () => {
  const path = join(base, "filled");
  const letGo = holdPlaceholders([path]);
  expect(findPlaceholders()(path)).toBe(true);
  writeFileSync(join(path, "mine"), "");
  letGo();
  expect(existsSync(join(path, "mine"))).toBe(true);
});

it("may be a file with a text, which is taken away unless somebody has written another", () => {
  const [kept, gone] = [join(base, "kept"), join(base, "gone")];
  const letGo = holdPlaceholders([kept, gone], { [kept]: ".", [gone]: "." });
  expect([kept, gone].map(findPlaceholders())).toEqual([true, true]);
  writeFileSync(kept, "mine");
  expect([kept, gone].map(findPlaceholders())).toEqual([false, true]);
  letGo();
  expect([kept, gone].map((path) => existsSync(path))).toEqual([true, false]);
});
