import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import * as z from "zod";
import { requestOf } from "../../../test/removing.ts";
import { createKernel } from "../../call/kernel.ts";
import { openTerminal } from "../../cli/terminal.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { writes } from "../../tool/effects.ts";
import { joinPieces } from "../../cli/styled-text.ts";
import { textWidth } from "../../cli/text-width.ts";
import type { JsonObject } from "../../tool/schema.ts";
import { describeRequest, type Preview, showRequest, showWhole } from "./show-request.ts";

const reason = "it changes files of the project";

function show(title: string, input: JsonObject, columns = 80, preview?: Preview): string {
  const tool = title.toLowerCase().replaceAll(" ", "_");
  const shown = describeRequest({ tool, title, reason, input, filledIn: {} }, "", preview, columns);
  const lines = shown.lines.map((line) => joinPieces(line, false, (text) => text));
  return [shown.title, shown.reason, ...lines, shown.hasMore ? "(view)" : "(all)"].join("\n");
}

test("an edit is its path, then the old text and the new one", () => {
  const input = { old_string: "one\ntwo", new_string: "one\n\tthree\n", path: "src/cart.js", replace_all: true };
  expect(show("Edit file", input)).toMatchInlineSnapshot(`
    "Edit file  src/cart.js
    Asks for your approval: it changes files of the project.
      replace_all: true
      - one
      - two
      + one
      +     three
    (view)"
  `);
});

test("each edit of a list is shown", () => {
  const edits = [
    { old_string: "a", new_string: "b" },
    { line: 3, new_string: "c\nd" },
  ];
  expect(show("Edit file", { path: "a.ts", edits })).toMatchInlineSnapshot(`
    "Edit file  a.ts
    Asks for your approval: it changes files of the project.
      edits[0]: {"old_string":"a","new_string":"b"}
      edits[1]: {"line":3,"new_string":"c\\nd"}
    (all)"
  `);
});

test("what the tool says it would change stands in the place of the texts", () => {
  const input = { path: "a.ts", symbol: "total", old_string: "x", new_string: "y" };
  const diff = "a.ts: +1 -1 (line 2); dry run, nothing written\n@@ -1,2 +1,2 @@\n \tkeep\n-\tx\n+\ty";
  expect(show("Edit file", input, 80, { isOk: true, text: diff })).toMatchInlineSnapshot(`
    "Edit file  a.ts
    Asks for your approval: it changes files of the project.
      symbol: total
      a.ts: +1 -1 (line 2); dry run, nothing written
      @@ -1,2 +1,2 @@
           keep
      -    x
      +    y
    (view)"
  `);
  expect(show("Edit file", input, 80, { isOk: false, text: "`old_string` is not in it." })).toMatchInlineSnapshot(`
    "Edit file  a.ts
    Asks for your approval: it changes files of the project.
      A dry run of it fails:
      \`old_string\` is not in it.
      symbol: total
      - x
      + y
    (view)"
  `);
});

test("a preview hides no field but the texts that it shows", () => {
  const input = {
    path: "a.ts",
    name: "dev",
    force: true,
    context_remote: "prod",
    new_base: "main",
    also: ["release"],
    options: { recursive: true },
    edits: [{ old_string: "x", new_string: "y\nz" }],
    new_string: "not\nshown",
  };
  const text = "dev: would be reset to origin\n-x\n+y\n+  z";
  expect(show("Reset branch", input, 80, { isOk: true, text })).toMatchInlineSnapshot(`
    "Reset branch  a.ts
    Asks for your approval: it changes files of the project.
      name: dev
      force: true
      context_remote: prod
      new_base: main
      also: ["release"]
      options: {"recursive":true}
      new_string:
        not
        shown
      dev: would be reset to origin
      -x
      +y
      +  z
    (view)"
  `);
});

test("a path is whole and first, however narrow the terminal is", () => {
  const path = "packages/a-package/src/components/cart/total.component.ts";
  for (const columns of [80, 40, 24]) {
    const shown = show("Edit file", { path, old_string: "word ".repeat(30), new_string: "z" }, columns);
    expect(shown.split("\n").filter((line) => textWidth(line.trimEnd()) > columns)).toEqual([]);
    expect(shown.replaceAll(/\n {2}/g, "")).toMatch(new RegExp(`^Edit file  ${path}`));
    for (const word of path.split("/")) expect(shown).toContain(word);
  }
});

test("a command is whole, however long", () => {
  const command = Array.from({ length: 60 }, (_, line) => `echo  '${line}'`).join("\n");
  const shown = show("Run command", { command, cwd: "src" });
  expect(shown).toContain("  $ echo  '0'\n    echo  '1'\n");
  expect(shown).toContain("    echo  '59'\n  cwd: src\n(all)");
});

test("a long text is cut, which says so; short fields stand before it", () => {
  const content = Array.from({ length: 100 }, (_, line) => `line ${line}`).join("\n");
  const shown = show("Create file", { path: "a.md", content, overwrite: true });
  expect(shown).toContain("  overwrite: true\n  content:\n    line 0\n");
  expect(shown).toMatch(/line 26\n {2}… 73 more lines; v shows all of it\.\n\(view\)$/);
});

test("nothing is hidden in what is shown, and no text is taken for another", () => {
  const input = { path: "a\u202egnp.exe", content: "a\u200bb\u001b[2J", name: "", spaced: " x " };
  expect(show("Create file", input)).toMatchInlineSnapshot(`
    "Create file  a\\u202egnp.exe
    Asks for your approval: it changes files of the project.
      content: a\\u200bb\\u001b[2J
      name: ""
      spaced: " x "
    (all)"
  `);
});

test("a dry run is asked for where the policy lets it run, and changes nothing", async () => {
  const ran: boolean[] = [];
  const add = defineTool({
    name: "add_line",
    description: "Adds a line.",
    input: z.strictObject({
      path: z.string().describe("The file"),
      content: z.string().describe("The line"),
      dry_run: z.boolean().optional().describe("Write nothing"),
    }),
    effects: writes,
    handle({ path, content, dry_run = false }) {
      ran.push(dry_run);
      return `${path}: +1 -0\n+${content}`;
    },
  });
  for (const [isFree, shown] of [
    [true, "Add line  a.md\nAsks for your approval: hm.\n  a.md: +1 -0\n  +hello\n"],
    [false, "Add line  a.md\nAsks for your approval: hm.\n  content: hello\n"],
  ] as const) {
    const kernel = createKernel({
      tools: [add],
      access: ({ input }) => ({ verdict: isFree && input["dry_run"] === true ? "allow" : "ask", reason: "hm" }),
    });
    const stderr = new PassThrough();
    const terminal = openTerminal({ stdin: new PassThrough(), stdout: new PassThrough(), stderr }, {});
    const person = { terminal, kernel, signal: new AbortController().signal };
    const request = requestOf(await kernel.call("add_line", { path: "a.md", content: "hello" }));
    await showRequest(request, "", person);
    await showWhole(request, person);
    stderr.end();
    expect(await text(stderr)).toBe(`${shown}  {"path":"a.md","content":"hello"}\n`);
  }
  expect(ran).toEqual([true]);
});
