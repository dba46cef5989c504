import { resolveReference } from "./check-schema.ts";
import type { JsonSchema } from "./schema.ts";

/** One field of a schema, as a person reads it. */
export interface FieldRow {
  /** With its parents: `filter.kind`, `edits[].path`. */
  readonly name: string;
  readonly type: string;
  readonly description: string;
}

/** The fields of an object schema in order, nested ones below their parent. */
export function describeFields(schema: JsonSchema): readonly FieldRow[] {
  return [...fieldsOf(schema, schema, "", [])];
}

function* fieldsOf(
  schema: JsonSchema,
  root: JsonSchema,
  path: string,
  parents: readonly JsonSchema[],
): Generator<FieldRow> {
  const node = resolveReference(schema, root);
  if (parents.includes(node)) return;
  if (typeof node.items === "object") yield* fieldsOf(node.items, root, `${path}[]`, parents);
  const inner = [...parents, node];
  for (const branch of node.anyOf ?? node.oneOf ?? []) yield* fieldsOf(branch, root, path, inner);
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    const name = path === "" ? key : `${path}.${key}`;
    const description = field.description ?? resolveReference(field, root).description ?? "";
    const need = describeNeed(field, node.required?.includes(key) === true);
    yield { name, type: `${describeType(field, root)}${need}`, description };
    yield* fieldsOf(field, root, name, inner);
  }
}

function describeNeed(field: JsonSchema, required: boolean): string {
  if (field.default !== undefined) return ` = ${JSON.stringify(field.default)}`;
  return required ? "" : ", optional";
}

/** The type in the words of TypeScript, since that is what most readers know. */
export function describeType(schema: JsonSchema, root: JsonSchema): string {
  const node = resolveReference(schema, root);
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum !== undefined) return node.enum.map((choice) => JSON.stringify(choice)).join(" | ");
  const branches = node.anyOf ?? node.oneOf;
  if (branches !== undefined) return [...new Set(branches.map((branch) => describeType(branch, root)))].join(" | ");
  if (node.type === "array") return describeArray(node, root);
  if (typeof node.type === "object") return node.type.join(" | ");
  return node.type ?? "any";
}

function describeArray(node: JsonSchema, root: JsonSchema): string {
  if (typeof node.items !== "object") return "array";
  const item = describeType(node.items, root);
  return item.includes(" ") ? `(${item})[]` : `${item}[]`;
}
