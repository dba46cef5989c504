import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import * as z from "zod";
import { createKernel } from "../../call/kernel.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { reads } from "../../tool/effects.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { fixedTexts } from "../log/repair.ts";
import type { HistoryItem } from "../log/history.ts";
import { foldEntries } from "../log/thread-state.ts";
import type { ThreadStore } from "../log/thread-store.ts";
import type { AgentEvent } from "./events.ts";

test("a model calls a tool, reads the result and is done", async () => {
  const model = scriptModel({ calls: [{ tool: "read_note", input: { name: "milk" } }] }, { text: "It is milk." });
  const agent = createAgent({ model, kernel: noteKernel(createTrace()) });
  const run = agent.run("t", "What is it?");
  const events = await readAll(run);
  expect(await run.outcome).toMatchObject({ status: "done", text: "It is milk.", turns: 2, costUsd: undefined });
  expect(events.map(({ type }) => type)).toEqual([
    "turn",
    "usage",
    "call-start",
    "call-end",
    "turn",
    "text",
    "usage",
    "end",
  ]);
  expect(model.requests[1]?.messages.at(-1)).toEqual({
    role: "tool",
    results: [{ callId: "c1_0", tool: "read_note", text: "This is milk.", isError: false }],
  });
});

verifies(
  "loop:order",
  "calls that only read run side by side, changes one after the other, and results keep the order of the calls",
  async () => {
    const trace = createTrace("a", "b", "c");
    const calls = [
      { tool: "read_note", input: { name: "a" } },
      { tool: "read_note", input: { name: "b" } },
      { tool: "write_note", input: { name: "c" } },
      { tool: "write_note", input: { name: "d" } },
      { tool: "read_note", input: { name: "e" } },
    ];
    const model = scriptModel({ calls }, { text: "ok" });
    const agent = createAgent({ model, kernel: noteKernel(trace) });
    const run = agent.run("t", "go");
    await expect.poll(() => trace.events).toEqual(["read a begins", "read b begins"]);
    trace.gates.get("b")?.resolve();
    await expect.poll(() => trace.events.length).toBe(3);
    trace.gates.get("a")?.resolve();
    await expect.poll(() => trace.events.at(-1)).toBe("write c begins");
    trace.gates.get("c")?.resolve();
    await run.outcome;
    expect(trace.events.slice(2)).toEqual([
      "read b ends",
      "read a ends",
      "write c begins",
      "write c ends",
      "write d begins",
      "write d ends",
      "read e begins",
      "read e ends",
    ]);
    const results = model.requests[1]?.messages.at(-1);
    expect(results?.role === "tool" ? results.results.map(({ text }) => text) : []).toEqual([
      "This is a.",
      "This is b.",
      "Wrote c.",
      "Wrote d.",
      "This is e.",
    ]);
  },
);

verifies("loop:bad-calls", "unknown tools and malformed arguments are results, and the loop goes on", async () => {
  const calls = [
    { tool: "read_notes", input: { name: "a" } },
    { tool: "read_note", input: '{"name": "a' },
    { tool: "read_note", input: "[1]" },
    { tool: "read_note", input: { nam: 3 } },
    { tool: "show_picture", input: "" },
  ];
  const store = createMemoryThreads();
  const agent = createAgent({
    model: scriptModel({ calls }, { text: "ok" }),
    kernel: noteKernel(createTrace()),
    store,
  });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
  const results = await resultsOf(store);
  expect(results.map(({ status, isError }) => [status, isError])).toEqual([
    ["unknown_tool", true],
    ["invalid_input", true],
    ["invalid_input", true],
    ["invalid_input", true],
    ["ok", false],
  ]);
  expect(results[0]?.text).toContain('Did you mean "read_note"?');
  expect(results[1]?.text).toContain("not valid JSON");
});

test("calls of an answer that was cut off are not run", async () => {
  const trace = createTrace();
  const calls = [
    { tool: "write_note", input: { name: "a" } },
    { tool: "write_note", input: {} },
  ];
  const store = createMemoryThreads();
  const model = scriptModel({ calls, finish: "length" }, { text: "ok" });
  const agent = createAgent({ model, kernel: noteKernel(trace), store });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual([]);
  expect((await resultsOf(store)).map(({ status }) => status)).toEqual(["not_run", "not_run"]);
});

