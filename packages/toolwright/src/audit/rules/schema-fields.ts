import { resolveReference } from "../../tool/check-schema.ts";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";
import { splitName } from "./listed-tools.ts";

/** One field of a schema, with references followed. */
export interface SchemaField {
  /** With its parents: `filter.kind`, `edits[].path`. */
  readonly path: string;
  readonly name: string;
  readonly schema: JsonSchema;
  readonly description: string;
  readonly required: boolean;
  /** Descriptions of what it stands in, from outside in. */
  readonly parents: readonly string[];
}

const maxFields = 500;

/** Every named field of an object schema, nested ones below their parent. */
export function listFields(root: JsonSchema): readonly SchemaField[] {
  const fields: SchemaField[] = [];
  visit(root, "", [], []);
  return fields;

  function visit(schema: JsonSchema, path: string, parents: readonly JsonSchema[], texts: readonly string[]): void {
    const node = resolveReference(schema, root);
    if (parents.includes(node) || fields.length > maxFields) return;
    const inner = [...parents, node];
    if (isJsonObject(node.items)) visit(node.items, `${path}[]`, inner, [...texts, node.items.description ?? ""]);
    for (const branch of [node.anyOf, node.oneOf, node.allOf].flatMap((each) => (Array.isArray(each) ? each : []))) {
      if (isJsonObject(branch)) visit(branch, path, inner, texts);
    }
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      if (!isJsonObject(field)) continue;
      const own = path === "" ? name : `${path}.${name}`;
      const resolved = resolveReference(field, root);
      const required = Array.isArray(node.required) && node.required.includes(name);
      const form = unwrap(resolved, root);
      const words = [field.description, resolved.description, form.description];
      const description = words.find((text) => typeof text === "string" && text.trim() !== "") ?? "";
      fields.push({ path: own, name, schema: form, description, required, parents: texts });
      visit(field, own, inner, [...texts, description]);
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

/** Whether a text speaks of a field: by its name, or by the words of it. Short names count only in quotes or before a colon. */
export function mentions(text: string, name: string): boolean {
  const literal = name.replaceAll(/[^\w-]/g, ".");
  if (name.length < 3)
    return new RegExp(`[\`'"]${literal}[\`'"]|(?:^|[\\s(*-])${literal}\\s*(?:\\([^)]*\\))?:`).test(text);
  const spoken = splitName(name).join("[ _-]?");
  return new RegExp(`(?<![\\w])(?:${literal}|${spoken})(?![\\w])`, "i").test(text);
}
