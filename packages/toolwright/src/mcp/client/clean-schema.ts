import { cleanLine, hasHidden } from "../../tool/adopt-tool.ts";
import { isJsonObject, type JsonObject, type JsonSchema } from "../../tool/schema.ts";

/** With all references followed; a few kilobytes can expand to billions. */
const maxExpanded = 20_000;

/** Why a third-party schema is not used. */
export class UnusableSchema extends Error {
  override readonly name = "UnusableSchema";
}

export interface CleanedSchema {
  /** For the model: prose cleaned and shortened, everything else as received. */
  readonly printed: JsonSchema;
  /** For the validator: the same without patterns that could take forever. */
  readonly checked: JsonSchema;
}

const maxBytes = 100 * 1024;
const maxDepth = 32;
const maxProse = 1_000;

const schemaKeywords = new Set(
  "additionalItems additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties".split(
    " ",
  ),
);
const mapKeywords = new Set("$defs definitions dependentSchemas patternProperties properties".split(" "));
const listKeywords = new Set("allOf anyOf oneOf prefixItems".split(" "));
const dataKeywords = new Set("const default enum examples".split(" "));
/** Without these, a reference can only mean a place in this document. */
const anchorKeywords = new Set("$anchor $dynamicAnchor $id $recursiveAnchor $vocabulary id".split(" "));
const machineKeywords = new Set("$ref $schema format pattern type".split(" "));

/** A third-party schema made safe to print and to validate with, or an `UnusableSchema` that says why not. */
export function cleanSchema(schema: unknown): CleanedSchema {
  if (!isJsonObject(schema)) throw new UnusableSchema("its input schema is no object");
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > maxBytes) throw new UnusableSchema(`its input schema has ${bytes} bytes, at most ${maxBytes} are read`);
  const printed = cleanNode(schema, 0, () => true);
  if (printed.type !== "object") throw new UnusableSchema("its input schema is not of type object");
  const problem = findReferenceProblem(printed);
  if (problem !== undefined) throw new UnusableSchema(problem);
  return { printed, checked: cleanNode(schema, 0, isPlainPattern) };
}

type KeepPattern = (pattern: string) => boolean;

function cleanNode(node: JsonObject, depth: number, keepPattern: KeepPattern): JsonSchema {
  if (depth > maxDepth) throw new UnusableSchema(`its input schema is nested deeper than ${maxDepth} levels`);
  const clean = (child: unknown, keyword: string): unknown => {
    if (typeof child === "boolean") return child;
    if (!isJsonObject(child)) throw malformed(keyword);
    return cleanNode(child, depth + 1, keepPattern);
  };
  const entries = Object.entries(node).flatMap(([keyword, value]): [string, unknown][] => {
    if (anchorKeywords.has(keyword) || (keyword === "pattern" && !keepPattern(String(value)))) return [];
    if (schemaKeywords.has(keyword)) {
      // The old form of tuples: a list of schemas.
      const isTuple = keyword === "items" && Array.isArray(value);
      return [[keyword, isTuple ? value.map((item) => clean(item, keyword)) : clean(value, keyword)]];
    }
    if (mapKeywords.has(keyword)) return [[keyword, cleanMap(value, keyword, clean)]];
    if (listKeywords.has(keyword)) {
      if (!Array.isArray(value)) throw malformed(keyword);
      return [[keyword, value.map((item) => clean(item, keyword))]];
    }
    return cleanKeyword(keyword, value);
  });
  return Object.fromEntries(entries);
}

function cleanMap(value: unknown, keyword: string, clean: (child: unknown, keyword: string) => unknown): JsonObject {
  if (!isJsonObject(value)) throw malformed(keyword);
  for (const name of Object.keys(value)) {
    // A name must be sent as it is, so it cannot be cleaned.
    if (hasHidden(name) || name === "__proto__") {
      throw new UnusableSchema(`its input schema has a name with hidden characters: ${cleanDescription(name)}`);
    }
    if (keyword === "patternProperties" && !isPlainPattern(name)) {
      throw new UnusableSchema(`its input schema has a pattern that could take for ever: ${cleanDescription(name)}`);
    }
  }
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, clean(child, keyword)]));
}

