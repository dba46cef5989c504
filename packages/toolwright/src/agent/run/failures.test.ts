import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { foldEntries } from "../log/thread-state.ts";
import type { LogEntry } from "../log/entries.ts";
import type { ThreadStore } from "../log/thread-store.ts";
import { ModelError } from "../model/model.ts";

describe("a model that fails", () => {
  verifies("loop:retries", "is asked again after the time it asks for, and not earlier", async () => {
    const clock = createVirtualClock();
    const busy = { error: new ModelError("busy", "Too many requests", { retryAfterMs: 20_000 }) };
    const model = scriptModel(busy, { text: "ok" });
    const run = createAgent({ model, kernel: noteKernel(createTrace()), clock, random: () => 0 }).run("t", "go");
    await clock.advance(19_999);
    expect(model.requests.length).toBe(1);
    await clock.advance(1);
    expect(await run.outcome).toMatchObject({ status: "done", turns: 1 });
    expect(clock.pendingTimers()).toBe(0);
  });

  test("is asked with longer and longer waits, and at last the run fails and can be resumed", async () => {
    const clock = createVirtualClock();
    const error = new ModelError("busy", "Overloaded");
    const model = scriptModel({ error }, { error }, { error }, { error }, { error }, { text: "ok" });
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), clock, random: () => 0.5 });
    const run = agent.run("t", "go");
    const waits: number[] = [];
    const reading = (async () => {
      for await (const event of run) if (event.type === "retry") waits.push(event.waitMs);
    })();
    await clock.advance(60_000);
    await reading;
    expect(await run.outcome).toMatchObject({ status: "failed", code: "model_busy", recoverable: true });
    expect(waits).toEqual([750, 1_500, 3_000, 6_000]);
    expect(await agent.resume("t").outcome).toMatchObject({ status: "done", text: "ok" });
  });

  verifies("loop:retries", "is not asked again if it does not accept the request", async () => {
    const model = scriptModel({ error: new ModelError("rejected", "No such model") }, { text: "never" });
    const outcome = await createAgent({ model, kernel: noteKernel(createTrace()) }).run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "failed", code: "model_rejected", recoverable: false });
    expect(model.requests.length).toBe(1);
  });

  test("gives way to the next one, which has the same history", async () => {
    const first = scriptModel({ error: new ModelError("rejected", "No such model") });
    const second = { ...scriptModel({ text: "from the second" }), id: "test/second" };
    const agent = createAgent({ model: first, fallback: [second], kernel: noteKernel(createTrace()) });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", text: "from the second", turns: 1 });
    expect(second.requests[0]?.messages).toEqual(first.requests[0]?.messages);
  });

  verifies(
    "loop:retries",
    "nobody answers: more attempts than the limit, until the time for that is over",
    async () => {
      const clock = createVirtualClock();
      const model = scriptModel({ error: new ModelError("offline", "fetch failed") });
      const run = createAgent({ model, kernel: noteKernel(createTrace()), clock, random: () => 0.5 }).run("t", "go");
      await clock.advance(599_000);
      expect(model.requests.length).toBeGreaterThan(10);
      await clock.advance(1_000);
      expect(await run.outcome).toMatchObject({ status: "failed", code: "model_offline", recoverable: true });
    },
  );

  test("nobody answers for a while, and then somebody does", async () => {
    const clock = createVirtualClock();
    const offline = { error: new ModelError("offline", "fetch failed") };
    const model = scriptModel(...Array.from({ length: 8 }, () => offline), { text: "back" });
    const run = createAgent({ model, kernel: noteKernel(createTrace()), clock, random: () => 0.5 }).run("t", "go");
    await clock.advance(300_000);
    expect(await run.outcome).toMatchObject({ status: "done", text: "back" });
  });

  verifies("loop:cancel", "can be cancelled while the run waits for it", async () => {
    const clock = createVirtualClock();
    const model = scriptModel({ error: new ModelError("busy", "Overloaded", { retryAfterMs: 60_000 }) });
    const run = createAgent({ model, kernel: noteKernel(createTrace()), clock }).run("t", "go");
    await clock.advance(10);
    run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
    expect(clock.pendingTimers()).toBe(0);
  });

  test("an answer without words and calls is asked for again", async () => {
    const model = scriptModel({}, { text: "ok" });
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), retry: { firstWaitMs: 0 } });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", text: "ok" });
  });

  test("a refusal is an end of its own", async () => {
    const model = scriptModel({ finish: "refused" });
    const outcome = await createAgent({ model, kernel: noteKernel(createTrace()) }).run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "refused" });
  });
});

