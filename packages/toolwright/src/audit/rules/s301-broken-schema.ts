import { isJsonObject, type JsonObject } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import type { Finding } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { listPaths } from "./schema-fields.ts";

export const brokenSchema = defineRule({
  id: "S301",
  severity: "error",
  title: "A schema cannot be used",
  why: "Clients refuse the tool, or the provider refuses the whole list: one broken schema takes every tool of the session with it.",
  fix: "Make the root an object schema, keep every `$ref` inside the document, give arrays `items`, and declare what is required.",
  measured:
    "Every type, pattern, `$ref` and array, `required`, and the shape of every part of the input and output schema. A required field that is not declared is an info, and a warning where no other fields are allowed, so that no value fits.",
  needs: [],
  *find({ listing }) {
    for (const tool of listing.tools) {
      yield* findInRoot(tool);
      for (const [role, schema] of [
        ["input", tool.raw["inputSchema"]],
        ["output", tool.raw["outputSchema"]],
      ] as const) {
        if (isJsonObject(schema)) yield* findInside(tool.name, role, schema);
      }
    }
  },
});

function* findInRoot({ name, raw: { inputSchema } }: ListedTool): Generator<Finding> {
  if (!isJsonObject(inputSchema)) {
    yield {
      tool: name,
      at: "input",
      cause: "root",
      message: `${name} has no input schema.`,
      evidence: { received: inputSchema },
    };
  } else if (inputSchema["type"] !== "object") {
    yield {
      tool: name,
      at: "input",
      cause: "root",
      message: `The input schema of ${name} is not of type "object".`,
      evidence: { received: inputSchema },
    };
  }
}

function* findInside(tool: string, role: "input" | "output", root: JsonObject): Generator<Finding> {
  for (const { path, node } of walkSchema(root)) {
    const at = `${role}${path}`;
    const problem = findReferenceProblem(node, root);
    if (problem !== undefined) {
      const message = `The ${role} schema of ${tool}: ${problem}.`;
      yield { tool, at, cause: "reference", message, evidence: { received: node } };
    }
    // Providers that turn schemas into grammars refuse it, but JSON Schema allows it.
    if (
      role === "input" &&
      node["type"] === "array" &&
      node["items"] === undefined &&
      node["prefixItems"] === undefined
    ) {
      const message = `The array at \`${path}\` of ${tool} has no \`items\`; some providers refuse the whole list for it.`;
      yield { tool, at, cause: "items", severity: "warning", message, evidence: { received: node } };
    }
    yield* findMalformed(tool, role, at, node);
    const missing = inObjects.test(path) ? findUndeclared(node) : [];
    if (missing.length > 0) {
      const isClosed = node["additionalProperties"] === false;
      const message = `The ${role} schema of ${tool} requires ${listPaths(missing)}, which it does not declare${isClosed ? ", and allows no other fields: no value fits" : ""}.`;
      const severity = isClosed ? "warning" : "info";
      yield { tool, at, cause: "required", severity, message, evidence: { received: node } };
    }
  }
}

type Shape = (value: unknown) => boolean;

const isSchema: Shape = (value) => typeof value === "boolean" || isJsonObject(value);
const isSchemaMap: Shape = (value) => isJsonObject(value) && Object.values(value).every(isSchema);
const isSchemaList: Shape = (value) => Array.isArray(value) && value.every(isSchema);

/** Parts without which a schema cannot be read. */
const shapes: readonly (readonly [keyword: string, hasShape: Shape, what: string])[] = [
  ["properties", isSchemaMap, "an object of schemas"],
  ["$defs", isSchemaMap, "an object of schemas"],
  ["required", (value) => Array.isArray(value) && value.every((name) => typeof name === "string"), "a list of names"],
  ["enum", (value) => Array.isArray(value), "a list"],
  // Before 2020-12 a list stood for the items of a tuple.
  ["items", (value) => isSchema(value) || isSchemaList(value), "a schema"],
  ["anyOf", isSchemaList, "a list of schemas"],
  ["oneOf", isSchemaList, "a list of schemas"],
  ["allOf", isSchemaList, "a list of schemas"],
];

