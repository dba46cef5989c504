import { resolveReference } from "../tool/check-schema.ts";
import { isJsonObject, type JsonSchema } from "../tool/schema.ts";
import { describeValue } from "../tool/describe-value.ts";

export interface RepairedInput {
  readonly value: unknown;
  readonly notes: readonly string[];
}

const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Repairs mistakes that models make often, if only one reading is possible. Anything else stays as received. */
export function repairInput(schema: JsonSchema, input: unknown): RepairedInput {
  const notes: string[] = [];
  const repair = (node: JsonSchema, value: unknown, path: string): unknown => {
    const target = singleShape(resolveReference(node, schema));
    const read = readAs(target.type, value);
    if (read !== undefined) {
      const shown = typeof read.value === "object" ? String(target.type) : JSON.stringify(read.value);
      notes.push(
        `${path === "" ? "The input" : `\`${path}\``} was given as ${describeValue(value)} and read as ${shown}.`,
      );
    }
    const current = read === undefined ? value : read.value;
    if (Array.isArray(current) && typeof target.items === "object") {
      const { items } = target;
      return current.map((item: unknown, index) => repair(items, item, `${path}[${index}]`));
    }
    if (!isJsonObject(current) || target.properties === undefined) return current;
    const fields = target.properties;
    const entries = Object.entries(current).flatMap(([key, inner]): [string, unknown][] => {
      const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (field === undefined) return [[key, inner]];
      const name = path === "" ? key : `${path}.${key}`;
      if (inner !== null || acceptsNull(resolveReference(field, schema)) || target.required?.includes(key) === true) {
        return [[key, repair(field, inner, name)]];
      }
      notes.push(`\`${name}\` was null and read as not given.`);
      return [];
    });
    return Object.fromEntries(entries);
  };
  const value = repair(schema, input, "");
  return { value, notes };
}

/** "number or null" has one shape besides null; "string or number" has two and is never repaired. */
function singleShape(schema: JsonSchema): JsonSchema {
  if (typeof schema.type === "object") {
    const types = schema.type.filter((type) => type !== "null");
    return types.length === 1 && types[0] !== undefined ? { ...schema, type: types[0] } : schema;
  }
  const shapes = (schema.anyOf ?? []).filter((shape) => shape.type !== "null");
  return shapes.length === 1 && shapes[0] !== undefined ? shapes[0] : schema;
}

function acceptsNull(schema: JsonSchema): boolean {
  if (schema.type === "null" || (typeof schema.type === "object" && schema.type.includes("null"))) return true;
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].some(acceptsNull) || isUntyped(schema);
}

function isUntyped(schema: JsonSchema): boolean {
  return (
    schema.type === undefined && schema.anyOf === undefined && schema.enum === undefined && schema.const === undefined
  );
}

function readAs(type: JsonSchema["type"], value: unknown): { readonly value: unknown } | undefined {
  if (type === "string") return typeof value === "boolean" || isExact(value) ? { value: String(value) } : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  switch (type) {
    case "integer":
    case "number":
      return readNumber(text);
    case "boolean":
      return /^(?:true|false)$/i.test(text) ? { value: text.toLowerCase() === "true" } : undefined;
    case "array":
      return parsed(text, Array.isArray);
    case "object":
      return parsed(text, isJsonObject);
    default:
      return undefined;
  }
}

/** A number that still has the digits as written: 1.10 and long ids have lost theirs by now. */
function isExact(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value);
}

/** Up to 15 digits a number keeps all of them; longer ones would change silently. */
function readNumber(text: string): { readonly value: number } | undefined {
  const digits = text.replaceAll(/[eE].*$|[^0-9]/g, "").replace(/^0+/, "");
  const value = Number(text);
  const isWhole = digits.length <= 15 && Number.isFinite(value) && (value !== 0 || digits === "");
  return numberPattern.test(text) && isWhole ? { value } : undefined;
}

function parsed(text: string, isWanted: (value: unknown) => boolean): { readonly value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isWanted(value) ? { value } : undefined;
  } catch {
    return undefined;
  }
}
