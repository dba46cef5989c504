import type { JsonSchema } from "../../tool/schema.ts";

/** What the tool list does not repeat, since every turn of a conversation pays for it. */
export interface Brevity {
  /** Fields that mean the same in many tools, with the description that `instructions` give once for all of them. */
  readonly explained: Readonly<Record<string, string>>;
}

/**
 * An input schema in fewer words. It allows nothing more: a call is checked against the schema of the tool
 * itself, and an unknown argument is answered with the valid ones.
 */
export function briefSchema(schema: JsonSchema, { explained }: Brevity): JsonSchema {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) => [name, briefField(field, Object.hasOwn(explained, name) ? explained[name] : undefined)] as const,
  );
  const closed = without(schema, "additionalProperties", false);
  // Restored at its original position: models read a schema from its start.
  return schema.properties === undefined ? closed : { ...closed, properties: Object.fromEntries(fields) };
}

/** Fields whose description would be nowhere. */
export function findBrevityProblems({ explained }: Brevity, instructions: string): string[] {
  return Object.keys(explained)
    .filter((name) => !instructions.includes(`\`${name}\``))
    .map((name) => `brief.explained has \`${name}\`, which instructions do not name; explain it there`);
}

function briefField(field: JsonSchema, explanation: string | undefined): JsonSchema {
  // Names in JSON are always strings, whatever a schema says about them.
  const plain = without(field, "propertyNames", { type: "string" });
  return explanation === undefined ? plain : without(plain, "description", explanation);
}

function without(schema: JsonSchema, keyword: string, value: unknown): JsonSchema {
  if (JSON.stringify(schema[keyword]) !== JSON.stringify(value)) return schema;
  const { [keyword]: _, ...rest } = schema;
  return rest;
}
