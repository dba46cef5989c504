import { defineRule } from "../rule.ts";
import { hasType, listFields, listPaths, type SchemaField } from "./schema-fields.ts";

/** Numbers of which a large one costs something. */
const amount =
  /(?:^|_|[a-z])(?:limit|count|max(?:imum)?_?(?:results?|items?|snippet_lines|lines|tokens?|counts?|depth|cells|files|length|size|bytes|chars|characters|pages|workers|matches|entries|rows)|size|depth|timeout|per_?page|results|lines|top_?[kn]?|num)(?:_|$|[A-Z])/i;

export const noBounds = defineRule({
  id: "D208",
  severity: "warning",
  title: "A number that sets an amount has no bounds",
  why: "A model asks for 100,000 results, a timeout of 0 or a depth of -1, and learns of the limits only by failing.",
  fix: "Give `minimum` and `maximum`; for texts and lists that cost something, `maxLength` and `maxItems`.",
  measured:
    "Numbers whose names are those of amounts, without a maximum: a warning. Other numbers, and lists without `maxItems`: an info.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of listing.tools) {
      const open = listFields(inputSchema).filter(isUnbounded);
      const amounts = open.filter(({ name: field, schema }) => isNumber(schema) && amount.test(field));
      const others = open.filter((field) => !amounts.includes(field));
      if (amounts.length > 0) {
        const paths = amounts.map(({ path }) => path);
        yield { tool: name, at: "amounts", message: `${listPaths(paths)} of ${name}: an amount without a maximum.` };
      }
      if (others.length > 0) {
        const paths = others.map(({ path }) => path);
        const message = `${listPaths(paths)} of ${name}: a number without bounds, or a list or text without a greatest length.`;
        yield { tool: name, at: "others", severity: "info", message };
      }
    }
  },
});

function isUnbounded({ schema }: SchemaField): boolean {
  if ((schema.enum ?? schema.const) !== undefined) return false;
  if (isNumber(schema)) return (schema["maximum"] ?? schema["exclusiveMaximum"]) === undefined;
  if (hasType(schema, "array")) return schema["maxItems"] === undefined;
  const open = hasType(schema, "string") && schema.pattern === undefined && schema.format === undefined;
  return open && schema["maxLength"] === undefined;
}

function isNumber(schema: SchemaField["schema"]): boolean {
  return hasType(schema, "number") || hasType(schema, "integer");
}
