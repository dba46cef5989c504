import * as z from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import { probeInstructions } from "./instructions.ts";
import { buildProbeText } from "./sentinels.ts";
import description from "./probe-tool.md" with { type: "text" };

/** A tool whose description shows how much of it a client delivers: 9 KB in every turn, so for measuring only. */
export function createProbeTool() {
  const tool = defineTool({
    name: "delivery_probe",
    description,
    input: z.strictObject({}),
    effects: reads,
    examples: [{ title: "What to do", input: {} }],
    handle: () => answer,
  });
  // Set afterwards, because `defineTool` rightly refuses a length that is the very thing to measure here.
  return Object.freeze({ ...tool, description: buildProbeText("tool description") });
}

const answer = [
  `What is measured is the description of this tool, as you were given it. ${probeInstructions}`,
  "The same can be done with the resources probe://description-test (its description) and probe://body-test (its text).",
  "A person turns your answer into numbers: npx toolwright probe-report TEXT, or - for stdin.",
].join("\n");
