import { defineRule } from "../rule.ts";
import { listFields, listPaths } from "./schema-fields.ts";

export const undescribedOutput = defineRule({
  id: "S306",
  severity: "info",
  title: "An output field has no description",
  why: "The output schema is sent with the list; a field without a word about it costs tokens and says little.",
  fix: "Describe fields whose name does not say all: units, forms, what empty means. Leave out the schema if nobody reads it.",
  measured: "Every named field of the output schema, nested ones too.",
  needs: [],
  *find({ listing }) {
    for (const { name, outputSchema } of listing.tools) {
      if (outputSchema === undefined) continue;
      const missing = listFields(outputSchema).filter(({ description }) => description.trim() === "");
      const paths = [...new Set(missing.map(({ path }) => path))];
      if (paths.length > 0)
        yield { tool: name, cause: "fields", message: `${listPaths(paths)} of what ${name} returns: no description.` };
    }
  },
});