describe("a store that fails", () => {
  const twoCalls = {
    calls: [
      { tool: "write_note", input: { name: "a" } },
      { tool: "write_note", input: { name: "b" } },
    ],
  };

  verifies(
    "loop:store-fails",
    "after a tool has run: the run fails, and the next one writes the result and does not run the tool again",
    async () => {
      const trace = createTrace();
      const { store, breakAt } = breakable();
      const agent = createAgent({ model: scriptModel(twoCalls, { text: "ok" }), kernel: noteKernel(trace), store });
      breakAt("call_ended");
      expect(await agent.run("t", "go").outcome).toMatchObject({
        status: "failed",
        code: "store_failed",
        recoverable: true,
      });
      expect(trace.events).toEqual(["write a begins", "write a ends"]);
      breakAt(undefined);
      expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
      expect(trace.events.filter((event) => event.endsWith("begins"))).toEqual(["write a begins", "write b begins"]);
      const entries = await store.read("t");
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      const { history } = foldEntries(entries);
      expect(
        history.flatMap((item) => (item.kind === "results" ? item.results.map(({ result }) => result.text) : [])),
      ).toEqual(["Wrote a.", "Wrote b."]);
    },
  );

  test("before a tool runs: the tool does not run", async () => {
    const trace = createTrace();
    const { store, breakAt } = breakable();
    const agent = createAgent({ model: scriptModel(twoCalls, { text: "ok" }), kernel: noteKernel(trace), store });
    breakAt("call_started");
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "failed", code: "store_failed" });
    expect(trace.events).toEqual([]);
  });

  test("of another agent knows only that the call had begun", async () => {
    const trace = createTrace();
    const { store, breakAt } = breakable();
    const model = scriptModel(twoCalls, { text: "ok" });
    breakAt("call_ended");
    await createAgent({ model, kernel: noteKernel(trace), store }).run("t", "go").outcome;
    breakAt(undefined);
    const other = createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(trace), store });
    expect(await other.resume("t").outcome).toMatchObject({ status: "done" });
    expect(trace.events.filter((event) => event.endsWith("begins"))).toEqual(["write a begins", "write b begins"]);
    expect(JSON.stringify(await store.read("t"))).toContain("outcome unknown");
  });
});

test("a thread has one run at a time", async () => {
  const agent = createAgent({ model: scriptModel({ text: "Well", hangs: true }), kernel: noteKernel(createTrace()) });
  const first = agent.run("t", "go");
  const second = await agent.run("t", "go").outcome;
  expect(second).toMatchObject({ status: "failed", code: "thread_busy", recoverable: true });
  expect(await agent.cancel("t")).toBe(true);
  expect(await first.outcome).toMatchObject({ status: "cancelled" });
});

test("a fork goes its own way", async () => {
  const store = createMemoryThreads();
  const agent = createAgent({
    model: scriptModel({ text: "one" }, { text: "two" }),
    kernel: noteKernel(createTrace()),
    store,
  });
  await agent.run("t", "go").outcome;
  await agent.fork("t", "u");
  await expect(agent.fork("t", "u")).rejects.toMatchObject({ code: "thread_exists" });
  await expect(agent.fork("nothing", "v")).rejects.toMatchObject({ code: "empty_thread" });
  await expect(agent.fork("t", "v", 0)).rejects.toMatchObject({ code: "empty_thread" });
  expect(await store.read("v")).toEqual([]);
  await agent.run("u", "go on").outcome;
  expect(foldEntries(await store.read("t")).history.length).toBe(2);
  expect(foldEntries(await store.read("u")).history.length).toBe(4);
});

test("an empty thread cannot be resumed, and one that is done is not done again", async () => {
  const store = createMemoryThreads();
  const agent = createAgent({ model: scriptModel({ text: "one" }), kernel: noteKernel(createTrace()), store });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "failed", code: "empty_thread" });
  await agent.run("t", "go").outcome;
  const before = await store.read("t");
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done", text: "one" });
  expect(await store.read("t")).toEqual(before);
});

/** A memory store that refuses entries of one type. */
function breakable() {
  const inner = createMemoryThreads();
  let broken: LogEntry["type"] | undefined;
  const store: ThreadStore = {
    ...inner,
    async open(thread) {
      const log = await inner.open(thread);
      return {
        ...log,
        async append(entries) {
          if (entries.some(({ type }) => type === broken)) throw new Error("The disk is full");
          await log.append(entries);
        },
      };
    },
  };
  return { store, breakAt: (type: LogEntry["type"] | undefined) => void (broken = type) };
}
