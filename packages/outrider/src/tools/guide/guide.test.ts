import { renderOutcome } from "toolwright";
import { harness } from "toolwright/testing";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";
import memory from "../memory/index.ts";
import runCommand from "../run_command/index.ts";
import { type ExplainedTool, type GuidePage, listGuidePages } from "./guide-page.ts";
import { createGuideTool } from "./index.ts";

const guide = createGuideTool(pagesOf(memory));

function pagesOf(...tools: readonly ExplainedTool[]): readonly GuidePage[] {
  return listGuidePages({ tools, offered: tools.map(({ name }) => name) });
}

async function say(input: object): Promise<string> {
  await using kit = harness([guide]);
  return renderOutcome(await kit.call("guide", input));
}

testConformance(guide);

test("without a topic it lists them", async () => {
  expect(await say({})).toMatchInlineSnapshot(`
    "getting-started: The first calls in a project
    memory: Notes on the project that outlive this conversation
    progressive-disclosure: How answers are sized
    security: What may be touched, and what is refused
    tool-misbehaviors: Known problems of the tools, by version"
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

test("a question is answered by sections, one that clearly wins as a whole", async () => {
  await using kit = harness([createGuideTool(pagesOf(memory, runCommand))]);
  const ask = async (topic: string): Promise<string> => renderOutcome(await kit.call("guide", { topic }));
  expect(await ask("end a job in the background")).toMatch(
    /^run_command, Background:\n\n`\{"command"[\s\S]*\n\nSee also:\n/,
  );
  expect(await ask("long output of a command")).toMatch(
    /^run_command, The answer: Long output is kept whole.*\n(?:[a-z-_]+(?:, .*)?: .*\n?){4}$/,
  );
  // No word of it is there.
  expect(await ask("kill hung subprocesses")).toMatch(/^run_command, /);
  // It begins with a topic, and is none.
  expect(await ask("memory that is out of date")).toContain("Anchors: files that the text names");
});

test("without a model it goes by words alone", async () => {
  const pages = pagesOf(memory, runCommand);
  const ask = async (topic: string, byMeaning: boolean): Promise<string> => {
    await using kit = harness([createGuideTool(pages, { byMeaning })]);
    return renderOutcome(await kit.call("guide", { topic }));
  };
  // No word of it is there.
  expect(await ask("subprocess", true)).toMatch(/^run_command, /);
  expect(await ask("subprocess", false)).toMatch(/^There is no guide to "subprocess"/);
  expect(await ask("end a job in the background", false)).toMatch(/^run_command, Background:/);
});

test("a question that nothing answers says so, whatever is in it", async () => {
  expect(await say({ topic: "purple elephant" })).toMatchInlineSnapshot(`
    "There is no guide to "purple elephant".
    Next: guide {}"
  `);
  expect(await say({ topic: "\u202exyzzy " + "q".repeat(100_000) })).toMatch(
    /^There is no guide to "\\u202exyzzy q+"\.\nNext/,
  );
});

test("the name of a tool is found however its words are joined", async () => {
  await using kit = harness([createGuideTool(pagesOf(runCommand))]);
  for (const topic of ["run_command", "Run_Command", "run-command", " run command "])
    expect(await kit.call("guide", { topic }), topic).toMatchObject({ status: "ok", text: runCommand.guide?.trim() });
});

test("the user's settings switch its search by meaning off", async () => {
  const kit = await openKit({}, { settings: '[search]\nembedder = "off"\n' });
  expect(await kit.call("guide", { topic: "daemon" })).toMatchObject({ error: { code: "no_topic" } });
  const other = await openKit();
  expect(await other.call("guide", { topic: "daemon" })).toMatchObject({ status: "ok" });
});
