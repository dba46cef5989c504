import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { foldEntries } from "../log/thread-state.ts";
import { type Model, ModelError, type ModelRequest } from "../model/model.ts";
import type { AgentHooks } from "./hooks.ts";

let next = 0;
const readAnother = () => ({ calls: [{ tool: "read_note", input: { name: `n${(next += 1)}` } }] });
const prices = { "test/scripted": { input: 1_000, output: 10_000 } };

test("a run has its turns, and the person may start another one", async () => {
  const model = scriptModel(readAnother);
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), limits: { turns: 3 } });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "turns", turns: 3 });
  expect(model.requests.length).toBe(3);
  expect(await agent.run("t", "go on").outcome).toMatchObject({ status: "stopped", why: "turns", turns: 3 });
  expect(model.requests.length).toBe(6);
});

verifies("loop:budget", "tokens are reserved before a call: the limit is never passed", async () => {
  for (const tokens of [2_000, 3_000, 5_000, 9_000]) {
    const model = scriptModel(() => ({ ...readAnother(), usage: { input: 700, output: 400 } }));
    const limits = { tokens, outputTokens: 400, turns: 100 };
    const outcome = await createAgent({ model, kernel: noteKernel(createTrace()), limits }).run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "stopped", why: "tokens" });
    expect(outcome.usage.input + outcome.usage.output).toBeLessThanOrEqual(tokens);
    expect(outcome.turns).toBeGreaterThan(0);
  }
});

test("a small limit of tokens leaves room for turns, and says what did not fit", async () => {
  const model = scriptModel(() => ({ ...readAnother(), usage: { input: 300, output: 400 } }));
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), limits: { tokens: 2_000 } });
  const outcome = await agent.run("t", "go").outcome;
  expect(outcome).toMatchObject({ status: "stopped", why: "tokens" });
  expect(outcome.turns).toBeGreaterThan(0);
  expect(outcome.usage.input + outcome.usage.output).toBeLessThanOrEqual(2_000);
  expect(model.requests.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual(model.requests.map(() => 500));
  expect("message" in outcome && outcome.message).toMatch(/may take \d+: \d+ to read and up to 500 to write\.$/);
});

test("what a model call costs is not told where its price is not known", async () => {
  for (const [given, costUsd] of [
    [{}, undefined],
    [prices, expect.any(Number)],
  ] as const) {
    const agent = createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), prices: given });
    const run = agent.run("t", "go");
    const told: unknown[] = [];
    for await (const event of run) if (event.type === "usage") told.push(event.costUsd);
    expect(told).toEqual([costUsd]);
  }
});

verifies("loop:budget", "cost is reserved before a call, and told at the end", async () => {
  const model = scriptModel(() => ({ ...readAnother(), usage: { input: 900, output: 50 } }));
  const limits = { costUsd: 8, outputTokens: 100 };
  const outcome = await createAgent({ model, kernel: noteKernel(createTrace()), limits, prices }).run("t", "go")
    .outcome;
  expect(outcome).toMatchObject({ status: "stopped", why: "cost" });
  expect(outcome.costUsd).toBeCloseTo(outcome.turns * 1.4);
  expect(outcome.costUsd).toBeGreaterThan(0);
  expect(outcome.costUsd).toBeLessThanOrEqual(8);
});

test("a limit of cost without a price refuses to start", () => {
  const options = { model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), limits: { costUsd: 1 } };
  expect(() => createAgent(options)).toThrow('`prices` lacks "test/scripted"');
  const fallback = [{ ...scriptModel({}), id: "test/other" }];
  expect(() => createAgent({ ...options, prices, fallback })).toThrow('`prices` lacks "test/other"');
});

test("what is read from a cache costs its own price", async () => {
  const usage = { input: 1_000, cacheRead: 600, cacheWrite: 300, output: 100 };
  const model = scriptModel({ text: "ok", usage });
  const cached = { "test/scripted": { input: 10, output: 100, cacheRead: 1, cacheWrite: 20 } };
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), prices: cached });
  const { costUsd } = await agent.run("t", "go").outcome;
  expect(costUsd).toBeCloseTo((100 * 10 + 600 * 1 + 300 * 20 + 100 * 100) / 1e6);
});

test("a model call that was cut off counts as spent, since nobody knows what it has cost", async () => {
  const cut: Model = {
    id: "test/scripted",
    async *stream() {
      yield { type: "text", delta: "Well" };
      throw new TypeError("terminated");
    },
  };
  const limits = { tokens: 10_000, outputTokens: 3_000 };
  const retry = { firstWaitMs: 0, attempts: 100 };
  const store = createMemoryThreads();
  const agent = createAgent({ model: cut, kernel: noteKernel(createTrace()), limits, retry, store });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "tokens" });
  expect((await store.read("t")).filter(({ type }) => type === "request").length).toBe(2);
});

