import { resolveReference } from "../../tool/check-schema.ts";
import { isJsonObject, type JsonSchema } from "../../tool/schema.ts";

// In this order, because the kernel reads some numbers, booleans and texts as what was meant.
const candidates: readonly unknown[] = [{ wrong: true }, ["wrong"], "\u0001wrong", 0.5, true];

/** A value of a type that the field does not take; undefined when it takes every type. */
export function findWrongValue(field: JsonSchema, root: JsonSchema): { readonly value: unknown } | undefined {
  const types = acceptedTypes(field, root, new Set());
  if (types === undefined) return undefined;
  const value = candidates.find((candidate) => !types.has(typeOf(candidate)));
  return value === undefined ? undefined : { value };
}

/** Undefined when the schema does not say. */
function acceptedTypes(schema: JsonSchema, root: JsonSchema, seen: Set<JsonSchema>): ReadonlySet<string> | undefined {
  const resolved = resolveReference(schema, root);
  if (seen.has(resolved)) return new Set();
  seen.add(resolved);
  if (resolved.const !== undefined) return new Set([typeOf(resolved.const)]);
  if (resolved.enum !== undefined) return new Set(resolved.enum.map(typeOf));
  if (resolved.type !== undefined) return new Set([resolved.type].flat().map(plainType));
  const choices = resolved.anyOf ?? resolved.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => acceptedTypes(choice, root, seen)));
  return resolved.allOf?.map((part) => acceptedTypes(part, root, seen)).find((types) => types !== undefined);
}

function union(sets: readonly (ReadonlySet<string> | undefined)[]): ReadonlySet<string> | undefined {
  const known = sets.filter((types) => types !== undefined);
  return known.length < sets.length ? undefined : new Set(known.flatMap((types) => [...types]));
}

function plainType(type: string): string {
  return type === "integer" ? "number" : type;
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isJsonObject(value) ? "object" : typeof value;
}
