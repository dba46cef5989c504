import { expect, test } from "vitest";
import type { CheckReport } from "../testing/index.ts";
import { renderResult, summarize, type TestResult } from "./render-report.ts";

const good: TestResult = { tool: "find_text", ok: true, passed: 23, failed: 0, notApplicable: 3, checks: [] };
const left: TestResult = { ...good, tool: "erase", ok: false, notTested: "it changes things" };
const waits: Omit<CheckReport, "id"> = {
  title: "…",
  verdict: "not applicable",
  reason: "mend example:ok first",
  durationMs: 0,
};
const bad: TestResult = {
  tool: "count",
  ok: false,
  passed: 9,
  failed: 1,
  notApplicable: 3,
  note: "no services were given",
  checks: [
    { id: "example:ok", title: "examples work", verdict: "failed", reason: "Seen: a\nExpected: b", durationMs: 1 },
    { id: "cancel:before", title: "…", verdict: "passed", durationMs: 1 },
    { id: "cancel:after", ...waits },
    { id: "time:stall", ...waits },
    { id: "leak:timers", ...waits, reason: "it starts none" },
  ],
};

test("a tool that conforms is one line", () => {
  expect(renderResult(good, 9, undefined)).toBe("✓ find_text  23 passed, 3 not applicable");
});

test("of a tool that does not, only what is wrong is told", () => {
  expect(renderResult(bad, 9, undefined)).toMatchInlineSnapshot(`
    "✗ count      1 failed, 9 passed, 1 not applicable
      ✗ example:ok  examples work
          Seen: a
          Expected: b
      2 checks wait for example:ok
      Note: no services were given"
  `);
});

test("a tool that was left out says why", () => {
  expect(renderResult(left, 9, undefined)).toBe("– erase      not tested: it changes things");
});

test("lines fit the terminal", () => {
  expect(
    renderResult(bad, 9, 24)
      .split("\n")
      .filter((line) => line.length > 24),
  ).toEqual([]);
});

test.each([
  [[], "There are no tools to test."],
  [[good], "1 tool tested, all conform."],
  [[good, bad], "2 tools tested, not conforming: count."],
  [[good, left], "1 tool tested, all conform. Not tested: erase."],
  [[left], "Not tested: erase."],
])("the last line of %j", (results, line) => {
  expect(summarize(results)).toBe(line);
});
