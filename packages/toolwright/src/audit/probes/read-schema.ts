import { isJsonObject, type JsonObject, type JsonSchema } from "../../tool/schema.ts";

/**
 * The schema as far as its parts have the types that JSON Schema gives them: some programs write nulls for what is absent.
 * What has another type is left out; of a field that is no schema, the name is kept.
 */
export function readSchema(schema: JsonObject): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([keyword, value]) => {
      const read = readers.get(keyword);
      const kept = read === undefined ? value : read(value);
      return kept === undefined ? [] : [[keyword, kept]];
    }),
  );
}

/** Undefined: left out. */
type Reader = (value: unknown) => unknown;

const text: Reader = (value) => (typeof value === "string" ? value : undefined);
const list: Reader = (value) => (Array.isArray(value) ? value : undefined);
const texts = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : undefined;
const one: Reader = (value) => (isJsonObject(value) ? readSchema(value) : undefined);
const oneOrBoolean: Reader = (value) => (typeof value === "boolean" ? value : one(value));
const several: Reader = (value) => (Array.isArray(value) ? value.flatMap(branch) : undefined);
const byName: Reader = (value) =>
  isJsonObject(value)
    ? Object.fromEntries(
        Object.entries(value).flatMap(([name, field]) => (field === false ? [] : [[name, readSchema(shapeOf(field))]])),
      )
    : undefined;

/** `true` allows everything, as an empty schema does. */
function branch(value: unknown): JsonSchema[] {
  return value === true || isJsonObject(value) ? [readSchema(shapeOf(value))] : [];
}

function shapeOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The keywords that the audit reads. */
const readers: ReadonlyMap<string, Reader> = new Map([
  ["type", (value) => (Array.isArray(value) ? texts(value) : text(value))],
  ["description", text],
  ["pattern", text],
  ["format", text],
  ["$ref", text],
  ["enum", list],
  ["examples", list],
  ["required", texts],
  ["properties", byName],
  ["$defs", byName],
  ["items", oneOrBoolean],
  ["additionalProperties", oneOrBoolean],
  ["prefixItems", several],
  ["anyOf", several],
  ["oneOf", several],
  ["allOf", several],
]);
