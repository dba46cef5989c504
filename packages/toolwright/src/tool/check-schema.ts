import type { JsonSchema } from "./schema.ts";

/** Names that suggest a closed set of words. */
const closedWords = new Set(
  "action detail direction kind level mode operation order scope sort strategy style tier verbosity".split(" "),
);

/** A description that lists its words: 'a' or 'b'; "a" | "b"; one of a, b. */
const listedWords =
  /(['"`])[\w-]+\1\s*(?:,|\||\/|\bor\b)\s*(?:or\s+)?(['"`])[\w-]+\2|\bone of:?\s+[\w-]+\s*(?:,|\||\bor\b)/i;

/**
 * What would confuse a model in a schema. Inputs are checked in full; of an output only the root,
 * because no one has to write an output by hand.
 */
export function findSchemaProblems(schema: JsonSchema, role: "input" | "output"): string[] {
  if (role === "output") return findOutsideReference(schema, "output");
  if (schema.type !== "object") return [`input must be an object schema (z.strictObject), not ${describeType(schema)}`];
  return [...findOutsideReference(schema, "input"), ...findProblemsIn(schema, "input", schema, new Set())];
}

function findProblemsIn(schema: JsonSchema, path: string, root: JsonSchema, seen: Set<JsonSchema>): string[] {
  const resolved = resolveReference(schema, root);
  if (seen.has(resolved)) return [];
  seen.add(resolved);
  const problems: string[] = [];
  if (resolved.properties !== undefined || resolved.type === "object") {
    // A record has no named fields and may define its values; an object with fields takes no others.
    const isRecord = resolved.properties === undefined && typeof resolved.additionalProperties === "object";
    if (resolved.additionalProperties !== false && !isRecord) {
      problems.push(`${path} accepts unknown fields silently; use z.strictObject`);
    }
    for (const [name, field] of Object.entries(resolved.properties ?? {})) {
      problems.push(...findFieldProblems(name, field, `${path}.${name}`, root));
    }
  }
  for (const [child, childPath] of childrenOf(resolved, path))
    problems.push(...findProblemsIn(child, childPath, root, seen));
  return problems;
}

function findFieldProblems(name: string, field: JsonSchema, path: string, root: JsonSchema): string[] {
  const description = field.description ?? resolveReference(field, root).description;
  if (description === undefined || description.trim() === "") {
    return [`${path} has no description; add .describe("…") in a few words`];
  }
  if (!isFreeText(resolveReference(field, root))) return [];
  const lastWord = name.toLowerCase().split("_").at(-1) ?? name;
  if (!closedWords.has(lastWord) && !listedWords.test(description)) return [];
  return [
    `${path} is free text but names a closed set of words; use z.enum, or give examples with .meta() if it is open`,
  ];
}

function isFreeText(field: JsonSchema): boolean {
  if (field.anyOf !== undefined) return field.anyOf.some(isFreeText);
  const constrained = field.enum ?? field.const ?? field.pattern ?? field.format ?? field.examples;
  return field.type === "string" && constrained === undefined;
}

function* childrenOf(schema: JsonSchema, path: string): Generator<[JsonSchema, string]> {
  for (const [name, child] of Object.entries(schema.properties ?? {})) yield [child, `${path}.${name}`];
  if (typeof schema.items === "object") yield [schema.items, `${path}[]`];
  if (typeof schema.additionalProperties === "object") yield [schema.additionalProperties, `${path}.*`];
  for (const child of schema.prefixItems ?? []) yield [child, `${path}[]`];
  for (const child of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) yield [child, path];
}

/** Only references inside the same document; anything else stays as it is. */
export function resolveReference(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (schema.$ref === "#") return root;
  const name = schema.$ref?.match(/^#\/\$defs\/(.+)$/)?.[1];
  const { $defs = {} } = root;
  return (name !== undefined && Object.hasOwn($defs, name) ? $defs[name] : undefined) ?? schema;
}

function findOutsideReference(schema: JsonSchema, path: string): string[] {
  const external = JSON.stringify(schema).match(/"\$ref":"(?!#)([^"]*)"/)?.[1];
  return external === undefined ? [] : [`${path} refers to ${external} outside of itself; clients cannot follow that`];
}

function describeType(schema: JsonSchema): string {
  return schema.type === undefined ? "a schema without a type" : JSON.stringify(schema.type);
}
