import { expect, test } from "vitest";
import type { FoundProblem, CheckedFile } from "./judge-files.ts";
import { changeOf } from "./problem-change.ts";

function problem(line: number, shown: string, more: Partial<FoundProblem> = {}): FoundProblem {
  const range = { start: { line, character: 2 }, end: { line, character: 4 } };
  return { range, severity: 1, message: "bad", code: "7", source: "ts", shown, flagged: shown, ...more };
}

function known(...problems: readonly FoundProblem[]): CheckedFile {
  return { state: "known", problems };
}

test("the same problem elsewhere is the same; one more of it is a new one", () => {
  const before = known(problem(1, "a"), problem(2, "a"), problem(3, "b"));
  const after = known(problem(11, "a"), problem(12, "a"), problem(13, "a"));
  expect(changeOf([{ path: "a.ts", before, after }])).toEqual({
    added: ["a.ts:14:3 error TS7 bad"],
    addedErrors: 1,
    addedWarnings: 0,
    fixedErrors: 1,
    fixedWarnings: 0,
    compared: 1,
    unknown: undefined,
  });
});

test("a problem whose line the edit has changed is the same one, as long as it is about the same words", () => {
  const unused = (line: number, shown: string, flagged: string) => problem(line, shown, { message: "unused", flagged });
  const before = known(unused(0, 'import { A } from "./a";', "A"), unused(5, "let b;", "b"));
  const after = known(unused(0, 'import { A, C } from "./a";', "A"), unused(7, "let d;", "d"));
  expect(changeOf([{ path: "a.ts", before, after }])).toMatchObject({
    added: ["a.ts:8:3 error TS7 unused"],
    addedErrors: 1,
    fixedErrors: 1,
  });
});

test("errors come first, ten are shown in one short line each, and all are counted", () => {
  const warnings = Array.from({ length: 9 }, (_, line) => problem(line, `w${line}`, { severity: 2, source: "x" }));
  const errors = Array.from({ length: 4 }, (_, line) =>
    problem(line, `e${line}`, { code: undefined, message: `no\n  ${"way ".repeat(90)}` }),
  );
  const change = changeOf([{ path: "a.ts", before: { state: "missing" }, after: known(...warnings, ...errors) }]);
  expect(change).toMatchObject({ addedErrors: 4, addedWarnings: 9, compared: 1 });
  expect(change.added).toHaveLength(10);
  expect(change.added.slice(0, 5).map((line) => line.slice(0, 24))).toEqual([
    "a.ts:1:3 error no way wa",
    "a.ts:2:3 error no way wa",
    "a.ts:3:3 error no way wa",
    "a.ts:4:3 error no way wa",
    "a.ts:1:3 warning 7 bad",
  ]);
  expect(Math.max(...change.added.map((line) => line.length))).toBe(200);
});

test("what was not known before is never new, and what is gone with its file is not fixed", () => {
  const loading: CheckedFile = { state: "unsettled", why: "TypeScript 7 is still loading" };
  const none: CheckedFile = { state: "none", why: "no language server is known for Markdown" };
  const change = changeOf([
    { path: "a.ts", before: loading, after: known(problem(1, "a")) },
    { path: "b.ts", before: loading, after: loading },
    { path: "c.ts", before: known(problem(1, "a")), after: { state: "missing" } },
    { path: "d.md", before: none, after: none },
  ]);
  expect(change).toMatchObject({ added: [], addedErrors: 0, fixedErrors: 0, compared: 0 });
  expect(change.unknown).toBe("2 files not compared: TypeScript 7 is still loading.");
});
