import { defineTool, ToolError } from "toolwright";
import { harness } from "toolwright/testing";
import { expect, test } from "vitest";
import * as z from "zod";
import type { Step, StepInputs } from "../workspace/next-step.ts";
import { tools } from "./index.ts";
import { nextSteps } from "./next-steps.ts";

const inputs: { readonly [Name in Step]: readonly StepInputs[Name][] } = {
  "read-file": [{ path: "src/a.ts" }],
  "approve-path": [{ path: "/work/project/CLAUDE.md" }],
  "approve-directory": [{ path: "/tmp" }],
  "list-projects": [{}],
  "open-project": [{ path: "/projects/a" }],
  "read-memory": [{ topic: "style" }, { topic: "style", private: true }],
  "list-libraries": [{}],
  "forget-library": [{ name: "react" }],
  "undo-change": [{ id: "1" }],
  "list-jobs": [{}],
};

test("each step leads to a call that its tool takes", async () => {
  const steps = Object.entries(inputs).flatMap(([step, all]) => all.map((input) => ({ step, input })));
  const propose = defineTool({
    name: "propose",
    description: "Fails with a step.",
    input: z.strictObject({ at: z.int().describe("Which") }),
    effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
    handle({ at }): string {
      throw new ToolError("failed", "It failed.", { next: steps[at] ?? { step: "none", input: {} } });
    },
  });
  // None of them is called, so that none asks for its services.
  const unused = (_input: never, _services: unknown): never => {
    throw new Error("Nothing is called but `propose`.");
  };
  await using kit = harness([propose, ...tools.map((tool) => ({ ...tool, handle: unused }))], { nextSteps });
  const told: string[] = [];
  for (const at of steps.keys()) {
    const outcome = await kit.call("propose", { at });
    if (outcome.status !== "tool_error") throw new Error(outcome.status);
    told.push(`${outcome.error.next?.tool} ${JSON.stringify(outcome.error.next?.input)}`);
  }
  expect(told).toMatchInlineSnapshot(`
    [
      "read_file {"path":"src/a.ts"}",
      "approve_write {"path":"/work/project/CLAUDE.md"}",
      "approve_write {"path":"/tmp"}",
      "workspace {"action":"list"}",
      "workspace {"action":"activate","path":"/projects/a"}",
      "memory {"action":"read","topic":"style"}",
      "memory {"action":"read","topic":"style","private":true}",
      "library {"action":"list"}",
      "library {"action":"forget","name":"react"}",
      "edit_code {"action":"undo","id":"1"}",
      "run_command {"action":"status"}",
    ]
  `);
});
