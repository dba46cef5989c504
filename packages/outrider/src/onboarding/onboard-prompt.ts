import type { Prompt } from "toolwright/mcp";
import text from "./onboard-prompt.md" with { type: "text" };

/** A prompt for the user to pick in the client: the model judges what a program cannot, and writes it down. */
export const onboardPrompt: Prompt = {
  name: "onboard",
  title: "Get to know this project",
  description: "Explores the project and writes down what the next conversation needs to know.",
  arguments: [{ name: "focus", description: "A part or a question to look at most closely" }],
  render({ focus = "" }) {
    const about = focus.trim() === "" ? "" : `\nLook most closely at: ${focus.trim().slice(0, 500)}\n`;
    return [{ role: "user", content: `${text.trim()}\n${about}` }];
  },
};
