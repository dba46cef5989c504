import { expect, test } from "vitest";
import { deferred } from "../../tool/deferred.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { ThreadStore } from "../log/thread-store.ts";
import { ModelError } from "../model/model.ts";
import type { AgentRun } from "../create-agent.ts";

const write = { tool: "write_note", input: { name: "a" }, id: "one" };

test("a new input after an approval that nobody gave has all its turns, and those who watch hear what was dropped", async () => {
  const model = scriptModel({ calls: [write] }, { text: "Then not." });
  const agent = createAgent({ model, kernel: noteKernel(createTrace(), { access: {} }), limits: { turns: 1 } });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "awaiting", turns: 1 });
  const run = agent.run("t", "something else");
  expect(await listEnds(run)).toEqual(["one write_note not_run"]);
  expect(await run.outcome).toMatchObject({ status: "done", turns: 1 });
});

test("those who watch a run that is taken up hear of a call whose outcome is unknown", async () => {
  const store = createMemoryThreads();
  const trace = createTrace();
  const first = createAgent({
    model: scriptModel({ calls: [write] }),
    kernel: noteKernel(trace),
    store: losing(store),
  });
  await first.run("t", "go").outcome;
  expect(trace.events).toEqual(["write a begins", "write a ends"]);
  const second = createAgent({ model: scriptModel({ text: "I shall look." }), kernel: noteKernel(trace), store });
  expect(await listEnds(second.resume("t"))).toEqual(["one write_note unknown"]);
});

test("a read that a crash cut off is not said never to have begun, if the thread takes another way", async () => {
  const store = createMemoryThreads();
  const read = { tool: "read_note", input: { name: "b" }, id: "two" };
  const parts = { kernel: noteKernel(createTrace()), store };
  await createAgent({ ...parts, model: scriptModel({ calls: [read] }), store: losing(store) }).run("t", "go").outcome;
  const second = createAgent({ ...parts, model: scriptModel({ text: "ok" }) });
  expect(await listEnds(second.run("t", "something else"))).toEqual(["two read_note unknown"]);
});

test("a change that was cancelled in the middle may have taken effect, and the model is told", async () => {
  const trace = createTrace("a", "b");
  const read = { tool: "read_note", input: { name: "b" }, id: "two" };
  const model = scriptModel({ calls: [write] }, { calls: [read] }, { text: "ok" });
  const agent = createAgent({ model, kernel: noteKernel(trace) });
  for (const input of ["write", "read"]) {
    const run = agent.run("t", input);
    for await (const event of run) if (event.type === "call-start") run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
  }
  await agent.run("t", "go on").outcome;
  const results = model.requests.at(-1)?.messages.flatMap((each) => (each.role === "tool" ? each.results : []));
  expect(results?.map(({ text }) => text.includes("may have taken effect"))).toEqual([true, false]);
});

test("what was cancelled before it was answered is not taken up with the next input", async () => {
  const model = scriptModel({ text: "Well", hangs: true }, { text: "Four." }, { text: "ok" });
  const agent = createAgent({ model, kernel: noteKernel(createTrace()) });
  const run = agent.run("t", "Tell a long story.");
  for await (const event of run) if (event.type === "text") run.cancel();
  expect(await run.outcome).toMatchObject({ status: "cancelled" });
  await agent.run("t", "What is two and two?").outcome;
  await agent.run("t", "And three?").outcome;
  const said = (number: number) => JSON.stringify(model.requests[number]?.messages);
  expect(said(1)).toMatch(/long story.*The person cancelled what is above.*two and two/);
  expect(said(2).match(/The person cancelled/g)).toHaveLength(1);
});

test("the reason for a rejection reaches the model", async () => {
  const model = scriptModel({ calls: [write] }, { text: "ok" });
  const agent = createAgent({ model, kernel: noteKernel(createTrace(), { access: {} }) });
  await agent.run("t", "go").outcome;
  await agent.decide("t", { one: { verdict: "rejected", reason: "Use b instead." } });
  await agent.resume("t").outcome;
  expect(JSON.stringify(model.requests[1]?.messages)).toContain("They say: Use b instead.");
});

