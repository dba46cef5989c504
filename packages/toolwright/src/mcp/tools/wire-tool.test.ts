import { expect, test } from "vitest";
import * as z from "zod";
import { sampleTool } from "../../../test/sample.ts";
import { wireTool } from "./wire-tool.ts";

test("a tool is shown with its title, all four hints, its schemas and its metadata", () => {
  const tool = sampleTool(() => ({ total: 1 }), {
    output: z.strictObject({ total: z.number() }),
    meta: { "anthropic/maxResultSizeChars": 200_000 },
  });
  expect(wireTool(tool)).toMatchInlineSnapshot(`
    {
      "_meta": {
        "anthropic/maxResultSizeChars": 200000,
      },
      "annotations": {
        "destructiveHint": false,
        "idempotentHint": true,
        "openWorldHint": false,
        "readOnlyHint": true,
      },
      "description": "A sample.",
      "inputSchema": {
        "additionalProperties": false,
        "properties": {
          "text": {
            "description": "Any text",
            "type": "string",
          },
        },
        "type": "object",
      },
      "name": "sample",
      "outputSchema": {
        "anyOf": [
          {
            "additionalProperties": false,
            "properties": {
              "total": {
                "type": "number",
              },
            },
            "required": [
              "total",
            ],
            "type": "object",
          },
          {
            "properties": {
              "text": {
                "type": "string",
              },
            },
            "required": [
              "text",
            ],
            "type": "object",
          },
        ],
        "type": "object",
      },
      "title": "Sample",
    }
  `);
  expect(wireTool(tool)).toBe(wireTool(tool));
});

test("an output that is no object is wrapped, since the legacy era knows objects only", () => {
  const tool = sampleTool(() => [1], { output: z.array(z.number()) });
  expect(wireTool(tool).outputSchema).toMatchObject({
    type: "object",
    anyOf: [
      { type: "object", properties: { result: { type: "array" } }, required: ["result"] },
      { properties: { text: { type: "string" } } },
    ],
  });
});

test("definitions stay at the root, where references look for them", () => {
  const node = z.object({
    name: z.string(),
    get children() {
      return z.array(node);
    },
  });
  const { outputSchema } = wireTool(
    sampleTool(() => ({ root: { name: "a", children: [] } }), { output: z.object({ root: node }) }),
  );
  expect(Object.keys(outputSchema ?? {})).toContain("$defs");
  expect(JSON.stringify(outputSchema)).toContain('"$ref":"#/$defs/');
});

test("an output that holds itself is moved with what points to it", () => {
  const list = z.array(z.lazy((): z.ZodType => list));
  const { outputSchema } = wireTool(sampleTool(() => [[]], { output: list }));
  expect(outputSchema).toMatchObject({
    anyOf: [{ properties: { result: { $ref: "#/$defs/output" } } }, {}],
    $defs: { output: { type: "array", items: { $ref: "#/$defs/output" } } },
  });
});

test("a definition of the tool's own keeps its name", () => {
  const node = z.object({
    output: z.string().meta({ id: "output" }),
    get next() {
      return node.optional();
    },
  });
  const { outputSchema } = wireTool(sampleTool(() => ({ output: "a" }), { output: node }));
  expect(outputSchema?.["$defs"]).toMatchObject({ output: { type: "string" }, output_: { type: "object" } });
});
