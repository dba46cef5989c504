import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";
import { hasType, listFields, listPaths } from "./schema-fields.ts";

const told =
  /\bdefault|\bif (?:omitted|absent|not (?:given|set|provided|specified)|left out|unset|empty|missing)|\bwhen (?:omitted|absent|not)|\bwithout (?:it|this|one)\b|\botherwise\b|\boptional\b[^.]*[:;,]|\babsent\b|\bomit/i;

export const untoldDefault = defineRule({
  id: "D209",
  severity: "info",
  title: "What happens without an optional field is told nowhere",
  why: "A model fills in optional fields to be safe, which costs tokens and often narrows the result by a wrong guess.",
  fix: "Give the field a `default`, or say what happens without it.",
  measured: "Optional fields that have neither a `default` nor words about it in their own or the tool's description.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of toolsForModels(listing)) {
      const silent = listFields(inputSchema).filter(
        ({ required, schema, description }) =>
          !required && schema.default === undefined && !hasType(schema, "boolean") && !told.test(description),
      );
      if (silent.length === 0) continue;
      const paths = silent.map(({ path }) => path);
      yield {
        tool: name,
        cause: "untold",
        message: `${listPaths(paths)} of ${name}: nothing says what happens without it.`,
      };
    }
  },
});
