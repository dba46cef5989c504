import { expect, test } from "vitest";
import { over, replace, to } from "./case.ts";
import { compileTexts } from "./compile-texts.ts";
import { grade } from "./grade.ts";
import { judgeResults } from "./judge-results.ts";

const text = "export const A = 1;\n\nexport const B = 2;\n";
const file = over("typescript", "a.ts", text);
const done = file.does("a const", replace("A", "export const A = 2;"), to("A = 1", "A = 2"));
const free = file.adds("a const, freely", replace("A", "export const A = 2;"), to("A = 1", "A = 2"));
const refused = file.refuses("no const", replace("C", "x"), "no_symbol");
const refusal = { code: "no_symbol", message: "no" };

test("only the very bytes are exact", () => {
  expect(grade(done, { "a.ts": text.replace("1", "2") }, undefined)).toBe("exact");
  expect(grade(done, { "a.ts": text }, undefined)).toBe("silent-wrong");
  expect(grade(done, { "a.ts": text.replace("1", "2").replaceAll("\n", "\r\n") }, undefined)).toBe("silent-wrong");
  expect(grade(done, { "a.ts": text.replace("1", "2"), "b.ts": "" }, undefined)).toBe("silent-wrong");
  expect(grade(done, {}, undefined)).toBe("silent-wrong");
});

test("empty lines are free where the case says so, blanks in them are not", () => {
  const closer = text.replace("1", "2").replace("\n\n", "\n");
  expect(grade(done, { "a.ts": closer }, undefined)).toBe("silent-wrong");
  expect(grade(free, { "a.ts": closer }, undefined)).toBe("exact");
  expect(grade(done, { "a.ts": closer }, undefined, { lenient: true })).toBe("exact");
  expect(grade(free, { "a.ts": closer.replace(";\n", ";\n  \n") }, undefined)).toBe("silent-wrong");
});

test("a refusal is right with the right code and nothing changed", () => {
  expect(grade(refused, { "a.ts": text }, refusal)).toBe("refused");
  expect(grade(refused, { "a.ts": text }, { ...refusal, code: "stale" })).toBe("wrong-code");
  expect(grade(refused, { "a.ts": text }, { ...refusal, crashed: true })).toBe("crashed");
  expect(grade(refused, { "a.ts": `${text} ` }, refusal)).toBe("torn");
  expect(grade(refused, { "a.ts": text }, undefined)).toBe("silent-wrong");
  expect(grade(done, { "a.ts": text }, refusal)).toBe("wrong-refusal");
});

test("compilers that are there find what is no code", () => {
  const silent = Object.entries(sources).filter(([language, [name, code]]) => {
    const { program, faults } = compileTexts(language, [
      { name, content: code },
      { name, content: "((((\n" },
    ]);
    return program !== undefined && (faults.has(0) || !faults.has(1));
  });
  expect(silent).toEqual([]);
});

test("a result that parsers or compilers do not take is told", async () => {
  const broken = { case: done, grade: "exact", after: { "a.ts": "export const = ;\n" }, refusal: undefined } as const;
  const { faults } = await judgeResults([{ ...broken, faults: [] }]);
  expect(faults.join("\n")).toContain("the parser finds an error");
  expect(faults.join("\n")).toContain("error TS1");
});

const sources: Readonly<Record<string, readonly [name: string, code: string]>> = {
  javascript: ["a.js", "let a = 1;\n"],
  python: ["a.py", "a = 1\n"],
  go: ["a.go", "package a\n"],
  rust: ["a.rs", "fn a() {}\n"],
  cpp: ["a.cpp", "int a = 1;\n"],
  c: ["a.c", "int a = 1;\n"],
  bash: ["a.sh", "a=1\n"],
};
