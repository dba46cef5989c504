import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.ts";
import type { Edit } from "./edit.ts";

function run(text: string, edits: readonly Edit[], path = "a.ts") {
  return applyEdits({ text, eol: "\n", path }, { edits });
}

function edit(text: string, change: Edit, path = "a.ts"): string {
  try {
    return run(text, [change], path).text;
  } catch (error) {
    if (isToolError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
}

test("a number in front of the text is a line number only at that very line, and of whole lines", () => {
  const yaml = "services:\n  front: webpack\n";
  expect(edit(yaml, { old_string: "8080: web", new_string: "8080: api" }, "svc.yaml")).toContain("no_match");
  expect(edit(yaml, { old_string: "2: front: web", new_string: "2: front: api" }, "svc.yaml")).toContain("no_match");
  expect(edit("one\ntwo\n", { old_string: "7\tone", new_string: "7\tx" })).toMatchInlineSnapshot(`
    "no_match: \`old_string\` "7\\tone" is not in "a.ts". Without the line numbers in front it is in line 1. The nearest lines, with their numbers in front:
    1	one"
  `);
  expect(edit("one\nones\n", { old_string: "2\tone", new_string: "2\tx" })).toContain("no_match");
  expect(edit("one\none\none\n", { old_string: "2\tone", new_string: "2\tx" })).toBe("one\nx\none\n");
  expect(edit("a\nb\nc", { old_string: "2\tb\n3\tc", new_string: "2\tb\n3\tx" })).toBe("a\nb\nx");
  expect(edit("a\nb\nc\n", { old_string: "2\tb\n", new_string: "" })).toBe("a\nc\n");
});

test("numbers outside of the section that is searched do not count", () => {
  const text = "# A\n\nsame\n\n# B\n\nsame\n";
  const change = { symbol: "B", old_string: "3\tsame", new_string: "3\tother" };
  expect(edit(text, change, "a.md")).toContain("no_match");
  expect(edit(text, { ...change, old_string: "7\tsame" }, "a.md")).toBe("# A\n\nsame\n\n# B\n\nother\n");
});

test("`line` holds for escapes and line numbers left out, too", () => {
  const text = "a\n\tb\nc\na\n\tb\n";
  expect(edit(text, { old_string: "a\\n\\tb", new_string: "x", line: 5 })).toBe("a\n\tb\nc\nx\n");
  expect(edit("a\n\tb\nc\n", { old_string: "a\\n\\tb", new_string: "x", line: 3 })).toContain("no_match");
  expect(edit("one\ntwo\n", { old_string: "1\tone", new_string: "x", line: 2 })).toContain("no_match");
});

test("`line` holds where text fits but for blanks: another line is never taken, and of several it tells which", () => {
  const text = "one\ntwo\nthree\nfour\nfive\n  call( x );\n";
  const change = { old_string: "call( x ); ", new_string: "done();" };
  expect(edit(text, { ...change, line: 2 })).toMatchInlineSnapshot(`
    "no_match: \`old_string\` "call( x ); " is not in "a.ts". Except for whitespace it matches at line 6. The nearest lines, with their numbers in front:
    6	  call( x );
    Whitespace differs: \`old_string\` has "call( x ); ", the file "  call( x );"."
  `);
  expect(edit(text, { ...change, line: 6 })).toBe(text.replace("call( x );", "done();"));

  const twice = "\tfoo();\nbar();\n  foo();\n";
  const tolerant = { old_string: "    foo();", new_string: "    baz();" };
  expect(edit(twice, tolerant)).toContain(
    "Except for whitespace it matches at lines 1, 3: give the `line` of the one you mean.",
  );
  expect(edit(twice, { ...tolerant, line: 3 })).toBe("\tfoo();\nbar();\n  baz();\n");
  expect(edit(twice, { ...tolerant, line: 2 })).toContain("it matches at lines 1, 3");
});

test("`line` may name any line of a place that fits but for blanks, however many others there are", () => {
  const text = "  a\n  b\n".repeat(40);
  const result = edit(text, { old_string: "a\nb", new_string: "x", line: 60 });
  expect(result.split("\n").indexOf("  x")).toBe(58);
  expect(result.match(/x/g)).toHaveLength(1);
});

test("what a model reads when the text is several times in one line", () => {
  const change = { old_string: "a", new_string: "x" };
  expect(edit("a, a\nb\n", change)).toMatchInlineSnapshot(
    `"ambiguous: \`old_string\` is 2 times in line 1 of "a.ts". Add text around it until only one place fits, or set \`replace_all\` to change them all."`,
  );
  expect(edit("a, a\nb\na\n", { ...change, line: 1 })).toMatchInlineSnapshot(
    `"ambiguous: \`old_string\` is 2 times in line 1 of "a.ts". Add text around it until only one place fits, or set \`replace_all\` to change them all."`,
  );
  expect(edit("a, a\nb\na\n", change)).toMatchInlineSnapshot(
    `"ambiguous: \`old_string\` is 3 times in "a.ts": lines 1 (2 times), 3. Add lines around it until only one place fits, give the \`line\` of the one you mean, or set \`replace_all\` to change them all."`,
  );
  expect(edit("aaa", { old_string: "aa", new_string: "x", replace_all: true })).toMatchInlineSnapshot(
    `"ambiguous: \`old_string\` is 2 times in line 1 of "a.ts". Add text around it until only one place fits."`,
  );
});

test("lines of short words that are off only by their indentation are shown as the nearest", () => {
  expect(edit("def f():\n  if x:\n      y()\n", { old_string: "if x:\n    y()", new_string: "z()" }, "a.py"))
    .toMatchInlineSnapshot(`
      "no_match: \`old_string\` "if x:\\n    y()" is not in "a.py". The nearest lines, with their numbers in front:
      2	  if x:
      3	      y()
      Whitespace differs: \`old_string\` has "if x:", the file "  if x:"."
    `);
});

test("more places or edits than can be changed without holding up everybody are refused with a way on", () => {
  const all = { old_string: "a", new_string: "b", replace_all: true };
  expect(edit("a\n".repeat(20_000), all)).toBe("b\n".repeat(20_000));
  expect(edit("a\n".repeat(20_001), all)).toMatchInlineSnapshot(
    `"too_large: \`replace_all\` would change 20001 places, and at most 20000 are changed in one call. Change them with a command (sed, a script) instead. No edit was made."`,
  );
  const long = "line\n".repeat(1_000_000);
  const edits = Array.from({ length: 60 }, () => ({ position: "end" as const, new_string: "x" }));
  expect(() => run(long, edits)).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: 60 edits of a text of 5000000 characters are too many for one call: send at most 10 at a time. No edit was made.]`,
  );
  expect(run(long, edits.slice(0, 10)).applied).toHaveLength(10);
});
