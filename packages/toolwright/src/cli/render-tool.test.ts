import { expect, test } from "vitest";
import * as z from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { describeFields } from "../tool/describe-value.ts";
import { renderTool } from "./render-tool.ts";
import { firstSentence } from "./render-tool-list.ts";
import { commandLine } from "./shell-quote.ts";

const input = z.strictObject({
  path: z.string().describe("File to edit"),
  kind: z.enum(["insert", "replace"]).default("replace").describe("What to do"),
  edits: z
    .array(z.strictObject({ line: z.int().describe("Where"), text: z.string().optional().describe("What") }))
    .describe("The changes, applied from the last to the first so that earlier lines keep their numbers"),
  limit: z
    .union([z.int(), z.literal("all")])
    .optional()
    .describe("At most"),
});

const tool = defineTool({
  name: "edit_file",
  description: "Edits a file. Keeps a copy.",
  guide: "First line.\n\nSecond line.\n\n- one\n- two",
  input,
  output: z.strictObject({ changed: z.boolean() }),
  effects: { readOnly: false, destructive: true, idempotent: false, openWorld: false },
  needs: ["disk"],
  examples: [{ title: "One line", input: { path: "it's", edits: [] } }],
  handle: () => ({ changed: true }),
});

test("shows everything about a tool", () => {
  const callLine = (value: unknown): string => commandLine("demo", "call", "edit_file", JSON.stringify(value));
  const hidden = { tool, reason: "no disk", remedy: "Mount one." };
  expect(renderTool({ tool, hidden, callLine, columns: 80 })).toMatchInlineSnapshot(`
    "edit_file: Edit file
    confirm (asks first) · destructive · not idempotent · stays local
    ends within 60 s · needs disk
    Hidden: No disk. Mount one.

    Edits a file. Keeps a copy.

    Arguments
      path          string                            File to edit
      kind          "insert" | "replace" = "replace"  What to do
      edits         object[]
                    The changes, applied from the last to the first so that earlier
                    lines keep their numbers
      edits[].line  integer                           Where
      edits[].text  string, optional                  What
      limit         integer | "all", optional         At most

    Returns
      changed  boolean

    Examples
      # One line
      demo call edit_file '{"path":"it'\\''s","edits":[]}'

    Guide
      First line.

      Second line.

      - one
      - two"
  `);
});

test("on a narrow terminal every line fits, but for commands, and descriptions stand below the names", () => {
  const page = renderTool({ tool, hidden: undefined, callLine: () => "demo", columns: 34 });
  expect(page).toMatchInlineSnapshot(`
    "edit_file: Edit file
    confirm (asks first) · destructive
    not idempotent · stays local
    ends within 60 s · needs disk

    Edits a file. Keeps a copy.

    Arguments
      path  string
          File to edit
      kind  "insert" | "replace" =
        "replace"
          What to do
      edits  object[]
          The changes, applied from
          the last to the first so
          that earlier lines keep
          their numbers
      edits[].line  integer
          Where
      edits[].text  string, optional
          What
      limit  integer | "all", optional
          At most

    Returns
      changed  boolean

    Examples
      # One line
      demo

    Guide
      First line.

      Second line.

      - one
      - two"
  `);
  expect(page.split("\n").filter((line) => line.length > 34)).toEqual([]);
});

test("a schema that refers to itself comes to an end", () => {
  const node = { type: "object", properties: { next: { $ref: "#", description: "Next" } } };
  expect(describeFields(node)).toEqual([{ name: "next", type: "object, optional", description: "Next" }]);
});

test.each([
  ["Greets. Politely.", "Greets."],
  ["Reads e.g. a file and\nits lines. Then ends.", "Reads e.g. a file and its lines."],
  ["No full stop\n\nMore", "No full stop"],
])("the first sentence of %j", (text, sentence) => {
  expect(firstSentence(text)).toBe(sentence);
});
