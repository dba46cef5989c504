import { resolveReference } from "../../tool/check-schema.ts";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";

/** One field of a schema, with references followed. */
export interface SchemaField {
  /** With its parents: `filter.kind`, `edits[].path`. */
  readonly path: string;
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  readonly required: boolean;
}

const maxFields = 500;

/** Every named field of an object schema, nested ones below their parent. */
export function listFields(root: JsonSchema): readonly SchemaField[] {
  const fields: SchemaField[] = [];
  visit(root, "", []);
  return fields;

  function visit(schema: JsonSchema, path: string, parents: readonly JsonSchema[]): void {
    const node = resolveReference(schema, root);
    if (parents.includes(node) || fields.length > maxFields) return;
    const inner = [...parents, node];
    if (isJsonObject(node.items)) visit(node.items, `${path}[]`, inner);
    for (const branch of [node.anyOf, node.oneOf, node.allOf].flatMap((each) => (Array.isArray(each) ? each : []))) {
      if (isJsonObject(branch)) visit(branch, path, inner);
    }
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      if (!isJsonObject(field)) continue;
      const own = path === "" ? name : `${path}.${name}`;
      const resolved = resolveReference(field, root);
      const required = Array.isArray(node.required) && node.required.includes(name);
      const form = unwrap(resolved, root);
      const texts = [field.description, resolved.description, form.description];
      const description = texts.find((text) => typeof text === "string" && text.trim() !== "") ?? "";
      fields.push({ path: own, name, schema: form, description, required });
      visit(field, own, inner);
    }
  }
}

/** `X | null` is X. */
function unwrap(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const branches = (Array.isArray(schema.anyOf) ? schema.anyOf : []).map((branch) => resolveReference(branch, root));
  const [only, ...others] = branches.filter((branch) => branch.type !== "null");
  return only === undefined || others.length > 0 ? schema : { ...schema, ...only };
}

export function hasType({ type }: JsonSchema, wanted: string): boolean {
  return type === wanted || (Array.isArray(type) && type.includes(wanted));
}

/** Paths for a sentence: at most six, then their number. */
export function listPaths(paths: readonly string[]): string {
  const shown = paths.slice(0, 6).map((path) => `\`${path}\``);
  const rest = paths.length - shown.length;
  return `${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
