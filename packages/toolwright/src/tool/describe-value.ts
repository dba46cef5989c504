import { resolveReference } from "./check-schema.ts";
import type { JsonSchema } from "./schema.ts";

const longest = 80;

/** A value as named in an error: short, on one line, without anything that could confuse a terminal or a reader. */
export function describeValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  const text = typeof value === "string" ? describeText(value) : shorten(escapeHidden(printed(value)));
  return `${text} (${typeName(value)})`;
}

/** The same for a value that is always text. */
export function describeText(text: string): string {
  return shorten(escapeHidden(JSON.stringify(text.slice(0, longest + 1))));
}

function shorten(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** Control, format and ignorable characters: bidirectional marks, zero widths, fillers, tags, variation selectors. */
const hidden = /[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}]/gu;

/** Escapes invisible characters, so that a reader sees exactly what is there. */
export function escapeHidden(text: string): string {
  return text.replaceAll(hidden, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
  });
}

/** JSON of the same value in which nothing is invisible; on several lines where an indent is given. */
export function visibleJson(value: unknown, indent?: number): string {
  const lines = (JSON.stringify(value, undefined, indent) ?? "null").split("\n");
  return lines.map((line) => line.replaceAll(hidden, escapeUnits)).join("\n");
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    const unit = character.charCodeAt(at).toString(16);
    return `\\u${unit.padStart(4, "0")}`;
  }).join("");
}

function printed(value: unknown): string {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  try {
    return JSON.stringify(value) ?? typeof value;
  } catch {
    return "a value that JSON cannot hold";
  }
}

function typeName(value: unknown): string {
  if (Array.isArray(value)) return "array";
  return typeof value;
}

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

/** The type in TypeScript syntax, since that is what most readers know. */
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
