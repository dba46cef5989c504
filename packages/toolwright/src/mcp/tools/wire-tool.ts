import type { Tool as WireTool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";

const written = new WeakMap<AnyTool, WireTool>();

/** Written once for each tool: the same bytes in every list, and nothing to do for the next client. */
export function wireTool(tool: AnyTool): WireTool {
  const known = written.get(tool);
  if (known !== undefined) return known;
  const { readOnly, destructive, idempotent, openWorld } = tool.effects;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- JSON Schema of ours and of the SDK differ in name only
  const wire = Object.freeze({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputJsonSchema,
    ...(tool.outputJsonSchema === undefined ? {} : { outputSchema: structuredSchema(tool.outputJsonSchema) }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    ...(tool.meta === undefined ? {} : { _meta: tool.meta }),
  }) as WireTool;
  written.set(tool, wire);
  return wire;
}

/** The legacy era knows objects only, so that anything else is wrapped, in both eras alike. */
export function isObjectSchema(schema: JsonSchema): boolean {
  return schema.type === "object";
}

const textForm = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** What `structuredContent` looks like: the tool's own output, or its text where the output would break the budget. */
function structuredSchema(output: JsonSchema): JsonSchema {
  const { $defs, ...own } = output;
  const isRoot = pointsToRoot(output);
  const inner: JsonSchema = isRoot ? { $ref: outputPointer } : own;
  const form = isObjectSchema(output) ? inner : { type: "object", properties: { result: inner }, required: ["result"] };
  const definitions = isRoot ? { ...movePointers($defs ?? {}), output: movePointers(own) } : $defs;
  return { type: "object", anyOf: [form, textForm], ...(definitions === undefined ? {} : { $defs: definitions }) };
}

const outputPointer = "#/$defs/output";

/** Definitions stay where references look for them; anything else of the output is no longer at the root. */
function isMoved(pointer: unknown): pointer is string {
  return typeof pointer === "string" && pointer.startsWith("#") && !pointer.startsWith("#/$defs/");
}

function pointsToRoot(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(pointsToRoot);
  return isJsonObject(schema) && (isMoved(schema["$ref"]) || Object.values(schema).some(pointsToRoot));
}

function movePointers<Part>(schema: Part): Part {
  const text = JSON.stringify(schema, (key, inner: unknown) =>
    key === "$ref" && isMoved(inner) ? `${outputPointer}${inner.slice(1)}` : inner,
  );
  return JSON.parse(text);
}