test("a model that names its calls alike in every answer gets each of them answered", async () => {
  const call = { tool: "read_note", id: "call_1" };
  const model = scriptModel(
    {
      calls: [
        { ...call, input: { name: "a" } },
        { ...call, input: { name: "b" } },
      ],
    },
    { calls: [{ ...call, input: { name: "c" } }] },
    { text: "ok" },
  );
  const store = createMemoryThreads();
  await createAgent({ model, kernel: noteKernel(createTrace()), store }).run("t", "go").outcome;
  expect((await resultsOf(store)).map(({ text }) => text)).toEqual(["This is a.", "This is b.", "This is c."]);
});

test("attachments come behind all results of their turn", async () => {
  const calls = [{ tool: "show_picture" }, { tool: "read_note", input: { name: "a" } }];
  const model = scriptModel({ calls }, { text: "ok" });
  await createAgent({ model, kernel: noteKernel(createTrace()) }).run("t", "go").outcome;
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    content: [{ type: "text" }, { type: "file", mimeType: "image/png", data: "aGk=" }],
  });
});

verifies("loop:prefix", "what a model is told at first stays the same to the byte from turn to turn", async () => {
  const calls = [{ tool: "read_note", input: { name: "a" } }];
  const model = scriptModel({ calls }, { calls }, { text: "ok" }, { text: "again" });
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), system: "Be brief." });
  await agent.run("t", "go").outcome;
  await agent.run("t", "more").outcome;
  const bytes = model.requests.map(({ system, tools, messages }) => JSON.stringify({ system, tools, messages }));
  for (const [index, text] of bytes.slice(1).entries()) {
    const before = bytes[index]?.replace(/\]\}$/, "") ?? "";
    expect(text.startsWith(before)).toBe(true);
    expect(text.length).toBeGreaterThan(before.length);
  }
});

