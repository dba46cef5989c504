import { expect, test } from "vitest";
import { renderProgress } from "./progress-bar.ts";

test.each([
  [{ progress: 1, total: 4, message: "Reading a.ts" }, 80, "[#####---------------]  25%  Reading a.ts"],
  [{ progress: 9, total: 4 }, 80, "[####################] 100%  scan"],
  [{ progress: 1, total: 4, message: "Reading a.ts" }, 30, "25% Reading a.ts"],
  [{ progress: 3, message: "Reading\na.ts" }, 80, "… Reading a.ts"],
  [{ progress: 3, total: 0 }, 80, "… scan"],
])("%j in %d columns", (report, columns, line) => {
  expect(renderProgress("scan", report, columns)).toBe(line);
});
