import { expect, test } from "vitest";
import { formatReport } from "./run-conformance.ts";

test("failures tell their reason below their line, the rest is one line each", () => {
  const text = formatReport({
    tool: "count_words",
    ok: false,
    passed: 1,
    failed: 1,
    notApplicable: 1,
    checks: [
      { id: "example:ok", title: "examples work", verdict: "passed", durationMs: 1 },
      {
        id: "cancel:during",
        title: "a cancel is heard",
        verdict: "failed",
        reason: "Seen: a\nExpected: b",
        durationMs: 2,
      },
      { id: "time:stall", title: "stalls are ended", verdict: "not applicable", reason: "no budget", durationMs: 3 },
    ],
  });
  expect(text).toMatchInlineSnapshot(`
    "count_words
      ✓ example:ok     examples work
      ✗ cancel:during  a cancel is heard
          Seen: a
          Expected: b
      – time:stall     stalls are ended (not applicable: no budget)
    1 passed, 1 failed, 1 not applicable"
  `);
});

test("a report without checks that do not apply does not mention them", () => {
  expect(formatReport({ tool: "a", ok: true, passed: 0, failed: 0, notApplicable: 0, checks: [] })).toBe(
    "a\n0 passed, 0 failed",
  );
});
