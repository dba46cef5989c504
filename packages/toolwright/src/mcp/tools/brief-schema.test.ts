import { expect, test } from "vitest";
import * as z from "zod";
import { reads } from "../../../test/sample.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { briefSchema, findBrevityProblems } from "./brief-schema.ts";

const brief = { explained: { project: "Default: active", limit: "At most" } };

test("what instructions explain, and what every call is checked against anyway, is left out", () => {
  const { inputJsonSchema } = defineTool({
    name: "sample",
    description: "A sample.",
    effects: reads,
    handle: () => "",
    input: z.strictObject({
      path: z.string().describe("File"),
      limit: z.number().optional().describe("Lines"),
      keys: z.record(z.string(), z.unknown()).describe("To set"),
      project: z.string().optional().describe("Default: active"),
    }),
  });
  expect(inputJsonSchema.additionalProperties).toBe(false);
  const shown = briefSchema(inputJsonSchema, brief);
  expect(Object.keys(shown)).toEqual(["type", "properties", "required"]);
  expect(shown).toEqual({
    type: "object",
    properties: {
      path: { type: "string", description: "File" },
      // Means something else here.
      limit: { type: "number", description: "Lines" },
      keys: { type: "object", description: "To set", additionalProperties: {} },
      project: { type: "string" },
    },
    required: ["path", "keys"],
  });
});

test("what a schema allows or forbids beyond its fields stays", () => {
  const open = { type: "object", additionalProperties: { type: "string" } };
  expect(briefSchema(open, brief)).toEqual(open);
  const named = { type: "object", properties: { keys: { type: "object", propertyNames: { pattern: "^a" } } } };
  expect(briefSchema(named, brief)).toEqual(named);
});

test("a field that nobody explains is a problem", () => {
  expect(findBrevityProblems(brief, "Every tool takes `project`, many a limit.")).toEqual([
    "brief.explained has `limit`, which instructions do not name; explain it there",
  ]);
  expect(findBrevityProblems(brief, "`project` and `limit`")).toEqual([]);
});