const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

function* findMalformed(tool: string, role: string, at: string, node: JsonObject): Generator<Finding> {
  const { type, pattern } = node;
  const wrong = [type].flat().find((each) => each !== undefined && !(typeof each === "string" && types.has(each)));
  if (wrong !== undefined) {
    const message = `The ${role} schema of ${tool} has the type ${JSON.stringify(wrong)}, which JSON Schema does not know.`;
    yield { tool, at, message, evidence: { received: node } };
  }
  for (const [keyword, hasShape, what] of shapes) {
    if (node[keyword] === undefined || hasShape(node[keyword])) continue;
    const message = `The \`${keyword}\` in the ${role} schema of ${tool} is not ${what}.`;
    yield { tool, at, cause: `malformed ${keyword}`, message, evidence: { received: node } };
  }
  // Patterns of another language are common, and most validators leave them out.
  if (typeof pattern === "string" && !isPattern(pattern)) {
    const message = `The pattern ${JSON.stringify(pattern)} of ${tool} is no regular expression of JSON Schema.`;
    yield { tool, at, cause: "pattern", severity: "warning", message, evidence: { received: node } };
  }
}

function isPattern(pattern: string): boolean {
  return ["u", ""].some((flags) => {
    try {
      return new RegExp(pattern, flags).source !== "";
    } catch {
      return false;
    }
  });
}

function findReferenceProblem(node: JsonObject, root: JsonObject): string | undefined {
  const { $ref: reference } = node;
  if (reference === undefined) return undefined;
  if (typeof reference !== "string") return "a `$ref` is no text";
  if (!reference.startsWith("#")) return `\`$ref\` ${JSON.stringify(reference)} leads out of the document`;
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = decode(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined;
  }
  return at === undefined ? `\`$ref\` ${JSON.stringify(reference)} leads nowhere` : undefined;
}

/** As it stands where it is no percent-encoding. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Where nothing but the object itself declares its fields. */
const inObjects = /^(?:\/properties\/[^/]+|\/items)*$/;
/** What may declare fields, too. */
const otherParts = ["allOf", "anyOf", "oneOf", "if", "then", "else", "$ref", "dependentSchemas", "dependencies"];

function findUndeclared(node: JsonObject): readonly string[] {
  const { properties = {}, patternProperties, required, additionalProperties = true } = node;
  if (!isJsonObject(properties) || !Array.isArray(required) || patternProperties !== undefined) return [];
  if (typeof additionalProperties !== "boolean") return [];
  if (additionalProperties && otherParts.some((part) => part in node)) return [];
  return required.filter((field): field is string => typeof field === "string" && !Object.hasOwn(properties, field));
}

const maxNodes = 5_000;
/** Their values are data and not schemas. */
const data = new Set(["const", "default", "enum", "examples"]);

/** Every schema in a schema, references not followed. */
export function* walkSchema(root: unknown): Generator<{ readonly path: string; readonly node: JsonObject }> {
  const pending: { path: string; value: unknown; isMap: boolean }[] = [{ path: "", value: root, isMap: false }];
  let count = 0;
  for (let next = pending.pop(); next !== undefined && count < maxNodes; next = pending.pop()) {
    const { path, value, isMap } = next;
    if (Array.isArray(value)) {
      pending.push(...value.map((item, index) => ({ path: `${path}/${index}`, value: item, isMap: false })));
    }
    if (!isJsonObject(value)) continue;
    count += 1;
    if (!isMap) yield { path, node: value };
    for (const [key, inner] of Object.entries(value)) {
      if (!isMap && data.has(key)) continue;
      const isNames = !isMap && /^(?:properties|patternProperties|\$defs|definitions|dependentSchemas)$/.test(key);
      pending.push({ path: `${path}/${key}`, value: inner, isMap: isNames });
    }
  }
}
