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
    "Named fields of the input schema, nested ones too, that neither a description nor the texts of the tool explain. Names that say enough, flags, choices and fields with a default or a description in another tool are an info. All of a server are one finding.",
  needs: [],
  *find({ listing }) {
    const tools = toolsForModels(listing);
    const fields = tools.flatMap((tool) => listFields(tool.inputSchema).map((field) => ({ tool, field })));
    const elsewhere = new Set(fields.flatMap(({ field }) => (field.description.trim() === "" ? [] : [field.name])));
    for (const { tool, field } of fields) {
      if (isExplained(field, tool, listing.instructions)) continue;
      const isPlain = saysEnough(field) || elsewhere.has(field.name);
      yield {
        tool: tool.name,
        at: field.path,
        cause: "undescribed",
        ...(isPlain ? { severity: "info" as const } : {}),
        message: `\`${field.path}\` of ${tool.name} has no description.`,
      };
    }
  },
});

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

/** Words after which the value may still have any form. */
const vague =
  /^(?:args?|arguments|attributes|body|condition|conditions|config|configuration|context|criteria|data|expr|expression|filter|filters|format|input|kind|level|meta|metadata|mode|op|operation|opts|options|param|params|parameters|payload|properties|range|schema|scope|settings|spec|state|strategy|style|target|type|value|values)$/;
/** Single words that name a thing of everyday use. */
const plain =
  /^(?:[abxyz]|author|branch|category|city|code|color|colour|columns?|comment|command|content|contents|count|country|cursor|cwd|database|date|day|depth|description|directory|email|endpoint|file|filename|files|folder|font|height|host|hostname|id|ids|image|key|keywords?|label|labels|language|latitude|left|length|limit|line|lines|location|longitude|message|messages|month|name|names|namespace|number|offset|owner|page|pages|password|path|paths|pattern|port|position|prompt|query|question|reason|repo|repository|rows?|search|section|sections|size|sql|subject|summary|symbol|table|tags?|text|time|timeout|timezone|title|token|top|topic|url|urls|user|username|version|width|words?|year)$/;

function saysEnough({ name, schema }: SchemaField): boolean {
  if (isOpaque(schema)) return false;
  if (schema.enum !== undefined || schema.const !== undefined || schema.default !== undefined) return true;
  if (hasType(schema, "boolean")) return true;
  const words = splitName(name);
  const last = words.at(-1) ?? "";
  return words.length > 1 ? !vague.test(last) : plain.test(last) || (!vague.test(last) && isLongNumber(schema, last));
}

/** An object or a list of which nobody knows what is in it. */
function isOpaque(schema: SchemaField["schema"]): boolean {
  if (hasType(schema, "array")) return !isJsonObject(schema.items) || isOpaque(schema.items);
  const isMap = isJsonObject(schema.additionalProperties);
  return hasType(schema, "object") && schema.properties === undefined && !isMap;
}

function isLongNumber(schema: SchemaField["schema"], word: string): boolean {
  return word.length > 3 && (hasType(schema, "number") || hasType(schema, "integer"));
}
