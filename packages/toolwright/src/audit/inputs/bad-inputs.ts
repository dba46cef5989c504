import { resolveReference } from "../../tool/check-schema.ts";
import type { JsonObject, JsonSchema } from "../../tool/schema.ts";
import { findWrongValue, unknownArgument } from "../../testing/conformance/input-checks.ts";
import type { ListedTool, Purpose } from "../seen.ts";
import { fieldKind } from "./field-kind.ts";

/** An input that is wrong in one respect. */
export interface BadInput {
  readonly purpose: Purpose;
  readonly field: string;
  readonly input: JsonObject;
}

/** Names nothing in any project. */
export const absentWord = "zz_no_such_thing_417";

/** One mistake of each kind, made in an input that is right otherwise. */
export function makeBadInputs({ inputSchema: root }: ListedTool, right: JsonObject): readonly BadInput[] {
  const fields = Object.entries(root.properties ?? {}).map(
    ([name, field]) => [name, resolveReference(field, root)] as const,
  );
  return [
    ...omitField(root, right),
    ...changeField("wrong-type", fields, right, (_, schema) => findWrongValue(schema, root)?.value),
    ...changeField("wrong-value", fields, right, (_, schema) => outsideOf(schema)),
    ...changeField("absent-id", fields, right, (name, schema) => absentName(name, schema, right)),
    { purpose: "unknown-argument", field: unknownArgument, input: { ...right, [unknownArgument]: 1 } },
    ...changeField("no-hits", fields, right, (name, schema) => unfoundWord(name, schema)),
  ];
}

type Fields = readonly (readonly [name: string, schema: JsonSchema])[];

function omitField({ required = [], properties = {} }: JsonSchema, right: JsonObject): BadInput[] {
  // Some schemas call a field required that has a default; leaving it out is no mistake then.
  const field = required.find((name) => name in right && properties[name]?.default === undefined);
  if (field === undefined) return [];
  const { [field]: _, ...input } = right;
  return [{ purpose: "missing-field", field, input }];
}

/** Changes the first field for which there is a wrong value. */
function changeField(
  purpose: Purpose,
  fields: Fields,
  right: JsonObject,
  wrongValue: (name: string, schema: JsonSchema) => unknown,
): BadInput[] {
  for (const [field, schema] of fields) {
    const value = wrongValue(field, schema);
    if (value !== undefined) return [{ purpose, field, input: { ...right, [field]: value } }];
  }
  return [];
}

function outsideOf(schema: JsonSchema): unknown {
  if (Array.isArray(schema.enum) && schema.enum.every((value) => typeof value === "string")) return absentWord;
  const { minimum, maximum } = schema;
  if (typeof maximum === "number" && maximum < 1_000_000) return maximum + 1;
  return typeof minimum === "number" && minimum > -1_000_000 ? minimum - 1 : undefined;
}

function absentName(name: string, schema: JsonSchema, right: JsonObject): string | undefined {
  if (!(name in right) || !isFreeText(schema)) return undefined;
  const kind = fieldKind(name, schema);
  if (kind === "file" || kind === "directory") {
    const shown = right[name];
    const parent = typeof shown === "string" && shown.startsWith("/") ? shown.replace(/\/[^/]*$/, "/") : "";
    return `${parent}${absentWord}${kind === "file" ? ".txt" : ""}`;
  }
  return kind === "id" ? absentWord : undefined;
}

function unfoundWord(name: string, schema: JsonSchema): string | undefined {
  return isFreeText(schema) && fieldKind(name, schema) === "query" ? "zzqxv417" : undefined;
}

function isFreeText(schema: JsonSchema): boolean {
  const { type, format, pattern } = schema;
  return type === "string" && schema.enum === undefined && format === undefined && pattern === undefined;
}
