import { countTokens, renderOutcome } from "toolwright";
import { conformanceChecks, harness } from "toolwright/testing";
import { describe, expect, test } from "vitest";
import memory from "../memory/index.ts";
import runCommand from "../run_command/index.ts";
import { listGuidePages } from "./guide-page.ts";
import { createGuideTool } from "./index.ts";

const guide = createGuideTool(listGuidePages([memory]));

async function say(input: object): Promise<string> {
  await using kit = harness([guide]);
  return renderOutcome(await kit.call("guide", input));
}

describe("conformance", () => {
  for (const check of conformanceChecks(guide)) test(check.title, check.run, check.timeoutMs);
});

test("its face has at most 50 tokens", async () => {
  const { name, description, inputJsonSchema: inputSchema } = guide;
  expect(await countTokens(JSON.stringify({ name, description, inputSchema }))).toBeLessThanOrEqual(50);
});

test("without a topic it lists them", async () => {
  expect(await say({})).toMatchInlineSnapshot(`
    "getting-started: The first calls in a project
    memory: Notes on the project that outlive this conversation
    progressive-disclosure: How answers are sized
    security: What may be touched, and what is refused"
  `);
});

test("a topic is its text, and a slip finds the nearest", async () => {
  expect(await say({ topic: "memory" })).toBe(memory.guide?.trim());
  expect(await say({ topic: "Getting started" })).toContain("workspace");
  expect(await say({ topic: "memmory" })).toMatchInlineSnapshot(`
    "There is no guide to "memmory". Did you mean "memory"?
    Next: guide {}"
  `);
});

test("the name of a tool is found however its words are joined", async () => {
  await using kit = harness([createGuideTool(listGuidePages([runCommand]))]);
  for (const topic of ["run_command", "Run_Command", "run-command", " run command "])
    expect(await kit.call("guide", { topic }), topic).toMatchObject({ status: "ok", text: runCommand.guide?.trim() });
});
