import { defineRule } from "../rule.ts";
import { keptCharacters } from "./listed-tools.ts";

const some = 500;

export const instructionTokens = defineRule({
  id: "C602",
  severity: "warning",
  title: "The server's instructions are long",
  why: "They are part of every system prompt; Claude Code keeps 2,048 characters of them.",
  fix: "Say in a few lines what the server is for and which tool comes first. The rest belongs to tools and resources.",
  measured: "Characters and tokens of the instructions: over 2,048 characters is a warning, over 500 tokens an info.",
  needs: ["cost"],
  *find({ cost: { instructionTokens }, listing: { instructions } }) {
    const isCut = instructions.length > keptCharacters;
    if (!isCut && instructionTokens <= some) return;
    const lost = isCut ? `; the last ${instructions.length - keptCharacters} characters are lost in some clients` : "";
    yield {
      ...(isCut ? {} : { severity: "info" as const }),
      message: `The instructions have ${instructionTokens} tokens${lost}.`,
      evidence: { received: isCut ? instructions.slice(keptCharacters) : instructions },
    };
  },
});
