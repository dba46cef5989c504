import { defineRule } from "../rule.ts";
import { listFields, listPaths } from "./schema-fields.ts";

export const undescribedField = defineRule({
  id: "D206",
  severity: "warning",
  title: "A parameter has no description",
  why: "A model guesses what the value means, in which form it is wanted and where it comes from.",
  fix: "Describe every field in a sentence that a model can act on: what it is, its form, where to get it.",
  measured: "Every named field of the input schema, nested ones too.",
  needs: [],
  *find({ listing }) {
    for (const { name, inputSchema } of listing.tools) {
      const missing = listFields(inputSchema).filter(({ description }) => description.trim() === "");
      if (missing.length === 0) continue;
      const paths = [...new Set(missing.map(({ path }) => path))];
      const verb = paths.length === 1 ? "has" : "have";
      yield { tool: name, message: `${listPaths(paths)} of ${name} ${verb} no description.` };
    }
  },
});
