import { isJsonObject } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { splitName, toolsForModels } from "./listed-tools.ts";
import { hasType, listFields, mentions, type SchemaField } from "./schema-fields.ts";

export const undescribedField = defineRule({
  id: "D206",
  severity: "warning",
  title: "A parameter has no description",
  why: "A model guesses what the value means, in which form it is wanted and where it comes from.",
  fix: "Describe every field whose name does not say all, in a sentence that a model can act on: what it is, its form, where to get it.",
  measured:
    "Named fields of the input schema, nested ones too, that neither a description nor the texts of the tool explain. A warning where the value may have any form: objects and lists of anything, texts named `mode`, `data` or `options`, abbreviations. Everything else is an info, and so is a field with a default or a description in another tool; but where a server explains less than a third of at least ten names, all are a warning. All of a server are one finding.",
  needs: [],
  *find({ listing }) {
    const tools = toolsForModels(listing);
    const fields = tools.flatMap((tool) => listFields(tool.inputSchema).map((field) => ({ tool, field })));
    const described = new Set(fields.flatMap(({ field }) => (field.description.trim() === "" ? [] : [field.name])));
    const silent = fields.filter(({ tool, field }) => !isExplained(field, tool, listing.instructions));
    const share = describeShare(fields, silent);
    for (const { tool, field } of silent) {
      const isPlain = saysEnough(field) || described.has(field.name);
      yield {
        tool: tool.name,
        at: field.path,
        cause: "undescribed",
        ...(isPlain && share === undefined ? { severity: "info" as const } : {}),
        message: `\`${field.path}\` of ${tool.name} has no description${share ?? ""}.`,
      };
    }
  },
});

interface ToolField {
  readonly tool: ListedTool;
  readonly field: SchemaField;
}

const enoughNames = 10;
const most = 0.7;

/** Of a server that describes hardly anything, not even a good name can tell units, forms and what is counted from where. */
function describeShare(fields: readonly ToolField[], silent: readonly ToolField[]): string | undefined {
  const names = (some: readonly ToolField[]): number =>
    new Set(some.filter(({ field }) => !isChoice(field.schema)).map(({ field }) => field.name)).size;
  const [all, lacking] = [names(fields), names(silent)];
  return all < enoughNames || lacking < all * most
    ? undefined
    : `, like ${lacking} of the ${all} names of fields that the server uses`;
}

function isChoice(schema: SchemaField["schema"]): boolean {
  return schema.enum !== undefined || schema.const !== undefined || hasType(schema, "boolean");
}

function isExplained(field: SchemaField, tool: ListedTool, instructions: string): boolean {
  if (field.description.trim() !== "") return true;
  const texts = [tool.description, instructions, ...field.parents];
  return texts.some((text) => mentions(text, field.name)) || hasDescribedParts(field.schema);
}

/** A container of which every part is described says what it is. */
function hasDescribedParts(schema: SchemaField["schema"]): boolean {
  const inner = isJsonObject(schema.items) ? schema.items : schema;
  const parts = Object.values(inner.properties ?? {});
  return parts.length > 0 && parts.every((part) => (part.description ?? "").trim() !== "");
}

/** Last words of a name after which a text may still have any form. */
const vague =
  /^(?:args?|arguments|attributes|body|condition|conditions|config|configuration|context|criteria|data|expr|expression|filter|filters|format|input|kind|level|meta|metadata|mode|op|operation|opts|options|param|params|parameters|payload|properties|range|schema|scope|settings|spec|state|strategy|style|target|type|value|values)$/;
/** Short names that everybody reads the same way. */
const short = /^(?:[abnqxyz]|id|to|by|db|ip|os|tz|url)$/;

/** A name says enough unless what it stands for may have any form, or is an abbreviation of its author's. */
function saysEnough({ name, schema }: SchemaField): boolean {
  if (isOpaque(schema)) return false;
  if (isChoice(schema) || schema.default !== undefined || hasParts(schema)) return true;
  const words = splitName(name);
  const [last = ""] = words.slice(-1);
  if (words.length === 1 && last.length <= 2) return short.test(last);
  // The values of a number are numbers, whatever they are for.
  return !vague.test(last) || hasType(schema, "number") || hasType(schema, "integer");
}

/** An object or a list of which nobody knows what is in it. */
function isOpaque(schema: SchemaField["schema"]): boolean {
  if (hasType(schema, "array")) return !isJsonObject(schema.items) || isOpaque(schema.items);
  const isMap = isJsonObject(schema.additionalProperties);
  return hasType(schema, "object") && !hasParts(schema) && !isMap;
}

/** What is in it says what it is. */
function hasParts({ properties, items, anyOf, oneOf }: SchemaField["schema"]): boolean {
  if (isJsonObject(items)) return hasParts(items);
  return properties !== undefined || [anyOf, oneOf].some((branches) => Array.isArray(branches) && branches.length > 1);
}