function cleanKeyword(keyword: string, value: unknown): [string, unknown][] {
  if (dataKeywords.has(keyword)) {
    if ((keyword === "enum" || keyword === "examples") && !Array.isArray(value)) throw malformed(keyword);
    const hiding = /\\u(?:00[01][0-9a-f]|d[89a-f])/i;
    const text = JSON.stringify(value);
    if (hasHidden(text) || hiding.test(text.replaceAll("\\\\", ""))) {
      throw new UnusableSchema(`its input schema has a value with hidden characters under ${keyword}`);
    }
    return [[keyword, value]];
  }
  if (keyword === "required" || (keyword === "type" && Array.isArray(value))) {
    if (!Array.isArray(value) || value.some((name) => typeof name !== "string")) throw malformed(keyword);
    return [[keyword, value]];
  }
  if (machineKeywords.has(keyword)) {
    if (typeof value !== "string" || hasHidden(value)) throw malformed(keyword);
    return [[keyword, value]];
  }
  if (keyword === "dependentRequired" || keyword === "dependencies") return [];
  if (typeof value === "string") return [[keyword, cleanLine(value, maxProse)]];
  // Unknown keywords with structured values are of no use to a model.
  return typeof value === "object" ? [] : [[keyword, value]];
}

function malformed(keyword: string): UnusableSchema {
  return new UnusableSchema(`its input schema has a malformed ${cleanDescription(keyword)}`);
}

function cleanDescription(text: string): string {
  return JSON.stringify(cleanLine(text, 60));
}

/** Why the references of a schema must not be followed; undefined if all stay inside and the whole stays small. */
function findReferenceProblem(root: JsonSchema): string | undefined {
  const sizes = new Map<object, number>();
  let problem: string | undefined;

  function sizeOf(node: unknown): number {
    if (typeof node !== "object" || node === null) return 0;
    const known = sizes.get(node);
    if (known !== undefined) return known;
    // A reference to an enclosing schema is as deep as the data, not as the schema.
    sizes.set(node, 0);
    let size = 1;
    for (const child of Object.values(node)) size += sizeOf(child);
    if ("$ref" in node && typeof node.$ref === "string") size += sizeOf(follow(node.$ref));
    sizes.set(node, size);
    return size;
  }

  function follow(reference: string): unknown {
    const target = reference.startsWith("#") ? resolvePointer(root, reference) : undefined;
    problem ??= target === undefined ? describeReference(reference) : undefined;
    return target;
  }

  const size = sizeOf(root);
  if (problem !== undefined) return problem;
  return size <= maxExpanded ? undefined : "its input schema refers to its parts so often that it has no end";
}

function resolvePointer(root: JsonSchema, reference: string): unknown {
  if (reference === "#") return root;
  if (!reference.startsWith("#/")) return undefined;
  let node: unknown = root;
  for (const part of decodeURIComponent(reference.slice(2)).split("/")) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(node)) node = node[Number(key)];
    else node = isJsonObject(node) && Object.hasOwn(node, key) ? node[key] : undefined;
  }
  return node;
}

function describeReference(reference: string): string {
  const shown = JSON.stringify(reference.slice(0, 80));
  if (!reference.startsWith("#")) return `its input schema refers to ${shown}, and nothing is fetched for a schema`;
  return `its input schema refers to ${shown}, which is not in it`;
}

/** More than two of these in one pattern can make matching polynomial. */
const maxBranches = 2;
const maxLength = 500;

/**
 * Whether matching is fast for any text: no repeated groups, few open repetitions. A third-party pattern that is not
 * plain is left to its own server; an invalid one is no pattern at all.
 */
export function isPlainPattern(pattern: string): boolean {
  if (pattern.length > maxLength || /\)[*+?{]|\\[1-9k]/.test(pattern) || !isValid(pattern)) return false;
  const branches = pattern.replaceAll(/\\./g, "").match(/[*+]|\{\d*,\d*\}/g) ?? [];
  return branches.length <= maxBranches;
}

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
