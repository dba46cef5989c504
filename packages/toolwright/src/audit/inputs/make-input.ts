import { join } from "node:path";
import { resolveReference } from "../../tool/check-schema.ts";
import { isJsonObject, type JsonObject, type JsonSchema } from "../../tool/schema.ts";
import { fieldKind } from "./field-kind.ts";
import type { LearnedValues } from "./learned-values.ts";

/** What inputs are made from. */
export interface InputSources {
  /** The working directory, where the server and the audit see the same files. */
  readonly work: string | undefined;
  readonly learned: LearnedValues;
}

/** Values for fields that name something, from the most to the least likely to exist. */
const variants = 4;

/** Inputs that may work, the best guess first: what the schema shows, then values by type, name and what other tools returned. */
export function makeInputs(schema: JsonSchema, sources: InputSources): readonly JsonObject[] {
  const shown = (schema.examples ?? []).filter(isJsonObject);
  const made = Array.from({ length: variants }, (_, variant) => makeObject(schema, schema, { ...sources, variant }, 0));
  const seen = new Set<string>();
  return [...shown, ...made].filter((input) => {
    const text = JSON.stringify(input);
    return !seen.has(text) && seen.add(text) !== undefined;
  });
}

interface Making extends InputSources {
  readonly variant: number;
}

const deepest = 6;

function makeObject(schema: JsonSchema, root: JsonSchema, making: Making, depth: number): JsonObject {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(
    required.map((name) => [name, makeValue(name, schema.properties?.[name] ?? {}, root, making, depth + 1)]),
  );
}

function makeValue(name: string, field: JsonSchema, root: JsonSchema, making: Making, depth: number): unknown {
  const schema = resolveReference(field, root);
  if (schema.const !== undefined) return schema.const;
  if (Array.isArray(schema.enum) && schema.enum.length > 0) return schema.enum[0];
  const learned = making.learned.find(name);
  if (making.variant > 0 && learned.length > 0) return learned[(making.variant - 1) % learned.length];
  if (Array.isArray(schema.examples) && schema.examples.length > 0) return schema.examples[0];
  if (schema.default !== undefined && schema.default !== null) return schema.default;
  const branches = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(branches) && branches.length > 0 && depth < deepest) {
    const branch = branches.find((each) => resolveReference(each, root).type !== "null") ?? branches[0];
    return makeValue(name, { description: schema.description ?? "", ...branch }, root, making, depth + 1);
  }
  const type = Array.isArray(schema.type) ? schema.type.find((each) => each !== "null") : schema.type;
  if (type === "integer" || type === "number") return makeNumber(schema);
  if (type === "boolean") return false;
  if (type === "array") return makeArray(name, schema, root, making, depth);
  if (type === "object" || schema.properties !== undefined) {
    return depth < deepest ? makeObject(schema, root, making, depth) : {};
  }
  return makeText(name, schema, making);
}

function makeNumber({ minimum, maximum, exclusiveMinimum }: JsonSchema): number {
  const least = typeof minimum === "number" ? minimum : typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 1;
  return typeof maximum === "number" ? Math.min(Math.max(1, least), maximum) : Math.max(1, least);
}

function makeArray(name: string, schema: JsonSchema, root: JsonSchema, making: Making, depth: number): unknown[] {
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 1;
  const item = typeof schema.items === "object" ? schema.items : {};
  if (depth >= deepest || least > 100) return [];
  return Array.from({ length: Math.max(1, least) }, () =>
    makeValue(name.replace(/s$/, ""), item, root, making, depth + 1),
  );
}

const byFormat: Readonly<Record<string, string>> = {
  date: "2026-01-02",
  "date-time": "2026-01-02T03:04:05Z",
  time: "03:04:05Z",
  email: "aurora@example.com",
  hostname: "example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
};

function makeText(name: string, schema: JsonSchema, { work, learned, variant }: Making): string {
  const byItsFormat = byFormat[schema.format ?? ""];
  if (byItsFormat !== undefined) return byItsFormat;
  const kind = fieldKind(name, schema);
  if (kind === "file" || kind === "directory") return makePath(kind, schema, work, variant);
  const found = learned.find(name);
  if (found.length > 0) return String(found[0]);
  if (kind === "url") return "https://example.com/";
  if (kind === "query") return "Aurora";
  const least = typeof schema["minLength"] === "number" ? schema["minLength"] : 0;
  const text = kind === "timezone" ? "Europe/Paris" : kind === "time" ? "12:30" : "Aurora";
  return least > text.length && least < 10_000 ? text.padEnd(least, "a") : text;
}

function makePath(kind: "file" | "directory", { description = "" }: JsonSchema, work = "", variant: number): string {
  const wantsAbsolute = /absolute/i.test(description) !== variant % 2 > 0;
  const name = kind === "file" ? (variant < 2 ? "README.md" : "src/ships.js") : variant < 2 ? "." : "src";
  if (!wantsAbsolute || work === "") return name;
  return name === "." ? work : join(work, name);
}
