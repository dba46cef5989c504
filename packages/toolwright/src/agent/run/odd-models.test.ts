import { describe, expect, test } from "vitest";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { readResults } from "../fixtures/read-thread.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { foldEntries } from "../log/thread-state.ts";
import type { Model } from "../model/model.ts";

const read = (name: string, id: string) => ({ tool: "read_note", input: { name }, id });

/** A model without types says one event after the other. */
function speak(...events: readonly unknown[]): Model {
  return {
    id: "test/odd",
    // oxlint-disable-next-line typescript/consistent-type-assertions -- what is tested is what types forbid
    stream: async function* () {
      yield* events;
    } as never,
  };
}

function setUp(model: Model) {
  const [store, clock, trace] = [createMemoryThreads(), createVirtualClock(), createTrace()];
  const retry = { firstWaitMs: 0, attempts: 1 };
  const options = { store, clock, retry, prices: { [model.id]: { input: 1, output: 1 } } };
  return { agent: createAgent({ model, kernel: noteKernel(trace), ...options }), store, clock, trace };
}

test("ids that are empty, alike, too long or not words are replaced, and each call has its own result", async () => {
  const ids = ["x", "x", "", "", "a/b", "with space", "\u0000", "i".repeat(1_000)];
  const { agent, store } = setUp(scriptModel({ calls: ids.map((id, at) => read(`n${at}`, id)) }, { text: "ok" }));
  await agent.run("t", "go").outcome;
  const { callIds } = foldEntries(await store.read("t"));
  expect([...callIds]).toEqual(["x", "x_2", "call", "call_2", "call_3", "call_4", "call_5", "call_6"]);
  expect((await readResults(store)).map(({ text }) => text)).toEqual(ids.map((_, at) => `This is n${at}.`));
});

test("of thousands of calls in one answer only the first ones run, and all are answered", async () => {
  const calls = Array.from({ length: 1_000 }, (_, at) => read(`n${at}`, `c${at}`));
  const { agent, store, trace } = setUp(scriptModel({ calls }, { text: "ok" }));
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
  expect(trace.events.filter((event) => event.endsWith("ends")).length).toBe(128);
  const results = await readResults(store);
  expect(results.length).toBe(1_000);
  expect(results[128]?.text).toBe("Not run: an answer may have 128 calls. Make fewer at once.");
});

describe("usage that is none", () => {
  const counts = [Number.NaN, -5, Number.POSITIVE_INFINITY, "7", null];
  const odd = counts.flatMap((value) => [
    { input: value, output: 1 },
    { input: 1, output: value },
  ]);

  test.each([...odd, null, 7, "many"])("is not taken for it: %j", async (usage) => {
    const content = [{ type: "text", text: "ok" }];
    const { agent } = setUp(speak({ type: "finish", content, finish: "stop", usage }));
    const outcome = await agent.run("t", "go").outcome;
    expect(outcome.status).toBe("done");
    // As estimated: what a provider says that cannot be is no saying.
    expect(outcome.usage.input).toBeGreaterThan(100);
    expect(outcome.usage.output).toBe(10);
  });

  test("may not have more from a cache than there was", async () => {
    const content = [{ type: "text", text: "ok" }];
    const usage = { input: 10, output: 1, cacheRead: 1e9, cacheWrite: 1e9 };
    const { agent } = setUp(speak({ type: "finish", content, finish: "stop", usage }));
    expect((await agent.run("t", "go").outcome).usage).toEqual({ input: 10, output: 1, cacheRead: 10, cacheWrite: 0 });
  });
});

test.each([
  ["no content", { type: "finish", finish: "stop" }],
  ["a part that is nothing", { type: "finish", content: [null], finish: "stop" }],
  ["a call without a name", { type: "finish", content: [{ type: "call", callId: "a", input: "{}" }], finish: "calls" }],
  ["an input that is no text", { type: "finish", content: [{ type: "call", callId: "a", tool: "b", input: {} }] }],
])("an answer with %s is none: the run fails, and can be resumed", async (_title, answer) => {
  const { agent, store, clock } = setUp(speak(answer));
  expect(await agent.run("t", "go").outcome).toMatchObject({
    status: "failed",
    code: "model_interrupted",
    recoverable: true,
  });
  expect((await store.read("t")).some(({ type }) => type === "response")).toBe(false);
  expect(clock.pendingTimers()).toBe(0);
});

test.each([
  [
    "throws when it is asked",
    () => {
      throw new TypeError("x is not a function");
    },
  ],
  ["gives no stream", () => 5],
  [
    "has a mistake in its stream",
    async function* () {
      yield* [null];
    },
  ],
])("a model that %s is broken, not offline: the run fails at once and leaves no timer", async (_title, stream) => {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what is tested is what types forbid
  const { agent, clock } = setUp({ id: "test/odd", stream: stream as never });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "failed", code: "model_rejected" });
  expect(clock.pendingTimers()).toBe(0);
});

test("what comes behind the end of an answer is not read, and an error while it is left changes nothing", async () => {
  const end = { type: "finish", content: [{ type: "text", text: "ok" }], finish: "stop" };
  let at = 0;
  const stream = () => ({
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: [end, { ...end, content: [] }][at++] }),
      return() {
        throw new Error("It does not want to be left.");
      },
    }),
  });
  // oxlint-disable-next-line typescript/consistent-type-assertions -- what is tested is what types forbid
  const { agent } = setUp({ id: "test/odd", stream: stream as never });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", text: "ok" });
});
