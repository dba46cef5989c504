import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { toolsForModels } from "./listed-tools.ts";
import { listFields, listPaths, mentions } from "./schema-fields.ts";

const long = 1_000;
const cutAt = 2_048;
/** What a model must not miss. Examples and notes may go. */
const rule =
  /\b(?:must|never|(?<!not )always|you should|(?:do not|don't)(?! (?:need|have|know|care|require|want|hesitate))|only if|instead of|IMPORTANT|WARNING|CRITICAL)\b/;

export const longDescription = defineRule({
  id: "D204",
  severity: "error",
  title: "A description is long",
  why: "Claude Code keeps 2,048 characters of a description and drops the rest without a word to server or user. Every character is sent in each turn.",
  fix: "Keep what decides about the choice of a tool, and move the rest to the fields, a prompt or a resource.",
  measured:
    "What stands behind the first 2,048 characters. The only words about a required field: an error; rules: a warning; anything else, such as examples, and descriptions of over 1,000 characters: an info.",
  needs: [],
  *find({ listing }) {
    for (const tool of toolsForModels(listing)) {
      const { name, description } = tool;
      const { length } = description;
      if (length <= long) continue;
      const lost = description.slice(cutAt);
      const fields = findLostFields(tool);
      const severity = fields.length > 0 ? "error" : rule.test(lost) ? "warning" : "info";
      const what = fields.length > 0 ? `, with all that is said about ${listPaths(fields)}` : "";
      yield {
        tool: name,
        severity,
        cause: `${severity} ${lost === "" ? "long" : "cut"}`,
        message:
          lost === ""
            ? `The description of ${name} has ${length} characters.`
            : `The description of ${name} has ${length} characters; clients that cut lose the last ${length - cutAt}${what}.`,
        evidence: { received: lost === "" ? description : lost },
      };
    }
  },
});

/** Required fields that are explained in the lost part and not named in the other. An example with the field explains nothing. */
function findLostFields({ description, inputSchema }: ListedTool): readonly string[] {
  const [kept, lost] = [description.slice(0, cutAt), description.slice(cutAt)];
  return listFields(inputSchema)
    .filter((field) => field.required && !field.path.includes(".") && field.description.trim() === "")
    .filter(({ name }) => explains(lost, name) && !mentions(kept, name))
    .map(({ path }) => path);
}

/** `- day: as 2026-01-31`, `day (string): …` and the like at the start of a line. */
function explains(text: string, name: string): boolean {
  return text.split("\n").some((line) => {
    const [, word, rest = ""] = /^[\s*`-]*([\w-]+)[`*]*\s*(?:\([^)]*\))?\s*[:–—-](.*)$/.exec(line) ?? [];
    return word === name && rest.trim() !== "";
  });
}
