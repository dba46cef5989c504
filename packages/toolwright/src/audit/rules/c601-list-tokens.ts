import { defineRule } from "../rule.ts";

const much = 10_000;
const some = 5_000;

export const listTokens = defineRule({
  id: "C601",
  severity: "warning",
  title: "The list of tools costs many tokens",
  why: "Most clients send the whole list with each turn, for every server that is set up, whether its tools are used or not.",
  fix: "Shorten descriptions and schemas, join tools that differ in one argument, and offer a small profile.",
  measured:
    "Tokens (o200k) of name, description and input schema of all tools: over 10,000 is a warning, over 5,000 an info.",
  needs: ["cost"],
  *find({ cost: { listTokens, tools } }) {
    if (listTokens <= some) return;
    const most = tools.toSorted((left, right) => right.tokens - left.tokens).slice(0, 3);
    const largest = most.map(({ tool, tokens }) => `${tool} ${tokens}`).join(", ");
    const message = `The list has ${listTokens} tokens; the largest tools: ${largest}.`;
    yield { ...(listTokens > much ? {} : { severity: "info" as const }), message };
  },
});
