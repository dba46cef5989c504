import type { JsonSchema } from "../../tool/schema.ts";
import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";
import { hasType, listFields } from "./schema-fields.ts";

/** At least two quoted words in a row: 'a' or 'b'; "a" | "b"; `a`, `b`. */
const list = /(['"`])([\w-]+)\1\s*(?:\([^)]{0,60}\)\s*)?(?:,|\||\/|\bor\b|, or)\s*(?:or\s+)?(['"`])([\w-]+)\3/;
const oneOf = /\b(?:one of|must be|either|allowed values?|valid values?|possible values?)\b/i;
/** The same without quotes, after words that leave no doubt. */
const bareList =
  /\b(?:one of|(?:allowed|valid|possible) values?(?: are)?)\s*:\s*[\w-]+(?:\s*(?:,|\||\/|\bor\b)\s*(?:or\s+)?[\w-]+)+/i;
/** What introduces examples of an open set. */
const example = /\b(?:e\.?g\.?|such as|for example|for instance|like|example|default)\b[^.]{0,40}$/i;

/** What keeps a list open. */
const open = /\betc\b|…|\.\.\.|\b(?:and|or) (?:any|another|more|others?|custom|your|a|an)\b|\bfree.?(?:form|text)\b/i;

/** Before the words stands what is none of them: "must be an integer, 'none' or 'any'". */
const mixed =
  /\b(?:an?|any|the) (?:integer|number|id|name|path|url|date|list|string|user\w*|valid\b[^,.]{0,30})[^.]{0,30},?\s*(?:or\s*)?$/i;

export const valuesInProse = defineRule({
  id: "D207",
  severity: "warning",
  title: "A text field names its values only in prose",
  why: "A model writes “Public” where “public” was meant, and clients that hold answers to a schema cannot help.",
  fix: "Give the field an `enum`. If the set is open, say that the words are examples.",
  measured:
    "A text without `enum`, `const`, `pattern` or `examples`, whose description lists quoted words that are not called examples. With a default, or with other quoted words before the list, it is an info.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of toolsForModels(listing)) {
      for (const { path, schema, description } of listFields(inputSchema)) {
        if (
          !hasType(schema, "string") ||
          (schema.enum ?? schema.const ?? schema.pattern ?? schema.examples) !== undefined
        ) {
          continue;
        }
        const found = list.exec(description) ?? bareList.exec(description);
        if (found === null || example.test(description.slice(0, found.index))) continue;
        if (open.test(description.slice(found.index)) || namesFields(found[0], inputSchema)) continue;
        if (mixed.test(description.slice(0, found.index))) continue;
        if (!oneOf.test(description) && !/^[^.]{0,60}[:(]\s*$/.test(description.slice(0, found.index))) continue;
        yield {
          tool: name,
          at: path,
          cause: path,
          // Who leaves it out gets a value that is right; after other quoted words, the list may be about them.
          ...(schema.default === undefined && !/(['"`])[\w-]+\1/.test(description.slice(0, found.index))
            ? {}
            : { severity: "info" as const }),
          message: `\`${path}\` of ${name} is a free text, but its description lists its values.`,
          evidence: { received: description },
        };
      }
    }
  },
});

/** "Give one of `path` or `url`" is about other fields. */
function namesFields(listed: string, { properties = {} }: JsonSchema): boolean {
  return (listed.match(/[\w-]+/g) ?? []).some((word) => Object.hasOwn(properties, word));
}
