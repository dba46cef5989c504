import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import type { Finding } from "../rule.ts";
import type { ListedTool } from "../seen.ts";

export const brokenSchema = defineRule({
  id: "S301",
  severity: "error",
  title: "A schema cannot be used",
  why: "Clients refuse the tool, or the provider refuses the whole list: one broken schema takes every tool of the session with it.",
  fix: "Make the root an object schema, keep every `$ref` inside the document, and give arrays `items`.",
  measured: "Every type, pattern and `$ref`, `required` and every array of the input and output schema.",
  needs: [],
  *find({ listing }) {
    for (const tool of listing.tools) {
      yield* findInRoot(tool);
      for (const [role, schema] of [
        ["input", tool.inputSchema],
        ["output", tool.outputSchema],
      ] as const) {
        if (schema !== undefined) yield* findInside(tool.name, role, schema);
      }
    }
  },
});

function* findInRoot({ name, raw, inputSchema }: ListedTool): Generator<Finding> {
  if (!isJsonObject(raw["inputSchema"])) {
    yield {
      tool: name,
      at: "input",
      cause: "root",
      message: `${name} has no input schema.`,
      evidence: { received: raw["inputSchema"] },
    };
  } else if (inputSchema.type !== "object") {
    yield {
      tool: name,
      at: "input",
      cause: "root",
      message: `The input schema of ${name} is not of type "object".`,
      evidence: { received: inputSchema },
    };
  }
}

function* findInside(tool: string, role: "input" | "output", root: JsonSchema): Generator<Finding> {
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
    const missing = findUndeclared(node);
    if (missing.length > 0 && path === "") {
      const message = `The ${role} schema of ${tool} requires ${missing.map((field) => `\`${field}\``).join(", ")}, which it does not declare.`;
      yield { tool, at, cause: "required", severity: "warning", message, evidence: { received: node } };
    }
  }
}

const types = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);

function* findMalformed(
  tool: string,
  role: string,
  at: string,
  node: Readonly<Record<string, unknown>>,
): Generator<Finding> {
  const { type, properties, pattern } = node;
  const wrong = [type].flat().find((each) => each !== undefined && !(typeof each === "string" && types.has(each)));
  if (wrong !== undefined) {
    const message = `The ${role} schema of ${tool} has the type ${JSON.stringify(wrong)}, which JSON Schema does not know.`;
    yield { tool, at, message, evidence: { received: node } };
  }
  if (properties !== undefined && !isJsonObject(properties)) {
    const message = `The \`properties\` in the ${role} schema of ${tool} are no object.`;
    yield { tool, at, message, evidence: { received: node } };
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

function findReferenceProblem(node: Readonly<Record<string, unknown>>, root: JsonSchema): string | undefined {
  const { $ref: reference } = node;
  if (reference === undefined) return undefined;
  if (typeof reference !== "string") return "a `$ref` is no text";
  if (!reference.startsWith("#")) return `\`$ref\` ${JSON.stringify(reference)} leads out of the document`;
  if (reference !== "#" && !reference.startsWith("#/")) return undefined;
  let at: unknown = root;
  for (const part of reference.split("/").slice(1)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    at = Array.isArray(at) ? at[Number(key)] : isJsonObject(at) ? at[key] : undefined;
  }
  return at === undefined ? `\`$ref\` ${JSON.stringify(reference)} leads nowhere` : undefined;
}

function findUndeclared(node: Readonly<Record<string, unknown>>): readonly string[] {
  const { properties, required, additionalProperties } = node;
  if (!isJsonObject(properties) || !Array.isArray(required) || additionalProperties !== false) return [];
  return required.filter((field): field is string => typeof field === "string" && !Object.hasOwn(properties, field));
}

const maxNodes = 5_000;
/** Their values are data and not schemas. */
const data = new Set(["const", "default", "enum", "examples"]);

/** Every schema in a schema, references not followed. */
export function* walkSchema(
  root: unknown,
): Generator<{ readonly path: string; readonly node: Readonly<Record<string, unknown>> }> {
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
