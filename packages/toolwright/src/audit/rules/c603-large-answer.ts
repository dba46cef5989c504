import { defineRule } from "../rule.ts";
import type { ListedTool } from "../seen.ts";
import { describeUncalled } from "./reply-text.ts";

const refused = 25_000;
const large = 10_000;
const paging = /limit|offset|page|cursor|max|head|tail|start|end|range|top|first|depth|count|lines|from|budget/i;

export const largeAnswer = defineRule({
  id: "C603",
  severity: "error",
  title: "An answer is larger than clients show",
  why: "Claude Code warns above 10,000 tokens and refuses above 25,000; others cut, and the model does not know what is missing.",
  fix: "Return the first part with a total and the call that reads on, and take a limit.",
  measured:
    "Tokens of answers to calls that worked: over 25,000 from a tool without any argument to narrow it is an error, and a warning where the input can be narrowed. Over 10,000 is an info.",
  needs: ["calls", "cost"],
  *find({ cost, listing }) {
    for (const { tool, tokens } of cost.answers) {
      const most = Math.max(0, ...tokens);
      if (most <= large) continue;
      const tooMuch = hasPaging(listing.tools.find(({ name }) => name === tool)) ? "warning" : "error";
      yield { tool, severity: most > refused ? tooMuch : "info", message: `An answer of ${tool} has ${most} tokens.` };
    }
  },
  unmeasured({ calls, cost, listing }) {
    if (cost.answers.length > 0) return undefined;
    return describeUncalled(
      calls,
      listing.tools.map(({ name }) => name),
    );
  },
});

function hasPaging(tool: ListedTool | undefined): boolean {
  return Object.keys(tool?.inputSchema.properties ?? {}).some((field) => paging.test(field));
}
