import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { readResults } from "../fixtures/read-thread.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { subagentThread } from "../log/subagent-threads.ts";
import { foldEntries } from "../log/thread-state.ts";
import type { RunLimits } from "../run/limits.ts";

const task = (name: string) => ({ tool: "explore", input: { task: name }, id: name });
const read = { calls: [{ tool: "read_note", input: { name: "a" } }] };
const price = { input: 1_000, output: 1_000 };

function setUp(limits: Partial<RunLimits>, turns: readonly ScriptedTurn[], below: readonly ScriptedTurn[]) {
  const store = createMemoryThreads();
  const model = scriptModel(...turns);
  const belowModel = { ...scriptModel(...below), id: "test/below" };
  const agent = createAgent({
    model,
    kernel: noteKernel(createTrace()),
    store,
    limits: { outputTokens: 1_000, ...limits },
    prices: { [model.id]: price, [belowModel.id]: price },
    subagents: [
      {
        name: "explore",
        description: "Explores.",
        tools: ["read_note", "explore"],
        model: belowModel,
        limits: { lastAnswer: false },
      },
    ],
  });
  return { agent, store, model, belowModel };
}

describe("what subagents use", () => {
  verifies("loop:budget", "counts in the run above, as turns, tokens and cost", async () => {
    const usage = { input: 1_000, output: 100 };
    const { agent } = setUp(
      {},
      [
        { calls: [task("x"), task("y")], usage },
        { text: "ok", usage },
      ],
      [{ text: "a", usage }],
    );
    const outcome = await agent.run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "done", turns: 4, usage: { input: 4_000, output: 400 } });
    expect(outcome.costUsd).toBeCloseTo(4.4);
  });

  verifies(
    "loop:budget",
    "is reserved in the run above, so that subagents side by side cannot pass its limit",
    async () => {
      for (const tokens of [2_500, 4_000, 6_000, 9_000]) {
        const usage = { output: 1_000 };
        const calls = ["a", "b", "c", "d"].map(task);
        const { agent, store } = setUp(
          { tokens, outputTokens: 1_000 },
          [
            { calls, usage },
            { text: "ok", usage },
          ],
          [
            { ...read, usage },
            { ...read, usage },
          ],
        );
        const outcome = await agent.run("t", "go").outcome;
        expect(outcome.status, `${tokens}`).toBe("stopped");
        expect(outcome.usage.input + outcome.usage.output).toBeLessThanOrEqual(tokens);
        const { reserved } = foldEntries(await store.read("t")).run;
        expect(reserved).toMatchObject({ inputTokens: 0, outputTokens: 0 });
        for (const result of await readResults(store)) expect(result.status).toBe("stopped");
      }
    },
  );

  test("is refused from the start if the price of one of their models is not known", () => {
    const make = () =>
      createAgent({
        model: scriptModel({}),
        kernel: noteKernel(createTrace()),
        prices: { "test/scripted": price },
        limits: { costUsd: 1 },
        subagents: [
          { name: "explore", description: "Explores.", tools: [], model: { ...scriptModel({}), id: "test/x" } },
        ],
      });
    expect(make).toThrow('`prices` lacks "test/x"');
  });

  test("stays spent above if it was cut off and never told", async () => {
    const { agent, store } = setUp(
      { tokens: 100_000 },
      [{ calls: [task("x")] }, { text: "ok" }],
      [{ error: new Error("The connection was reset"), text: "Half an ans" }],
    );
    const run = agent.run("t", "go");
    await expect.poll(async () => (await store.read("t")).some(({ type }) => type === "subagent_request")).toBe(true);
    run.cancel();
    await run.outcome;
    expect(foldEntries(await store.read("t")).run.reserved.outputTokens).toBe(1_000);
  });
});

verifies("loop:subagents", "there are only so many in a run, those below others included", async () => {
  const nested = { calls: [task("deep")] };
  const { agent, store } = setUp(
    { subagents: 3 },
    [{ calls: [task("x"), task("y")] }, { text: "ok" }],
    [nested, nested, nested, { text: "a" }],
  );
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
  const { run } = foldEntries(await store.read("t"));
  expect(run.subagents.size).toBe(3);
  const below = await Promise.all(["x", "y"].map((id) => store.read(subagentThread("t", id))));
  const texts = below.flatMap((entries) =>
    entries.flatMap((entry) => (entry.type === "call_ended" ? [entry.result.text.slice(0, 40)] : [])),
  );
  expect(texts).toContain("Not run: this run has had all the subage");
});

verifies("loop:subagents", "they stand only so far below the agent", async () => {
  const { agent, belowModel } = setUp(
    { subagentDepth: 2 },
    [{ calls: [task("x")] }, { text: "ok" }],
    [{ calls: [task("y")] }, { text: "a" }],
  );
  await agent.run("t", "go").outcome;
  const offered = belowModel.requests.map(({ tools }) => tools.map(({ name }) => name));
  expect(offered).toEqual([["read_note", "explore"], ["read_note"], ["read_note", "explore"]]);
});

test("the time of the run above ends them, and says that it was the time", async () => {
  const clock = createVirtualClock();
  const store = createMemoryThreads();
  const below = scriptModel({ hangs: true });
  const agent = createAgent({
    model: scriptModel({ calls: [task("x")] }),
    kernel: noteKernel(createTrace(), { clock }),
    store,
    clock,
    limits: { timeMs: 5_000 },
    subagents: [{ name: "explore", description: "Explores.", tools: [], model: below }],
  });
  const run = agent.run("t", "go");
  await expect.poll(() => below.requests.length).toBe(1);
  await clock.advance(5_000);
  expect(await run.outcome).toMatchObject({ status: "stopped", why: "time", message: "The run has had its 5 s." });
  expect(await readResults(store)).toMatchObject([{ status: "timed_out" }]);
  expect(clock.pendingTimers()).toBe(0);
});
