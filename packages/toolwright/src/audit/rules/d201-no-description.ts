import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { splitName, toolsForModels } from "./listed-tools.ts";

export const noDescription = defineRule({
  id: "D201",
  severity: "error",
  title: "A tool has no description",
  why: "The description is all that a model knows of a tool before it calls it. Without one it guesses from the name.",
  fix: "Say in the first sentence what the tool does, then when to use it and what it returns.",
  measured:
    "The description of each tool in the list is empty: an error. It repeats the name: a warning, or an info where the name has three words or the tool takes nothing.",
  needs: [],
  *find({ listing }) {
    for (const tool of toolsForModels(listing)) {
      const { name, description } = tool;
      const words = plain(description);
      if (words === "") yield { tool: name, message: `${name} has no description.` };
      else if (words === plain(name)) {
        yield {
          tool: name,
          cause: "name",
          severity: isEnough(tool) ? "info" : "warning",
          message: `${name} is described by its own name only.`,
          evidence: { received: description },
        };
      }
    }
  },
});

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A name such as `list_open_issues` is a sentence, and nothing can be got wrong in a call of `ping`. */
function isEnough({ name, inputSchema }: ListedTool): boolean {
  return splitName(name).length > 2 || Object.keys(inputSchema.properties ?? {}).length === 0;
}
