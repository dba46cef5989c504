import { defineRule } from "../rule.ts";
import { toolsForModels } from "./listed-tools.ts";

/** A list of arguments or results where the purpose should stand. */
const noPurpose = /^\*{0,2}(?:args|arguments|parameters|params|returns|example|usage)\b\s*\*{0,2}\s*[:-]/i;
/** A warning or an order, which some authors put first on purpose. That a tool is deprecated may well come first. */
const order =
  /^(?:\*{0,2}(?:important|note|warning|caution|attention|required)\b\s*\*{0,2}\s*[:!-]|(?:always|never|do not|don't|you must|you should)\b)/i;

export const purposeLate = defineRule({
  id: "D202",
  severity: "warning",
  title: "The first sentence does not say what the tool does",
  why: "Clients that shorten descriptions keep the start, and models weigh it most when they choose among tools.",
  fix: "Begin with a verb and its object: “Lists the open issues of a repository.” Put warnings and rules after it.",
  measured:
    "The description starts with a list of arguments or results. With an order or a warning, or a first sentence of one word, it is an info.",
  needs: [],
  *find({ listing }) {
    for (const { name, description } of toolsForModels(listing)) {
      // A heading of its own line is a title, as in many Markdown files.
      const text = description.trim().replace(/^#{1,3} [^\n]*\n+|^(?:<\w[^>]*>\s*)+/, "");
      if (text === "") continue;
      const isWithout = noPurpose.test(text);
      if (!isWithout && !order.test(text) && countWords(/^[^.!?\n]*/.exec(text)?.[0] ?? "") > 1) continue;
      yield {
        tool: name,
        cause: isWithout ? "arguments" : "order",
        ...(isWithout ? {} : { severity: "info" as const }),
        message: `The description of ${name} does not begin with what the tool does.`,
        evidence: { received: text.slice(0, 160) },
      };
    }
  },
});

function countWords(sentence: string): number {
  return sentence.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
}
