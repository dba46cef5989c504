import { defineRule } from "../rule.ts";
import { walkSchema } from "./s301-broken-schema.ts";

/** Parts of JSON Schema and who does without them. */
const dropped: readonly (readonly [keyword: string, who: string])[] = [
  ["not", "OpenAI's strict mode and Gemini"],
  ["if", "OpenAI's strict mode and Gemini"],
  ["dependentSchemas", "OpenAI's strict mode and Gemini"],
  ["patternProperties", "OpenAI's strict mode and Gemini"],
  ["propertyNames", "OpenAI's strict mode and Gemini"],
  ["unevaluatedProperties", "OpenAI's strict mode and Gemini"],
];

export const droppedParts = defineRule({
  id: "S302",
  severity: "warning",
  title: "A schema uses parts that some clients drop",
  why: "A choice at the root is refused by Anthropic's API and flattened by clients; a rule that is dropped is one that no model sees.",
  fix: "Use one flat object with optional fields, and check in the tool what the schema cannot say.",
  measured:
    "`anyOf`, `oneOf` or `allOf` at the root of the input schema: a warning. `not`, `if`, `patternProperties` and their like: an info.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of listing.tools) {
      const choice = (["anyOf", "oneOf", "allOf"] as const).find((keyword) => inputSchema[keyword] !== undefined);
      if (choice !== undefined) {
        const message = `The input schema of ${name} has \`${choice}\` at its root.`;
        yield { tool: name, cause: choice, message, evidence: { received: inputSchema } };
      }
      const nodes = [...walkSchema(inputSchema)];
      for (const [keyword, who] of dropped) {
        const found = nodes.find(({ node }) => keyword in node);
        if (found === undefined) continue;
        const message = `The input schema of ${name} has \`${keyword}\`, which ${who} do not support.`;
        yield { tool: name, cause: keyword, severity: "info", message, evidence: { received: found.node } };
      }
    }
  },
});
