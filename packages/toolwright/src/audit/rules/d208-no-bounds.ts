import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";
import { hasType, listFields, type SchemaField } from "./schema-fields.ts";

/** Numbers of which a large one costs something. */
const amount =
  /(?:^|_|[a-z])(?:limit|count|max(?:imum)?_?(?:results?|items?|snippet_lines|lines|tokens?|counts?|depth|cells|files|length|size|bytes|chars|characters|pages|workers|matches|entries|rows)|size|depth|timeout|per_?page|results|top_?[kn]?|num)(?:_|$|[A-Z])/i;
/** Texts that may be of any size. Names, paths and words to look for are short by themselves. */
const large =
  /(?:^|_)(?:content|contents|text|body|data|code|html|markdown|script|source|input)$|(?:Content|Text|Body|Code)$/i;
/** A bound in words serves a model as well. */
const told =
  /\bmax(?:imum)?\b[^.]{0,20}\d|\d+\s*max\b|\b(?:up to|at most|no more than|between|from)\s+\d|\d\s*(?:-|–|to|\.\.)\s*\d|[<≤]=?\s*\d|\bcapped\b|\bclamped\b|\bunlimited\b|\bno limit\b/i;

export const noBounds = defineRule({
  id: "D208",
  severity: "info",
  title: "A number that sets an amount has no bounds",
  why: "A model asks for 100,000 results, a timeout of 0 or a depth of -1, and learns of the limits only by failing.",
  fix: "Give `minimum` and `maximum`, or name the largest value in the description; for texts and lists that cost something, `maxLength` and `maxItems`.",
  measured:
    "Numbers whose names are those of amounts, without a maximum in schema or description; apart from them other numbers, and lists and long texts without a greatest length. All of a server are one finding each.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of toolsForModels(listing)) {
      for (const field of listFields(inputSchema).filter(isUnbounded)) {
        const isAmount = isNumber(field.schema) && amount.test(field.name);
        const what = isAmount ? "is an amount without a maximum" : "has no greatest value or length";
        yield {
          tool: name,
          at: field.path,
          cause: isAmount ? "amounts" : "others",
          message: `\`${field.path}\` of ${name} ${what}.`,
        };
      }
    }
  },
});

function isUnbounded({ name, schema, description }: SchemaField): boolean {
  if ((schema.enum ?? schema.const) !== undefined) return false;
  if (isNumber(schema)) {
    return (schema["maximum"] ?? schema["exclusiveMaximum"]) === undefined && !told.test(description);
  }
  if (hasType(schema, "array")) return schema["maxItems"] === undefined;
  return hasType(schema, "string") && large.test(name) && schema["maxLength"] === undefined;
}

function isNumber(schema: SchemaField["schema"]): boolean {
  return hasType(schema, "number") || hasType(schema, "integer");
}