test("a provider that is busy during a summary is asked again", async () => {
  const long = { tool: "write_note", input: { name: "word ".repeat(4_000) } };
  const busy = new ModelError("busy", "Overloaded", { retryAfterMs: 1_000 });
  const clock = createVirtualClock();
  const model = scriptModel(
    { calls: [long] },
    { calls: [long] },
    { calls: [long] },
    { error: busy },
    { text: "All notes were written." },
    { text: "done" },
  );
  const context = { windowTokens: 30_000 };
  const agent = createAgent({
    model,
    kernel: noteKernel(createTrace()),
    clock,
    context,
    limits: { outputTokens: 2_000 },
  });
  const run = agent.run("t", "go");
  const seen: string[] = [];
  for await (const event of run) {
    if (event.type === "retry" || event.type === "compacted") seen.push(event.type);
    if (event.type === "retry") void clock.advance(event.waitMs);
  }
  expect(await run.outcome).toMatchObject({ status: "done" });
  expect(seen).toEqual(["retry", "compacted"]);
});

test("a store that never opens a thread holds neither a cancel nor the time limit, and what it opens late is closed", async () => {
  const clock = createVirtualClock();
  const memory = createMemoryThreads();
  const gate = deferred();
  const store: ThreadStore = { ...memory, open: async (thread) => (await gate.promise, await memory.open(thread)) };
  const parts = { model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), store, clock };
  const cancelled = createAgent(parts).run("t", "go");
  cancelled.cancel();
  await clock.advance(2_000);
  expect(await cancelled.outcome).toMatchObject({ status: "cancelled" });
  const late = createAgent({ ...parts, limits: { timeMs: 5_000 } }).run("t", "go");
  await clock.advance(7_000);
  expect(await late.outcome).toMatchObject({ status: "stopped", why: "time" });
  gate.resolve();
  await expect.poll(async () => await memory.open("t").then((log) => log.close(), String)).toBe(undefined);
});

test("a store that does not answer ends the run, and the message says what is wrong with it", async () => {
  const clock = createVirtualClock();
  const memory = createMemoryThreads();
  const asked = deferred();
  const store: ThreadStore = {
    ...memory,
    async open(thread) {
      const log = await memory.open(thread);
      return { ...log, append: () => (asked.resolve(), new Promise<never>(() => {})) };
    },
  };
  const run = createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), store, clock }).run(
    "t",
    "go",
  );
  await asked.promise;
  await clock.advance(60_000);
  const outcome = await run.outcome;
  expect(outcome).toMatchObject({ status: "failed", code: "store_failed", recoverable: true });
  expect(outcome).toMatchObject({ message: expect.stringContaining("more than 60 s") });
});

test("a thread that cannot be closed does not undo how its run has ended", async () => {
  const memory = createMemoryThreads();
  const store: ThreadStore = {
    ...memory,
    open: async (thread) => ({ ...(await memory.open(thread)), close: () => Promise.reject(new Error("gone")) }),
  };
  const run = createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), store }).run(
    "t",
    "go",
  );
  expect(await run.outcome).toMatchObject({ status: "done" });
});

test("a store that never closes a thread does not hold its run for good", async () => {
  const clock = createVirtualClock();
  const memory = createMemoryThreads();
  const closing = deferred();
  const close = (): Promise<never> => (closing.resolve(), new Promise<never>(() => {}));
  const store: ThreadStore = { ...memory, open: async (thread) => ({ ...(await memory.open(thread)), close }) };
  const agent = createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), store, clock });
  const run = agent.run("t", "go");
  await closing.promise;
  await clock.advance(60_000);
  expect(await run.outcome).toMatchObject({ status: "done" });
});

async function listEnds(run: AgentRun): Promise<readonly string[]> {
  const ends: string[] = [];
  for await (const event of run)
    if (event.type === "call-end") ends.push(`${event.callId} ${event.tool} ${event.status}`);
  return ends;
}

/** The process is gone as soon as a call has begun: nothing that comes later is kept, and nobody waits for it. */
function losing(store: ThreadStore): ThreadStore {
  return {
    ...store,
    async open(thread) {
      const log = await store.open(thread);
      let isGone = false;
      return {
        ...log,
        async append(entries) {
          if (isGone) throw new Error("The process is gone.");
          isGone = entries.some(({ type }) => type === "call_started");
          await log.append(entries);
        },
      };
    },
  };
}
