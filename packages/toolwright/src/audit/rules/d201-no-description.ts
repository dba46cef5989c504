import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";

export const noDescription = defineRule({
  id: "D201",
  severity: "error",
  title: "A tool has no description",
  why: "The description is all that a model knows of a tool before it calls it. Without one it guesses from the name.",
  fix: "Say in the first sentence what the tool does, then when to use it and what it returns.",
  measured: "The description of each tool in the list is empty or repeats its name.",
  needs: [],
  *find({ listing }) {
    for (const { name, title, description } of toolsForModels(listing)) {
      const words = plain(description);
      if (words !== "" && words !== plain(name) && words !== plain(title ?? "")) continue;
      const what = words === "" ? "has no description" : "is described by its own name only";
      yield { tool: name, message: `${name} ${what}.`, evidence: { received: description } };
    }
  },
});

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
