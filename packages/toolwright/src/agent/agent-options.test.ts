import { expect, test } from "vitest";
import { createAgent } from "./create-agent.ts";
import { createTrace, noteKernel } from "./fixtures/notes.ts";
import { scriptModel } from "./fixtures/scripted-model.ts";
import { recordModel, replayModel } from "./model/cassette.ts";

const kernel = noteKernel(createTrace());
const model = scriptModel({ text: "ok" });
/** As a program without types calls it. */
const create = (options: unknown): unknown => Reflect.apply(createAgent, undefined, [options]);

test.each([
  [
    "a name of a model",
    { model: "gpt-4o", kernel },
    'Expected a model: what an AI SDK provider returns, such as openai("gpt-4o"), or an object with `id` and `stream`; got "gpt-4o".',
  ],
  ["no model", { kernel }, "got undefined"],
  ["tools without a kernel", { model, tools: [] }, "createKernel({ tools })"],
  ["a limit that does not exist", { model, kernel, limits: { turn: 1 } }, 'There is no limit "turn"; there are turns,'],
  [
    "a limit below zero",
    { model, kernel, limits: { turns: -1 } },
    "The limit turns must be a number from 0 up; got -1.",
  ],
  [
    "room for less than one call",
    { model, kernel, limits: { parallel: 0.5 } },
    "The limit parallel must be a number from 1 up; got 0.5.",
  ],
  [
    "a limit of a subagent that does not exist",
    { model, kernel, subagents: [{ name: "a", description: "Helps.", tools: [], limits: { turn: 1 } }] },
    'There is no limit "turn"',
  ],
  [
    "a price that is no number",
    { model, kernel, prices: { "test/scripted": { input: Number.NaN, output: 1 } } },
    '`prices` has input: NaN for "test/scripted"',
  ],
  ["a limit as a text", { model, kernel, limits: { tokens: "2" } }, 'got "2"'],
  ["a limit that is no number", { model, kernel, limits: { costUsd: Number.NaN } }, "costUsd"],
])("%s is refused at once, with what was expected", (_title, options, message) => {
  expect(() => create(options)).toThrow(message);
});

test("a limit that is undefined is the default", async () => {
  const run = Reflect.apply(createAgent, undefined, [{ model, kernel, limits: { turns: undefined } }]).run("t", "go");
  expect(await run.outcome).toMatchObject({ status: "done" });
});

test("a recorder takes what a provider returns, and a player only recordings", () => {
  const provider = {
    specificationVersion: "v3",
    provider: "test.chat",
    modelId: "m",
    doStream: async () => ({ stream: new ReadableStream<unknown>() }),
  };
  expect(recordModel(provider).id).toBe("test/m");
  expect(() => Reflect.apply(replayModel, undefined, [{}])).toThrow("This is no recording");
});
