import { isJsonObject, type JsonSchema } from "../tool/schema.ts";

/** Writes schemas as TypeScript types, and names what several places have in common. */
export interface TypeWriter {
  write(schema: JsonSchema, name: string): string;
  /** The types that were named so far, in the order of their first use. */
  declarations(): readonly string[];
}

/** What one type is written in the context of. */
interface Place {
  /** Where `#/$defs/…` leads to. */
  readonly root: JsonSchema;
  /** The word to name it by if it is shared. */
  readonly name: string;
}

/** Shorter ones are as clear in place. */
const shortestShared = 60;
const longestComment = 160;

/** `all` are the schemas that will be written: what occurs twice in them gets a name. */
export function createTypeWriter(all: readonly JsonSchema[]): TypeWriter {
  const seen = new Map<string, number>();
  for (const root of all) {
    visit(root, (schema) => {
      const key = keyOf(schema);
      if (isNameable(schema) && key.length >= shortestShared) seen.set(key, (seen.get(key) ?? 0) + 1);
    });
  }
  const names = new Map<string, string>();
  const bodies = new Map<string, string>();

  function write(schema: JsonSchema | boolean, place: Place): string {
    if (typeof schema === "boolean" || !isJsonObject(schema)) return "unknown";
    if (typeof schema.$ref === "string") return writeReference(schema.$ref, place);
    if ((seen.get(keyOf(schema)) ?? 0) > 1) return nameFor(schema, place);
    return writeBody(schema, place, write);
  }

  function writeReference(reference: string, place: Place): string {
    const target = reference === "#" ? place.root : place.root.$defs?.[reference.replace("#/$defs/", "")];
    if (target === undefined) return "unknown";
    return nameFor(target, { ...place, name: reference === "#" ? place.name : reference.replace("#/$defs/", "") });
  }

  /** The name comes before the body, in which it may occur again. */
  function nameFor(schema: JsonSchema, place: Place): string {
    const key = keyOf(schema);
    const known = names.get(key);
    if (known !== undefined) return known;
    const name = freeName(toTypeName(place.name), new Set(names.values()));
    names.set(key, name);
    bodies.set(name, "");
    bodies.set(name, writeBody(schema, place, write));
    return name;
  }

  return {
    write: (schema, name) => write(schema, { root: schema, name }),
    declarations: () => [...bodies].map(([name, body]) => `type ${name} = ${body};`),
  };
}

/** Writes a part of a type: in place, or by its name. */
type Write = (schema: JsonSchema | boolean, place: Place) => string;

function writeBody(schema: JsonSchema, place: Place, write: Write): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return union(choices.map((choice) => write(choice, place)));
  if (schema.allOf !== undefined) return schema.allOf.map((part) => inParentheses(write(part, place))).join(" & ");
  if (typeof schema.type === "object") {
    return union(schema.type.map((type) => writeBody({ ...schema, type }, place, write)));
  }
  return writeKind(schema, place, write);
}

function writeKind(schema: JsonSchema, place: Place, write: Write): string {
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "number":
    case "integer":
      return "number";
    case "array":
      return writeArray(schema, place, write);
    case "object":
      return writeObject(schema, place, write);
    default:
      return schema.properties === undefined ? "unknown" : writeObject(schema, place, write);
  }
}

function writeArray({ items, prefixItems }: JsonSchema, place: Place, write: Write): string {
  const itemPlace = { ...place, name: place.name.replace(/ies$/, "y").replace(/([^s])s$/, "$1") };
  if (prefixItems !== undefined) return `[${prefixItems.map((item) => write(item, itemPlace)).join(", ")}]`;
  return items === undefined ? "unknown[]" : `${inParentheses(write(items, itemPlace))}[]`;
}

function writeObject(schema: JsonSchema, { root }: Place, write: Write): string {
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {}).map(([key, inner]) => {
    const label = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return `${comment(inner)}${label}${required.has(key) ? "" : "?"}: ${write(inner, { root, name: key })}`;
  });
  const others = schema.additionalProperties;
  if (typeof others === "object") {
    const type = write(others, { root, name: "value" });
    if (fields.length === 0) return `Record<string, ${type}>`;
    fields.push("[key: string]: unknown");
  }
  return fields.length === 0 ? "Record<string, unknown>" : `{ ${fields.join("; ")} }`;
}

function visit(schema: unknown, see: (schema: JsonSchema) => void): void {
  if (Array.isArray(schema)) for (const each of schema) visit(each, see);
  if (!isJsonObject(schema)) return;
  see(schema);
  for (const [key, inner] of Object.entries(schema)) if (key !== "default" && key !== "examples") visit(inner, see);
}

/** The same schema with nothing said of its parts; a property may be called `description`. */
export function withoutDescriptions(schema: JsonSchema): JsonSchema {
  const strip = (value: unknown, isSchema: boolean): unknown => {
    if (Array.isArray(value)) return value.map((each) => strip(each, isSchema));
    if (!isJsonObject(value)) return value;
    const kept = Object.entries(value).filter(
      ([key, inner]) => !isSchema || key !== "description" || isJsonObject(inner),
    );
    return Object.fromEntries(kept.map(([key, inner]) => [key, strip(inner, !isSchema || !holdsNames.has(key))]));
  };
  // oxlint-disable-next-line typescript/consistent-type-assertions -- a schema with fewer words is one
  return strip(schema, true) as JsonSchema;
}

/** Keywords whose keys are names and no keywords. */
const holdsNames: ReadonlySet<string> = new Set(["properties", "$defs", "patternProperties"]);

/** Lists of words and objects; a string by any other name is a string. */
function isNameable(schema: JsonSchema): boolean {
  return (schema.type === "object" && schema.properties !== undefined) || Array.isArray(schema.enum);
}

/** The same for schemas that differ only in what they say of themselves. */
function keyOf(schema: JsonSchema): string {
  const { description: _, default: __, ...rest } = schema;
  return JSON.stringify(rest);
}

function comment({ description }: JsonSchema): string {
  if (description === undefined || description === "") return "";
  const line = description.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/");
  return `/** ${line.length > longestComment ? `${line.slice(0, longestComment)}…` : line} */ `;
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function inParentheses(type: string): string {
  return /^[\w$]+$/.test(type) || (type.startsWith("{") && !type.includes("|") && !type.includes("&"))
    ? type
    : `(${type})`;
}

function toTypeName(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  return /^[A-Z]/.test(joined) ? joined : `T${joined}`;
}

function freeName(name: string, taken: ReadonlySet<string>, count = 1): string {
  const candidate = count === 1 ? name : `${name}${count}`;
  return taken.has(candidate) || reserved.has(candidate) ? freeName(name, taken, count + 1) : candidate;
}

/** Names that the declarations themselves use. */
const reserved = new Set(["Promise", "Record", "Array", "Object", "String", "Number", "Boolean", "Error"]);
