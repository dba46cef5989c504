import { expect, test } from "vitest";
import { nearestName } from "./nearest-name.ts";

const names = ["path", "file_path", "limit", "offset", "detail_level"];

test.each([
  ["pth", "path"],
  ["filePath", "file_path"],
  ["file-path", "file_path"],
  ["limt", "limit"],
  ["lmiit", "limit"],
  ["offsets", "offset"],
  ["detail", "detail_level"],
])("%s means %s", (given, expected) => {
  expect(nearestName(given, names)).toBe(expected);
});

test.each(["banana", "", "x", "__proto__"])("%j means nothing near", (given) => {
  expect(nearestName(given, names)).toBeUndefined();
});

test("a hostile length costs nothing", () => {
  expect(nearestName("a".repeat(1_000_000), names)).toBeUndefined();
});
