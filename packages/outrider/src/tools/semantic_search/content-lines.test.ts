import { statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTestProject } from "../../../test/support/test-workspace.ts";
import type { SearchHit } from "../../search/project-search.ts";
import { hashBytes } from "../../workspace/text/text-file.ts";
import { linesOf } from "./content-lines.ts";

async function open(text: string) {
  const { root, project } = await openTestProject({ "a.ts": text });
  const place = { project, prefix: "", path: undefined, shown: "it" };
  const hitOf = (ranked: string, path = "a.ts"): SearchHit => ({
    path,
    copies: [],
    startLine: 0,
    endLine: 1,
    language: "typescript",
    symbol: undefined,
    declared: [],
    score: 1,
    hash: hashBytes(Buffer.from(ranked)),
  });
  return {
    file: join(root, "a.ts"),
    lines: (ranked: string, path?: string) => linesOf({ place, hit: hitOf(ranked, path) }),
  };
}

test("lines are those of the content that was ranked, or none", async () => {
  const { file, lines } = await open("one\ntwo\n");
  expect(await lines("one\ntwo\n")).toEqual(["one", "two"]);
  expect(await lines("something else\n")).toBeUndefined();
  expect(await lines("one\ntwo\n", "gone.ts")).toBeUndefined();
  writeFileSync(file, "three\n");
  // The content was shown before, and no file has it any more: its lines would lead nowhere.
  expect(await lines("one\ntwo\n")).toBeUndefined();
  expect(await lines("three\n")).toEqual(["three"]);
});

test("a change of the same length right after the reading is seen", async () => {
  const { file, lines } = await open("one\n");
  for (const [now, next] of [
    ["one\n", "two\n"],
    ["two\n", "six\n"],
    ["six\n", "ten\n"],
  ] as const) {
    expect(await lines(now)).toEqual([now.trim()]);
    const { atime, mtime } = statSync(file);
    writeFileSync(file, next);
    // Whoever sets the time of a change back cannot hide it.
    utimesSync(file, atime, mtime);
    expect(await lines(now)).toBeUndefined();
  }
});

test("a file that nobody has touched is not read again, and one that was touched is", async () => {
  const { file, lines } = await open("old\n");
  // Younger ones are not believed by their stamp.
  await sleep(2_100);
  const first = await lines("old\n");
  expect(await lines("old\n")).toBe(first);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "new\n");
  utimesSync(file, atime, mtime);
  expect(await lines("old\n")).toBeUndefined();
});
