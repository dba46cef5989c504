import { resolveReference } from "../tool/check-schema.ts";
import type { JsonSchema } from "../tool/schema.ts";

/** The inputs of a tool as a Markdown list, nested ones below their parent: `edits[].path`. */
export function describeInputs(schema: JsonSchema): readonly string[] {
  return [...describeInside(schema, "", schema, [])];
}

function* describeInside(
  schema: JsonSchema,
  path: string,
  root: JsonSchema,
  parents: readonly JsonSchema[],
): Generator<string> {
  const node = resolveReference(schema, root);
  // A schema that holds itself is told once.
  if (parents.includes(node)) return;
  const inner = [...parents, node];
  if (typeof node.items === "object") yield* describeInside(node.items, `${path}[]`, root, inner);
  for (const branch of branchesOf(node) ?? []) yield* describeInside(branch, path, root, inner);
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    const name = path === "" ? key : `${path}.${key}`;
    const description = field.description ?? resolveReference(field, root).description ?? "";
    const need = describeNeed(field, node.required?.includes(key) === true);
    yield `- \`${name}\` (${describeType(field, root)}, ${need}): ${description}`;
    yield* describeInside(field, name, root, inner);
  }
}

function describeNeed(field: JsonSchema, isRequired: boolean): string {
  if (field.default !== undefined) return `default ${JSON.stringify(field.default)}`;
  return isRequired ? "required" : "optional";
}

function describeType(schema: JsonSchema, root: JsonSchema): string {
  const node = resolveReference(schema, root);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((choice) => JSON.stringify(choice)).join(" | ");
  const branches = branchesOf(node);
  if (branches !== undefined) return [...new Set(branches.map((branch) => describeType(branch, root)))].join(" | ");
  if (typeof node.items === "object") return `array of ${describeType(node.items, root)}`;
  if (typeof node.type === "object") return node.type.join(" | ");
  return node.type ?? "any";
}

function branchesOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | undefined {
  return anyOf ?? oneOf;
}
