import type { Tool as WireTool } from "@modelcontextprotocol/server";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";
import type { AnyTool } from "../../tool/tool.ts";
import { briefSchema, type Brevity } from "./brief-schema.ts";

const inFull = Object.freeze({});
const written = new WeakMap<object, WeakMap<AnyTool, WireTool>>();

/** Serialised once per tool: the same bytes in every list, and no work for the next client. */
export function wireTool(tool: AnyTool, brief?: Brevity): WireTool {
  const alike = writtenWith(brief ?? inFull);
  const known = alike.get(tool);
  if (known !== undefined) return known;
  const { readOnly, destructive, idempotent, openWorld } = tool.effects;
  // oxlint-disable-next-line typescript/consistent-type-assertions -- JSON Schema of ours and of the SDK differ in name only
  const wire = Object.freeze({
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: brief === undefined ? tool.inputJsonSchema : briefSchema(tool.inputJsonSchema, brief),
    ...(tool.outputJsonSchema === undefined ? {} : { outputSchema: structuredSchema(tool.outputJsonSchema) }),
    annotations: {
      readOnlyHint: readOnly,
      destructiveHint: destructive,
      idempotentHint: idempotent,
      openWorldHint: openWorld,
    },
    ...(tool.meta === undefined ? {} : { _meta: tool.meta }),
  }) as WireTool;
  alike.set(tool, wire);
  return wire;
}

function writtenWith(brief: object): WeakMap<AnyTool, WireTool> {
  const alike = written.get(brief) ?? new WeakMap<AnyTool, WireTool>();
  written.set(brief, alike);
  return alike;
}

/** The legacy era supports only objects, so anything else is wrapped, in both eras alike. */
export function isObjectSchema(schema: JsonSchema): boolean {
  return schema.type === "object";
}

const textForm = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };

/** The schema of `structuredContent`: the tool's own output, or its text if the output would exceed the budget. */
function structuredSchema(output: JsonSchema): JsonSchema {
  const { $defs, ...own } = output;
  if (!pointsToRoot(output)) return chooseForm(output, own, $defs);
  const name = freeName($defs ?? {});
  const pointer = `#/$defs/${name}`;
  const definitions = { ...movePointers($defs ?? {}, pointer), [name]: movePointers(own, pointer) };
  return chooseForm(output, { $ref: pointer }, definitions);
}

function chooseForm(output: JsonSchema, inner: JsonSchema, $defs: JsonSchema["$defs"]): JsonSchema {
  const form = isObjectSchema(output) ? inner : { type: "object", properties: { result: inner }, required: ["result"] };
  return { type: "object", anyOf: [form, textForm], ...($defs === undefined ? {} : { $defs }) };
}

function freeName(taken: Readonly<Record<string, unknown>>, name = "output"): string {
  return Object.hasOwn(taken, name) ? freeName(taken, `${name}_`) : name;
}

/** Definitions stay where references look for them, and anchors are found anywhere; the rest is no longer at the root. */
function isMoved(pointer: unknown): pointer is string {
  return typeof pointer === "string" && /^#(\/(?!\$defs\/)|$)/.test(pointer);
}

function pointsToRoot(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(pointsToRoot);
  return isJsonObject(schema) && (isMoved(schema["$ref"]) || Object.values(schema).some(pointsToRoot));
}

function movePointers<Part>(schema: Part, to: string): Part {
  const text = JSON.stringify(schema, (key, inner: unknown) =>
    key === "$ref" && isMoved(inner) ? `${to}${inner.slice(1)}` : inner,
  );
  return JSON.parse(text);
}
