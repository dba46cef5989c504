import { expect, test } from "vitest";
import * as z from "zod";
import { verifies } from "../../test/verifies.ts";
import { reads, sampleTool, writes } from "../../test/sample.ts";
import { defineTool } from "../tool/define-tool.ts";
import type { ReadContext, ResourceProvider } from "./provider.ts";
import { createToolGuideProvider } from "./tool-guide.ts";

const context: ReadContext = {
  caller: { host: "test", session: "one", principal: "tester" },
  signal: new AbortController().signal,
};

const editFiles = defineTool({
  name: "edit_files",
  description: "Edits files.",
  guide: "All edits or none.",
  input: z.strictObject({
    edits: z
      .array(
        z.strictObject({
          path: z.string().describe("File"),
          kind: z.enum(["insert", "remove"]).default("insert").describe("What to do"),
        }),
      )
      .describe("In order"),
    note: z.union([z.string(), z.int()]).optional().describe("Why"),
  }),
  effects: writes,
  needs: ["disk"],
  examples: [
    { title: "Nothing to do", input: { edits: [] } },
    { title: "With `marks`", input: { edits: [], note: "a `b` c" }, fails: "no_file" },
  ],
  handle: () => "done",
});
const greet = sampleTool(() => "hello", { name: "greet", effects: reads });

async function readText(provider: ResourceProvider, uri: string): Promise<string | undefined> {
  const [content] = (await provider.read(uri, context)) ?? [];
  return content !== undefined && "text" in content.body ? content.body.text : undefined;
}

verifies("resources:tool-guide", "tells inputs, effects, notes and examples of each tool", async () => {
  const provider = createToolGuideProvider({ tools: [greet, editFiles] });
  expect(await readText(provider, "doc://tool-guide")).toMatchInlineSnapshot(`
    "# Tools

    ## edit_files: Edit files

    Edits files.

    Effects: changes things and may destroy some, each call has an effect of its own, stays local. Asks first, ends within 60 s. Needs disk.

    ### Inputs

    - \`edits\` (object[]): In order
    - \`edits[].path\` (string): File
    - \`edits[].kind\` ("insert" | "remove" = "insert"): What to do
    - \`note\` (string | integer, optional): Why

    ### Guide

    All edits or none.

    ### Examples

    - Nothing to do: \`{"edits":[]}\`
    - With \`marks\` (ends in no_file): \`\` {"edits":[],"note":"a \`b\` c"} \`\`

    ## greet: Greet

    A sample.

    Effects: read-only, stays local. Runs unasked, ends within 60 s.

    ### Inputs

    - \`text\` (string, optional): Any text
    "
  `);
});

verifies("resources:tool-guide", "the order in which tools are given does not matter", async () => {
  const [one, two] = [
    [greet, editFiles],
    [editFiles, greet],
  ].map((tools) => createToolGuideProvider({ tools }));
  if (one === undefined || two === undefined) throw new Error("unreachable");
  expect(await readText(one, "doc://tool-guide")).toBe(await readText(two, "doc://tool-guide"));
});

verifies("resources:tool-guide-pages", "every name that completes has a page, and others have none", async () => {
  const provider = createToolGuideProvider({ uri: "doc://guide", tools: [greet, editFiles] });
  const [template] = provider.templates ?? [];
  expect(template?.uriTemplate).toBe("doc://guide/{tool}");
  expect(await template?.complete?.["tool"]?.("", {}, context)).toEqual(["edit_files", "greet"]);
  expect(await template?.complete?.["tool"]?.("g", {}, context)).toEqual(["greet"]);
  expect(await readText(provider, "doc://guide/greet")).toMatch(/^# greet: Greet\n\nA sample\.\n/);
  for (const uri of ["doc://guide/", "doc://guide/no_tool", "doc://guide/greet/more", "doc://guides", "doc://other"]) {
    expect(await provider.read(uri, context)).toBeUndefined();
  }
});

verifies("resources:tool-guide-pages", "a tool that is hidden from the caller is not explained to it", async () => {
  const provider = createToolGuideProvider({ tools: (caller) => (caller?.session === "one" ? [greet] : [editFiles]) });
  expect(await readText(provider, "doc://tool-guide")).not.toContain("edit_files");
  expect(await provider.read("doc://tool-guide/edit_files", context)).toBeUndefined();
});

test("an address that is none is refused", () => {
  expect(() => createToolGuideProvider({ uri: "tool guide", tools: [] })).toThrow('"tool guide" is no URI');
});