describe("the same call again and again", () => {
  const same = { calls: [{ tool: "read_note", input: { name: "a" } }] };

  verifies("loop:repeats", "is told to the model, and stops the run two calls later", async () => {
    const store = createMemoryThreads();
    const model = scriptModel(same);
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), store });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "loop", turns: 5 });
    const { history } = foldEntries(await store.read("t"));
    const notes = history.flatMap((item) =>
      item.kind === "results" ? item.results.map(({ result }) => result.note) : [],
    );
    expect(notes.map((note) => note?.slice(0, 49))).toEqual([
      undefined,
      undefined,
      "This very call has now had the same result 3 time",
      "This very call has now had the same result 4 time",
      "This very call has now had the same result 5 time",
    ]);
    expect(JSON.stringify(model.requests[3]?.messages.at(-1))).toContain("do something else");
  });

  test("is no loop before the limit, whatever is between", async () => {
    const model = scriptModel(same, readAnother, same, readAnother, same, readAnother, same, { text: "ok" });
    const agent = createAgent({ model, kernel: noteKernel(createTrace()) });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
  });
});

describe("a last answer", () => {
  const summing = ({ toolChoice }: ModelRequest) =>
    toolChoice === "none" ? { text: "So far: one note." } : { ...readAnother(), usage: { input: 700, output: 100 } };

  verifies("loop:last-answer", "is given without tools before the turns are over for good", async () => {
    const model = scriptModel(summing);
    const limits = { turns: 2, lastAnswer: true };
    const store = createMemoryThreads();
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), limits, store });
    const outcome = await agent.run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "stopped", why: "turns", turns: 2, text: "So far: one note." });
    const [, before, last] = model.requests;
    expect(last).toMatchObject({ toolChoice: "none", tools: before?.tools });
    expect(JSON.stringify(last?.messages.at(-1))).toContain("The run has had its 2 turns.");
    expect(JSON.stringify(last?.messages)).toContain(JSON.stringify(before?.messages).slice(0, -1));
    // The end stays what it is.
    expect(await agent.resume("t").outcome).toMatchObject({ status: "stopped", why: "turns" });
    expect(model.requests.length).toBe(3);
    expect(await agent.run("t", "go on").outcome).toMatchObject({ status: "stopped", turns: 2 });
  });

  verifies(
    "loop:last-answer",
    "never passes a limit of tokens or cost, and is left out if it does not fit",
    async () => {
      const given = new Set<boolean>();
      for (let tokens = 2_000; tokens <= 6_000; tokens += 200) {
        const model = scriptModel(summing);
        const limits = { tokens, outputTokens: 2_000, turns: 100, lastAnswer: true };
        const outcome = await createAgent({ model, kernel: noteKernel(createTrace()), limits }).run("t", "go").outcome;
        expect(outcome).toMatchObject({ status: "stopped", why: "tokens" });
        expect(outcome.usage.input + outcome.usage.output).toBeLessThanOrEqual(tokens);
        given.add(outcome.text === "So far: one note.");
      }
      expect(given).toEqual(new Set([true, false]));
    },
  );

  test("comes after a loop, and what it calls all the same is not run", async () => {
    const trace = createTrace();
    const write = { calls: [{ tool: "write_note", input: { name: "w" } }], text: "Well." };
    const same = { calls: [{ tool: "read_note", input: { name: "a" } }] };
    const model = scriptModel(({ toolChoice }) => (toolChoice === "none" ? write : same));
    const agent = createAgent({ model, kernel: noteKernel(trace), limits: { lastAnswer: true } });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "loop", text: "Well." });
    expect(trace.events.filter((event) => event.startsWith("write"))).toEqual([]);
  });

  test("that fails, or that a hook does not accept, leaves the end as it is", async () => {
    const failing = scriptModel((request) =>
      request.toolChoice === "none" ? { error: new ModelError("busy", "Overloaded") } : summing(request),
    );
    const limits = { turns: 1, lastAnswer: true };
    const first = createAgent({ model: failing, kernel: noteKernel(createTrace()), limits });
    expect(await first.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "turns", text: "" });
    const hooks: AgentHooks = {
      onResponse: ({ text }) =>
        text.startsWith("So far") ? { verdict: "retry", feedback: "No." } : { verdict: "accept" },
    };
    const second = createAgent({ model: scriptModel(summing), kernel: noteKernel(createTrace()), limits, hooks });
    expect(await second.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "turns", text: "" });
  });
});