describe("cancel and time", () => {
  verifies(
    "loop:precedence",
    "a cancel frees the caller though the tool never ends, and the thread can go on",
    async () => {
      const store = createMemoryThreads();
      const calls = [{ tool: "wait_forever" }, { tool: "write_note", input: { name: "a" } }];
      const model = scriptModel({ calls }, { text: "later" });
      const trace = createTrace();
      const agent = createAgent({ model, kernel: noteKernel(trace), store });
      const run = agent.run("t", "go");
      await untilCallStarts(run);
      expect(await agent.cancel("t")).toBe(true);
      expect(await run.outcome).toMatchObject({ status: "cancelled" });
      expect((await resultsOf(store)).map(({ text }) => text)).toEqual([fixedTexts.cancelled, fixedTexts.cancelled]);
      expect(trace.events).toEqual([]);
      expect(await agent.run("t", "go on").outcome).toMatchObject({ status: "done", text: "later" });
    },
  );

  verifies("loop:precedence", "a result that is there wins over a cancel", async () => {
    const store = createMemoryThreads();
    const control = new AbortController();
    const cancelling = defineTool({
      name: "cancel_now",
      description: "Cancels the run and returns.",
      input: z.strictObject({}),
      effects: reads,
      handle() {
        control.abort();
        return "This is the result.";
      },
    });
    const kernel = createKernel({ tools: [cancelling] });
    const agent = createAgent({ model: scriptModel({ calls: [{ tool: "cancel_now" }] }), kernel, store });
    expect(await agent.run("t", "go", { signal: control.signal }).outcome).toMatchObject({ status: "cancelled" });
    expect((await resultsOf(store)).map(({ text }) => text)).toEqual(["This is the result."]);
  });

  verifies(
    "loop:precedence",
    "a tool past its time gives the fixed text, and the smaller of both limits counts",
    async () => {
      const clock = createVirtualClock();
      const store = createMemoryThreads();
      const model = scriptModel({ calls: [{ tool: "wait_forever" }] }, { text: "ok" });
      const agent = createAgent({
        model,
        kernel: noteKernel(createTrace(), { clock }),
        store,
        clock,
        limits: { toolMs: 2_000 },
      });
      const run = agent.run("t", "go");
      await untilCallStarts(run);
      await clock.advance(2_000);
      expect(await run.outcome).toMatchObject({ status: "done" });
      const [result] = await resultsOf(store);
      expect(result).toMatchObject({ status: "timed_out", isError: true });
      expect(result?.text.startsWith(fixedTexts.timedOut)).toBe(true);
    },
  );

  test("a run whose time is over stops and says so, not as a cancel", async () => {
    const clock = createVirtualClock();
    const store = createMemoryThreads();
    const model = scriptModel({ calls: [{ tool: "wait_forever" }] });
    const agent = createAgent({
      model,
      kernel: noteKernel(createTrace(), { clock }),
      store,
      clock,
      limits: { timeMs: 1_000 },
    });
    const run = agent.run("t", "go");
    await untilCallStarts(run);
    await clock.advance(1_000);
    expect(await run.outcome).toMatchObject({ status: "stopped", why: "time" });
    expect((await resultsOf(store))[0]?.text.startsWith(fixedTexts.timedOut)).toBe(true);
    expect(clock.pendingTimers()).toBe(0);
  });

  test.each([
    ["before its first word", { hangs: true } as const],
    ["in the middle of its answer", { text: "Well", hangs: true } as const],
  ])("a model that is cancelled %s lets go, whatever it does with the signal", async (_when, turn) => {
    const clock = createVirtualClock();
    const model = scriptModel(turn);
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), clock });
    const run = agent.run("t", "go");
    await expect.poll(() => model.requests.length).toBe(1);
    run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
    expect(clock.pendingTimers()).toBe(0);
  });

  test("a model that falls silent is asked again", async () => {
    const clock = createVirtualClock();
    const model = scriptModel({ text: "Well", hangs: true }, { text: "Here." });
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), clock, random: () => 0 });
    const run = agent.run("t", "go");
    await expect.poll(() => model.requests.length).toBe(1);
    await clock.advance(120_000);
    await clock.advance(1_000);
    expect(await run.outcome).toMatchObject({ status: "done", text: "Here." });
  });
});

describe("those who watch", () => {
  verifies("loop:readers", "nobody has to read the events, and who reads late still gets the end", async () => {
    const model = scriptModel(...Array.from({ length: 30 }, () => ({ calls: manyReads })), { text: "ok" });
    const agent = createAgent({ model, kernel: noteKernel(createTrace()), limits: { repeats: 1_000 } });
    const run = agent.run("t", "go");
    expect(await run.outcome).toMatchObject({ status: "done" });
    const events = await readAll(run);
    expect(events.length).toBeLessThanOrEqual(1_001);
    expect(events.at(-1)).toMatchObject({ type: "end", outcome: { status: "done" } });
    const last = events.at(-1);
    expect(last?.type === "end" ? last.dropped : 0).toBeGreaterThan(100);
  });

  verifies("loop:readers", "a reader that leaves does not stop the run", async () => {
    const model = scriptModel({ calls: manyReads }, { text: "ok" });
    const run = createAgent({ model, kernel: noteKernel(createTrace()) }).run("t", "go");
    for await (const event of run) if (event.type === "turn") break;
    expect(await run.outcome).toMatchObject({ status: "done" });
  });
});

const manyReads = Array.from({ length: 20 }, (_, index) => ({ tool: "read_note", input: { name: `n${index}` } }));

async function readAll(run: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

async function untilCallStarts(run: AsyncIterable<AgentEvent>): Promise<void> {
  const events = run[Symbol.asyncIterator]();
  for (;;) {
    const { value, done } = await events.next();
    if (done === true || value.type === "call-start") return;
  }
}

async function resultsOf(store: ThreadStore) {
  const items: readonly HistoryItem[] = foldEntries(await store.read("t")).history;
  return items.flatMap((item) => (item.kind === "results" ? item.results.map(({ result }) => result) : []));
}
