import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";

/** A warning, an order or a heading where the purpose should stand. That a tool is deprecated may well come first. */
const otherStart =
  /^(?:\*{0,2}(?:important|note|warning|caution|attention|required|args|arguments|parameters|returns|example|usage)\b\s*\*{0,2}\s*[:!-]|(?:always|never|do not|don't|you must|you should)\b)/i;

export const purposeLate = defineRule({
  id: "D202",
  severity: "warning",
  title: "The first sentence does not say what the tool does",
  why: "Clients that shorten descriptions keep the start, and models weigh it most when they choose among tools.",
  fix: "Begin with a verb and its object: “Lists the open issues of a repository.” Put warnings and rules after it.",
  measured: "The description starts with an order or a warning, or its first sentence has one word.",
  needs: [],
  *find({ listing }) {
    for (const { name, description } of toolsForModels(listing)) {
      // A heading of its own line is a title, as in many Markdown files.
      const text = description.trim().replace(/^#{1,3} [^\n]*\n+|^(?:<\w[^>]*>\s*)+/, "");
      if (text === "") continue;
      const first = /^[^.!?\n]*/.exec(text)?.[0] ?? "";
      const words = first.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
      if (!otherStart.test(text) && words > 1) continue;
      yield {
        tool: name,
        message: `The description of ${name} does not begin with what the tool does.`,
        evidence: { received: text.slice(0, 160) },
      };
    }
  },
});
