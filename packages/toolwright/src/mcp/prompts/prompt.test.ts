import { expect, test } from "vitest";
import * as z from "zod";
import { reads } from "../../../test/sample.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { askClient } from "../../tool/question.ts";
import { type Prompt, promptForTool } from "./prompt.ts";

const search = defineTool({
  name: "search_text",
  description: "Searches for a text.",
  input: z.strictObject({
    text: z.string().describe("What to search for"),
    limit: z.number().optional().describe("Matches at most"),
    whole: z.boolean().optional().describe("Whole words only"),
    order: z.enum(["newest", "nearest", "oldest"]).optional().describe("What comes first"),
    kinds: z.array(z.string()).optional().describe("Kinds of file"),
  }),
  effects: reads,
  handle: () => "found",
});
const reader = { caller: { host: "test", session: "one", principal: "tester" }, signal: new AbortController().signal };

test("the fields of the tool are the arguments, with their words and whether they are needed", () => {
  const { arguments: given = [], ...prompt } = promptForTool(search);
  expect(prompt).toMatchObject({ name: "search_text", title: "Search text", description: "Searches for a text." });
  expect(given.map(({ name, description, required }) => [name, description, required])).toEqual([
    ["text", "What to search for", true],
    ["limit", "Matches at most", false],
    ["whole", "Whole words only", false],
    ["order", "What comes first", false],
    ["kinds", "Kinds of file", false],
  ]);
});

test("a closed set of words is completed, anything else is not", async () => {
  const prompt = promptForTool(search);
  expect(await complete(prompt, "order", "ne")).toEqual(["newest", "nearest"]);
  expect(await complete(prompt, "order", "x")).toEqual([]);
  expect(await complete(prompt, "text", "")).toBeUndefined();
});

test("completions of the application's own come before those of the schema", async () => {
  const prompt = promptForTool(search, {
    text: (typed, chosen) => [`${typed} in ${chosen["order"]}`],
    order: () => ["own"],
  });
  expect(await complete(prompt, "text", "apples")).toEqual(["apples in oldest"]);
  expect(await complete(prompt, "order", "ne")).toEqual(["own"]);
});

test("a field named like a part of every object has no completion that nobody gave", () => {
  const tool = defineTool({
    name: "build_part",
    description: "Builds a part.",
    input: z.strictObject({ constructor: z.string().describe("Who builds it") }),
    effects: reads,
    handle: () => "built",
  });
  expect(promptForTool(tool).arguments).toEqual([
    { name: "constructor", description: "Who builds it", required: true },
  ]);
});

test("numbers, booleans and lists are read from their text, and texts stay as they are", async () => {
  const given = { text: "5", limit: "20", whole: "true", order: "newest", kinds: '["md"]' };
  expect(await render(promptForTool(search), given)).toEqual([
    {
      role: "user",
      content:
        'Call the tool search_text with {"text":"5","limit":20,"whole":true,"order":"newest","kinds":["md"]} and tell me what it found.',
    },
  ]);
});

test("what cannot be read is left to the tool, which says what is wrong with it", async () => {
  expect(await render(promptForTool(search), { text: "a", limit: "many" })).toMatchObject([
    { content: expect.stringContaining('{"text":"a","limit":"many"}') },
  ]);
});

function complete(prompt: Prompt, name: string, typed: string) {
  const found = prompt.arguments?.find((argument) => argument.name === name);
  return found?.complete?.(typed, { order: "oldest" }, reader);
}

function render(prompt: Prompt, given: Readonly<Record<string, string>>) {
  return prompt.render(given, { ...reader, answers: {}, ask: askClient });
}
