import { lstatSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { createUnlistedFiles } from "./unlisted-files.ts";

let root: string;
const note = (files: ReturnType<typeof createUnlistedFiles>, path: string): void =>
  files.note(path, lstatSync(join(root, path)));

beforeEach(async () => {
  ({ root } = makeTempPlace());
  for (const name of ["new.ts", "ignored.log"]) writeFileSync(join(root, name), "x");
  // A file so young may have been made again since: it is looked at once more.
  await vi.waitUntil(() => Date.now() - lstatSync(join(root, "ignored.log")).birthtimeMs > 100, { timeout: 60_000 });
});

test("what the rules leave out is not asked about again, until they may have changed", () => {
  const files = createUnlistedFiles(root);
  note(files, "new.ts");
  note(files, "ignored.log");
  expect([...files.paths]).toEqual(["new.ts", "ignored.log"]);
  files.settle((path) => path === "new.ts");
  expect([...files.paths]).toEqual([]);
  note(files, "new.ts");
  note(files, "ignored.log");
  expect([...files.paths]).toEqual(["new.ts"]);
  files.forgetLeftOut();
  note(files, "ignored.log");
  expect([...files.paths]).toEqual(["new.ts", "ignored.log"]);
});

test("one that was made again while the names were listed is asked about again", () => {
  const files = createUnlistedFiles(root);
  note(files, "ignored.log");
  rmSync(join(root, "ignored.log"));
  writeFileSync(join(root, "ignored.log"), "y");
  files.settle(() => false);
  note(files, "ignored.log");
  expect([...files.paths]).toEqual(["ignored.log"]);
});
