import { expect, test } from "vitest";
import { renderProgress } from "./call-command.ts";

test.each([
  [{ progress: 1, done: 1, total: 4, message: "Reading a.ts" }, 80, "[#####---------------]  25%  Reading a.ts"],
  [{ progress: 9, done: 9, total: 4 }, 80, "[####################] 100%  scan"],
  [{ progress: 1, done: 1, total: 4, message: "Reading a.ts" }, 30, "25% Reading a.ts"],
  [{ progress: 180, done: 180, message: "Reading\na.ts" }, 80, "… 180  Reading a.ts"],
  [{ progress: 3, message: "npm test (9 s)" }, 80, "… npm test (9 s)"],
  [{ progress: 3, done: 3, total: 0 }, 80, "… 3  scan"],
  [{ progress: 0, done: 0 }, 80, "… 0  scan"],
])("%j in %d columns", (report, columns, line) => {
  expect(renderProgress("scan", report, columns)).toBe(line);
});
