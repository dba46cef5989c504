import * as z from "zod";
import { defineTool } from "../tool/define-tool.ts";
import { reads } from "../tool/effects.ts";
import { probeInstructions } from "./instructions.ts";
import { buildProbeText } from "./sentinels.ts";
import description from "./probe-tool.md" with { type: "text" };

export interface ProbeToolOptions {
  /** The command that turns the model's answer into numbers. Default: "npx toolwright probe-report". */
  readonly reportWith?: string;
}

/** A tool whose description shows how much of it a client delivers: 9 KB in every turn, so for measuring only. */
export function createProbeTool({ reportWith = "npx toolwright probe-report" }: ProbeToolOptions = {}) {
  const tool = defineTool({
    name: "delivery_probe",
    description,
    input: z.strictObject({}),
    effects: reads,
    examples: [{ title: "What to do", input: {} }],
    handle: () => describeTask(reportWith),
  });
  // Set afterwards, because `defineTool` rightly refuses a length that is the very thing to measure here.
  return Object.freeze({ ...tool, description: buildProbeText("tool description") });
}

function describeTask(reportWith: string): string {
  return [
    `What is measured is the description of this tool, as you were given it. ${probeInstructions}`,
    "The same can be done with the resources probe://description-test (its description) and probe://body-test (its text).",
    `A person turns your answer into numbers: ${reportWith} TEXT, or - for stdin.`,
  ].join("\n");
}
