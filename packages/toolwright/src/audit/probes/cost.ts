import { countTokens } from "../../output/tokens.ts";
import { keptCharacters } from "../rules/listed-tools.ts";
import { replyText } from "../rules/reply-text.ts";
import type { ListedTool } from "../seen.ts";
import { isSuccess } from "./calls.ts";
import { defineProbe } from "./probe.ts";

/** More is told as this much: counting costs time, too. */
const mostTokens = 200_000;

/** Counts the tokens that a model pays for the list, the instructions and the answers. */
export const costProbe = defineProbe({ name: "cost", uses: ["calls"] }, async ({ listing }, { calls = [] }) => {
  const tools = await Promise.all(
    listing.tools.map(async (tool) => ({ tool: tool.name, tokens: await countTokens(shownOf(tool), mostTokens) })),
  );
  const answers = new Map<string, number[]>();
  for (const { tool, purpose, reply } of calls) {
    if (purpose !== "valid" || !isSuccess(reply)) continue;
    answers.set(tool, [...(answers.get(tool) ?? []), await countTokens(replyText(reply), mostTokens)]);
  }
  const texts = [listing.instructions, ...listing.tools.map(({ description }) => description)];
  return {
    listTokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
    instructionTokens: await countTokens(listing.instructions, mostTokens),
    tools,
    answers: [...answers].map(([tool, tokens]) => ({ tool, tokens })),
    lostCharacters: texts.reduce((sum, { length }) => sum + Math.max(0, length - keptCharacters), 0),
  };
});

/** What clients give a model of a tool. */
function shownOf({ name, description, raw }: ListedTool): string {
  return JSON.stringify({ name, description, input_schema: raw["inputSchema"] ?? {} });
}
