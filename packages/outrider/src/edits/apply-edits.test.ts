import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { detectEol } from "../workspace/text/line-ends.ts";
import { applyEdits, type AppliedChanges } from "./apply-edits.ts";
import type { Edit } from "./edit.ts";

function edit(text: string, edits: Edit | readonly Edit[], path = "a.ts"): string {
  return run(text, { edits: "length" in edits ? edits : [edits] }, path).text;
}

function run(text: string, changes: AppliedChanges, path = "a.ts") {
  return applyEdits({ text, eol: detectEol(text), path }, changes);
}

function refusal(text: string, edits: Edit | readonly Edit[], path = "a.ts"): string {
  try {
    edit(text, edits, path);
  } catch (error) {
    if (isToolError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "it was made";
}

test.each<[string, string, Edit, string]>([
  ["replaces the only place", "a b c", { old_string: "b", new_string: "x" }, "a x c"],
  ["replaces all places", "a b a b", { old_string: "a", new_string: "x", replace_all: true }, "x b x b"],
  ["deletes with an empty text", "a b c", { old_string: " b", new_string: "" }, "a c"],
  ["removes by position", "a\nb\nc\n", { old_string: "b\n", position: "remove" }, "a\nc\n"],
  [
    "inserts lines before text",
    "a\n  b\nc\n",
    { old_string: "b", new_string: "  x", position: "before" },
    "a\n  x\n  b\nc\n",
  ],
  ["inserts lines after text", "a\nb", { old_string: "b", new_string: "x\n", position: "after" }, "a\nb\nx"],
  ["inserts before a line", "a\nb\n", { line: 2, new_string: "x" }, "a\nx\nb\n"],
  ["inserts after a line", "a\nb\n", { line: 2, position: "after", new_string: "x" }, "a\nb\nx\n"],
  ["inserts behind the last line", "a\nb", { line: 3, new_string: "x" }, "a\nb\nx"],
  ["inserts at the start", "a\n", { position: "start", new_string: "x" }, "x\na\n"],
  ["inserts behind a shebang", "#!/bin/sh\na\n", { position: "start", new_string: "x" }, "#!/bin/sh\nx\na\n"],
  ["appends", "a\n", { position: "end", new_string: "x" }, "a\nx\n"],
  ["appends to a file without a final line end", "a", { position: "end", new_string: "x\ny\n" }, "a\nx\ny"],
  ["takes empty anchors for none", "a\n", { old_string: "", symbol: "", line: 1, new_string: "x" }, "x\na\n"],
  ["takes empty text for none", "a\n", { old_string: "", position: "start", new_string: "x" }, "x\na\n"],
  ["fills an empty file", "", { old_string: "", new_string: "x\n" }, "x\n"],
  [
    "takes the place in the line that is named",
    "a\na\na\n",
    { old_string: "a", new_string: "x", line: 2 },
    "a\nx\na\n",
  ],
  ["takes text that looks like a pattern to the letter", "a.*$1", { old_string: ".*$1", new_string: "$&$`" }, "a$&$`"],
  ["keeps characters of two halves whole", "a😀b", { old_string: "😀", new_string: "😁" }, "a😁b"],
])("%s", (_, text, change, result) => {
  expect(edit(text, change)).toBe(result);
});

test.each<[string, string, Edit, string]>([
  ["CRLF", "a\r\nb\r\nc\r\n", { old_string: "a\nb", new_string: "a\nx\ny" }, "a\r\nx\r\ny\r\nc\r\n"],
  ["CRLF sent as CRLF", "a\r\nb\r\n", { old_string: "a\r\nb", new_string: "a\r\nc" }, "a\r\nc\r\n"],
  ["CR", "a\rb\rc", { old_string: "b\nc", new_string: "b\nx\nc" }, "a\rb\rx\rc"],
  ["the spot of a mixed file", "a\nb\r\nc\r\nd\n", { old_string: "c", new_string: "c\nx" }, "a\nb\r\nc\r\nx\r\nd\n"],
  [
    "lines that stay in a mixed file",
    "a\nb\r\nc\nd",
    { old_string: "a\nb\nc", new_string: "a\nb\nx\nc" },
    "a\nb\r\nx\nc\nd",
  ],
  [
    "all places of a mixed file",
    "k\r\nk\nk",
    { old_string: "k", new_string: "1\n2", replace_all: true },
    "1\r\n2\r\n1\n2\n1\n2",
  ],
  ["a line of a mixed file", "a\r\nb\nc\n", { line: 1, new_string: "x" }, "x\r\na\r\nb\nc\n"],
  ["the end of a CRLF file", "a\r\n", { position: "end", new_string: "x\ny" }, "a\r\nx\r\ny\r\n"],
])("line ends: %s", (_, text, change, result) => {
  expect(edit(text, change)).toBe(result);
});

test("bytes that are no text stay where they are", () => {
  expect(edit("a\udcff\nb\r\n\udc80c", { old_string: "b", new_string: "x" })).toBe("a\udcff\nx\r\n\udc80c");
});

test("bytes that are no text are told where they stand in the way", () => {
  expect(refusal("caf\udce9 au lait\n", { old_string: "caf\ufffd au lait", new_string: "tea" })).toMatchInlineSnapshot(`
    "no_match: \`old_string\` "caf� au lait" is not in "a.ts". What is shown as U+FFFD are bytes that are no text, which cannot be matched: choose the text beside them. The nearest lines, with their numbers in front:
    1	caf� au lait"
  `);
});

test("escapes written out are decoded only when the letters themselves are nowhere", () => {
  expect(edit('log("a\\nb");\n', { old_string: "a\\nb", new_string: "c\\nd" })).toBe('log("c\\nd");\n');
  const decoded = run("if (x) {\n\ty();\n}\n", {
    edits: [{ old_string: "{\\n\\ty();\\n}", new_string: "{\\n\\tz();\\n}" }],
  });
  expect(decoded.text).toBe("if (x) {\n\tz();\n}\n");
  expect(decoded.applied[0]?.notes).toMatchInlineSnapshot(`
    [
      "\`old_string\` was found only after escapes written out in it (such as \\n) were decoded; \`new_string\` was read the same way.",
    ]
  `);
});

test("line numbers copied from an answer are left out", () => {
  const change = { old_string: "2\tb\n3\tc", new_string: "2\tb\n3\tx" };
  expect(edit("a\nb\nc\nd\n", change)).toBe("a\nb\nx\nd\n");
  expect(edit("a\n2\tb\n3\tc\n", change)).toBe("a\n2\tb\n3\tx\n");
});

test.each<[string, string, Edit, string]>([
  [
    "deeper in the file",
    "class A {\n    run() {\n        go();\n    }\n}\n",
    { old_string: "run() {\n    go();\n}", new_string: "run() {\n    go();\n    if (x) {\n        stop();\n    }\n}" },
    "class A {\n    run() {\n        go();\n        if (x) {\n            stop();\n        }\n    }\n}\n",
  ],
  [
    "less deep in the file",
    "run() {\n  go();\n}\n",
    { old_string: "    run() {\n      go();\n    }\n", new_string: "    run() {\n      stop();\n    }\n" },
    "run() {\n  stop();\n}\n",
  ],
  [
    "tabs in the file",
    "a {\n\tb {\n\t\tc;\n\t}\n}\n",
    {
      old_string: "    b {\n        c;\n    }",
      new_string: "    b {\n        c;\n        d {\n            e;\n        }\n    }",
    },
    "a {\n\tb {\n\t\tc;\n\t\td {\n\t\t\te;\n\t\t}\n\t}\n}\n",
  ],
  [
    "a single deep line with tabs",
    "x\n\t\tb();\ny\n",
    { old_string: "        b();", new_string: "        if (b) {\n            c();\n        }" },
    "x\n\t\tif (b) {\n\t\t\tc();\n\t\t}\ny\n",
  ],
  [
    "blanks at line ends, which stay where the line stays",
    "one  \ntwo\t\nthree\n",
    { old_string: "one\ntwo\nthree", new_string: "one\n2\nthree" },
    "one  \n2\nthree\n",
  ],
  ["a final line end that the file lacks", "  a\n  b", { old_string: "a\nb\n", new_string: "a\nc\n" }, "  a\n  c"],
  [
    "CRLF and indentation at once",
    "x\r\n\tif (a)\r\n\t\tb\r\n",
    { old_string: "  if (a)\n    b", new_string: "  if (a)\n    c\n    d" },
    "x\r\n\tif (a)\r\n\t\tc\r\n\t\td\r\n",
  ],
])("lines that fit but for blanks are taken: %s", (_, text, change, result) => {
  expect(edit(text, change)).toBe(result);
});

test("a match but for blanks is told", () => {
  const { applied } = run("x\n\ta();\n\tb();\n", { edits: [{ old_string: "  a();\n  b();", new_string: "  c();" }] });
  expect(applied).toMatchInlineSnapshot(`
    [
      {
        "line": 2,
        "notes": [
          "\`old_string\` matches lines 2–3 except for whitespace; \`new_string\` was indented as the file is.",
        ],
        "places": 1,
      },
    ]
  `);
});

test.each(["a.py", "a.yml", "Makefile", "x/y.hs", "a.md", "a.mk"])(
  "in %s indentation has to fit, blanks at line ends need not",
  (path) => {
    expect(edit("if x:\n    a \n    b\n", { old_string: "    a\n    b", new_string: "    c" }, path)).toBe(
      "if x:\n    c\n",
    );
    expect(refusal("if x:\n    a1()\n    b1()\n", { old_string: "  a1()\n  b1()", new_string: "  c" }, path)).toContain(
      "no_match: ",
    );
  },
);

test("what a model reads when the text is not there", () => {
  const text = [
    "import x from 'x';",
    "",
    "export function total(items) {",
    "  let sum = 0;",
    "  for (const item of items) sum += item.price;",
    "  return sum;",
    "}",
    "",
  ].join("\n");
  const sent = "  let sum = 0\n  for (const item of items) sum += item.cost;\n  return sum;";
  expect(refusal(text, { old_string: sent, new_string: "" })).toMatchInlineSnapshot(`
    "no_match: \`old_string\` "  let sum = 0\\n  for (const item of items) sum += item.cost;\\n…" is not in "a.ts". The nearest lines, with their numbers in front:
    4	  let sum = 0;
    5	  for (const item of items) sum += item.price;
    6	  return sum;"
  `);
  expect(refusal(text, { old_string: "nothing of this kind", new_string: "" })).toMatchInlineSnapshot(
    `"no_match: \`old_string\` "nothing of this kind" is not in "a.ts". Nothing in it is much like that: look at the text again."`,
  );
  expect(
    refusal(text, { old_string: "function sum(", new_string: "export function total(items) {" }),
  ).toMatchInlineSnapshot(
    `"no_match: \`old_string\` "function sum(" is not in "a.ts". \`new_string\` is there already, in line 3: the change may have been made before."`,
  );
  expect(refusal("a:\n  - b: 1\n", { old_string: "- b: 1\n- c: 2", new_string: "x" }, "a.yml")).toMatchInlineSnapshot(
    `"no_match: \`old_string\` "- b: 1\\n- c: 2" is not in "a.yml". Nothing in it is much like that: look at the text again."`,
  );
  expect(refusal("\tfoo();\n  foo();\n", { old_string: "    foo();", new_string: "bar();" })).toMatchInlineSnapshot(`
    "no_match: \`old_string\` "    foo();" is not in "a.ts". Except for whitespace it matches at lines 1, 2: give the \`line\` of the one you mean. The nearest lines, with their numbers in front:
    1		foo();
    Whitespace differs: \`old_string\` has "    foo();", the file "\\tfoo();"."
  `);
  expect(refusal("a\u202eevil\u0007bell\n", { old_string: "a evil bell", new_string: "x" })).toMatchInlineSnapshot(`
    "no_match: \`old_string\` "a evil bell" is not in "a.ts". The nearest lines, with their numbers in front:
    1	a\\u202eevil\\u0007bell"
  `);
});

test("what a model reads when the text is there more than once", () => {
  expect(refusal("a\nb\na\n", { old_string: "a", new_string: "x" })).toMatchInlineSnapshot(
    `"ambiguous: \`old_string\` is 2 times in "a.ts": lines 1, 3. Add lines around it until only one place fits, give the \`line\` of the one you mean, or set \`replace_all\` to change them all."`,
  );
  expect(refusal("a\n".repeat(40), { old_string: "a", new_string: "x" })).toContain("11, 12 and 28 more.");
  expect(refusal("aaa", { old_string: "aa", new_string: "x" })).toContain("ambiguous");
  expect(refusal("a\nb\na\n", { old_string: "a", new_string: "x", line: 2 })).toMatchInlineSnapshot(
    `"no_match: \`old_string\` is not in line 2 of "a.ts", but in lines 1, 3."`,
  );
});

test("what a model reads when an edit is not clear", () => {
  const unclear: Readonly<Record<string, Edit>> = {
    same: { old_string: "a", new_string: "a" },
    "same but for line ends": { old_string: "a\r\nb", new_string: "a\nb" },
    empty: { old_string: "", new_string: "x" },
    "no new text": { old_string: "a" },
    nowhere: { new_string: "x" },
    "whole file": { new_string: "x", position: "replace" },
    "nothing to insert": { position: "end", new_string: "" },
    "text at start": { old_string: "a", new_string: "x", position: "start" },
    "line removed": { line: 1, position: "remove" },
    "line replaced": { line: 1, position: "replace", new_string: "x" },
    "no such line": { line: 9, new_string: "x" },
    "remove with text": { old_string: "a", new_string: "x", position: "remove" },
    "half a character": { old_string: "a", new_string: "\ud83d" },
    NUL: { old_string: "a", new_string: "\0" },
    "a heading in code": { symbol: "Setup", new_string: "x" },
  };
  const answers = Object.entries(unclear).map(([name, change]) => `${name} | ${refusal("a\nb\n", change)}`);
  expect(answers).toMatchInlineSnapshot(`
    [
      "same | no_change: \`old_string\` and \`new_string\` are the same, so there is nothing to change (line ends stay as the file has them).",
      "same but for line ends | no_change: \`old_string\` and \`new_string\` are the same, so there is nothing to change (line ends stay as the file has them).",
      "empty | unclear_edit: \`old_string\` is empty. Leave it out and give \`line\`, or \`position\` "start" or "end", to insert; to replace, give the text that is there now.",
      "no new text | unclear_edit: \`new_string\` is missing. Give the new text; "" deletes the old one.",
      "nowhere | unclear_edit: It is not said where to edit. Give \`old_string\`, \`symbol\` (a heading), \`line\`, or \`position\` "start" or "end" for the file.",
      "whole file | unclear_edit: It is not said where to edit. Give \`old_string\`, \`symbol\` (a heading), \`line\`, or \`position\` "start" or "end" for the file.",
      "nothing to insert | unclear_edit: \`new_string\` is empty. Give the text to insert.",
      "text at start | unclear_edit: \`position\` "start" is for a section or a file. Next to \`old_string\` use "before" or "after".",
      "line removed | unclear_edit: \`position\` "remove" does not go with \`line\`. It inserts before (or after) the line; give \`old_string\` to change what is there.",
      "line replaced | unclear_edit: \`position\` "replace" does not go with \`line\`. It inserts before (or after) the line; give \`old_string\` to change what is there.",
      "no such line | no_line: "a.ts" has 2 lines, so there is no line 9. 3 inserts at the end.",
      "remove with text | unclear_edit: \`position\` "remove" takes no \`new_string\`. Leave it out, or use "replace".",
      "half a character | broken_text: \`new_string\` holds half of a character (a lone surrogate): send the whole character.",
      "NUL | broken_text: \`new_string\` holds a NUL character, which would make the file binary: leave it out.",
      "a heading in code | no_section: \`symbol\` names a heading, and "a.ts" is no Markdown: give \`old_string\` with the text to change, or \`line\`.",
    ]
  `);
});

test("each edit sees what the ones before have left, and an error of one undoes all", () => {
  const edits = [
    { old_string: "a", new_string: "b1" },
    { old_string: "b1\nb", new_string: "c" },
  ];
  expect(edit("a\nb\n", edits)).toBe("c\n");
  expect(refusal("a\nb\n", [...edits, { old_string: "a", new_string: "x" }])).toMatchInlineSnapshot(`
    "no_match: edits[2] (after the edits before it): \`old_string\` "a" is not in "a.ts". Nothing in it is much like that: look at the text again.
    No edit was made."
  `);
});

test("edits that undo each other are no change", () => {
  expect(
    refusal("a", [
      { old_string: "a", new_string: "b" },
      { old_string: "b", new_string: "a" },
    ]),
  ).toMatchInlineSnapshot(`"no_change: The edits leave "a.ts" as it is: every part of the new text is there already."`);
});

test("16 MB are edited, and missed", () => {
  const text = Array.from({ length: 300_000 }, (_, index) => `const value${index} = compute(${index});\r\n`).join("");
  expect(edit(text, { old_string: "value299999 =", new_string: "last =" })).toHaveLength(text.length - 7);
  expect(refusal(text, { old_string: "const value299998 = computed(1);\nconst x", new_string: "" })).toContain(
    "299999\tconst value299998",
  );
  expect(refusal("x".repeat(16_000_000), { old_string: "xxxxxxxxy some words", new_string: "" })).toContain("no_match");
});
