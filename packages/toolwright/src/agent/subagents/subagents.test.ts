import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import type { AnyKernel } from "../../call/kernel.ts";
import type { Caller } from "../../tool/call-context.ts";
import type { AnyOptions } from "../agent-options.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { readResults, untilEvent } from "../fixtures/read-thread.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { subagentThread } from "../log/subagent-threads.ts";
import { foldEntries } from "../log/thread-state.ts";
import { ModelError } from "../model/model.ts";
import type { AgentEvent } from "../run/events.ts";
import type { Subagent } from "./subagent.ts";

const explore: Subagent = { name: "explore", description: "Looks through notes.", tools: ["read_note"] };
const ask = (task: string, id = task) => ({ tool: "explore", input: { task }, id });
const read = (name: string) => ({ tool: "read_note", input: { name } });

function setUp(turns: readonly ScriptedTurn[], below: readonly ScriptedTurn[], options: Partial<AnyOptions> = {}) {
  const store = createMemoryThreads();
  const trace = createTrace("slow");
  const model = scriptModel(...turns);
  const belowModel = { ...scriptModel(...below), id: "test/below" };
  const agent = createAgent({
    model,
    kernel: noteKernel(trace),
    store,
    subagents: [{ ...explore, model: belowModel }],
    ...options,
  });
  return { agent, store, trace, model, belowModel };
}

verifies("loop:subagents", "a subagent has a thread of its own, and only its last answer comes back", async () => {
  const { agent, store, model, belowModel } = setUp(
    [{ calls: [ask("Find the milk.", "one")] }, { text: "It is in a." }],
    [{ text: "Let me look.", calls: [read("a")] }, { text: "The milk is in a." }],
  );
  const outcome = await agent.run("t", "Where is the milk?").outcome;
  expect(outcome).toMatchObject({ status: "done", text: "It is in a.", turns: 4 });
  expect(await readResults(store)).toMatchObject([{ status: "ok", text: "The milk is in a." }]);
  expect(JSON.stringify(model.requests[1])).not.toContain("Let me look.");
  expect(JSON.stringify(belowModel.requests)).not.toContain("Where is the milk?");
  expect(belowModel.requests[0]).toMatchObject({
    messages: [{ role: "user", content: [{ type: "text", text: "Find the milk." }] }],
    tools: [{ name: "read_note" }],
  });
  const own = foldEntries(await store.read(subagentThread("t", "one")));
  expect(own.history.map(({ kind }) => kind)).toEqual(["user", "response", "results", "response"]);
  expect((await store.list()).map(({ thread }) => thread)).toEqual(["t"]);
});

describe("a subagent's tools", () => {
  test("are those that it names; the others do not exist for it", async () => {
    const { agent, store, trace } = setUp(
      [{ calls: [ask("x")] }, { text: "ok" }],
      [
        {
          calls: [
            { tool: "write_note", input: { name: "a" } },
            { tool: "explore", input: { task: "y" } },
          ],
        },
        { text: "no" },
      ],
    );
    await agent.run("t", "go").outcome;
    expect(trace.events).toEqual([]);
    const { history } = foldEntries(await store.read(subagentThread("t", "x")));
    const results = history.flatMap((item) => (item.kind === "results" ? item.results : []));
    expect(results.map(({ result }) => result.status)).toEqual(["unknown_tool", "unknown_tool"]);
  });

  test("only observe, unless the definition says otherwise", () => {
    const make =
      (...subagents: readonly Subagent[]) =>
      () =>
        setUp([{}], [{}], { subagents });
    expect(make({ ...explore, tools: ["write_note"] })).toThrow(
      /write_note, which does more than observe; say `mayChange/,
    );
    expect(make({ ...explore, tools: ["write_note"], mayChange: true })).not.toThrow();
    expect(make(explore, { ...explore, name: "above", tools: ["explore"] })).not.toThrow();
    const changing: Subagent = { ...explore, name: "change", tools: ["write_note"], mayChange: true };
    expect(make(changing, { ...explore, tools: ["change"] })).toThrow(/names change, which does more than observe/);
    expect(make({ ...explore, tools: ["nothing"] })).toThrow(/"nothing", which does not exist/);
    expect(make({ ...explore, name: "read_note" })).toThrow(/another tool "read_note"/);
    expect(make(explore, explore)).toThrow(/the same name/);
  });
});

test("subagents that only observe run side by side, those that change one after the other", async () => {
  const task = (name: string) => ({ calls: [{ tool: "write_note", input: { name } }] });
  const model = scriptModel(({ messages }) =>
    messages.length > 1 ? { text: "done" } : task(JSON.stringify(messages).includes("first") ? "first" : "second"),
  );
  const trace = createTrace();
  const agent = createAgent({
    model: scriptModel({ calls: [ask("first"), ask("second")] }, { text: "ok" }),
    kernel: noteKernel(trace),
    subagents: [{ ...explore, tools: ["write_note"], mayChange: true, model }],
  });
  await agent.run("t", "go").outcome;
  expect(trace.events).toEqual(["write first begins", "write first ends", "write second begins", "write second ends"]);

  const reading = setUp([{ calls: [ask("a"), ask("b")] }, { text: "ok" }], [{ calls: [read("slow")] }]);
  const run = reading.agent.run("t", "go");
  await expect.poll(() => reading.trace.events).toEqual(["read slow begins", "read slow begins"]);
  run.cancel();
  expect(await run.outcome).toMatchObject({ status: "cancelled" });
});

verifies(
  "loop:subagents",
  "the cancel of the run above reaches the subagent and its calls, and what it did is not denied",
  async () => {
    const { agent, store, trace } = setUp([{ calls: [ask("x")] }], [{ calls: [read("slow")] }]);
    const run = agent.run("t", "go");
    await expect.poll(() => trace.events).toEqual(["read slow begins"]);
    run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
    const [result] = await readResults(store);
    expect(result?.text).toMatch(
      /^Cancelled by the user\. Do not repeat this call unless you are asked to\. It was a subagent's/,
    );
    expect(foldEntries(await store.read(subagentThread("t", "x"))).end).toEqual({ status: "cancelled" });
  },
);

describe("a stalled subagent", () => {
  const silent = { hangs: true } as const;

  verifies("loop:subagents", "is ended, and one that works for longer is not", async () => {
    const clock = createVirtualClock();
    const kernel = noteKernel(createTrace(), { clock });
    const limits = { modelStallMs: 3_000_000 };
    const store = createMemoryThreads();
    const below = scriptModel(
      { calls: [{ tool: "wait_forever" }] },
      { calls: [{ tool: "wait_forever", input: {} }] },
      silent,
    );
    const watched = createAgent({
      model: scriptModel({ calls: [ask("x")] }, { text: "Without it, then." }),
      kernel,
      clock,
      limits,
      store,
      subagents: [{ ...explore, tools: ["wait_forever"], model: below, stallMs: 50_000 }],
    });
    const run = watched.run("t", "go");
    // Each of its two calls is ended after 30 s by its own deadline, which is a sign of work.
    for (const requests of [1, 2]) {
      await untilEvent(run, "call-progress");
      expect(below.requests.length).toBe(requests);
      await clock.advance(30_000);
    }
    await expect.poll(() => below.requests.length).toBe(3);
    await clock.advance(50_000);
    expect(await run.outcome).toMatchObject({ status: "done", text: "Without it, then." });
    expect(await readResults(store)).toMatchObject([
      {
        status: "stalled",
        text: expect.stringContaining(
          "Timed out: the call was ended before it had an answer. Explore showed no sign of work for 50 s.",
        ),
      },
    ]);
  });
});

test("a wait that a provider asks for is no stall, however deep the subagent stands", async () => {
  const clock = createVirtualClock();
  const busy = { error: new ModelError("busy", "Too many requests", { retryAfterMs: 500_000 }) };
  const below = scriptModel(busy, { text: "Found it." });
  const agent = createAgent({
    model: scriptModel({ calls: [ask("x")] }, { text: "Good." }),
    kernel: noteKernel(createTrace(), { clock }),
    clock,
    subagents: [
      {
        ...explore,
        tools: ["look"],
        model: scriptModel({ calls: [{ tool: "look", input: { task: "Look." } }] }, { text: "It was found." }),
        stallMs: 50_000,
      },
      { name: "look", description: "Looks.", tools: [], model: below, stallMs: 50_000 },
    ],
  });
  const run = agent.run("t", "go", { subagentEvents: true });
  await expect.poll(() => below.requests.length).toBe(1);
  await expect
    .poll(async () => {
      await clock.advance(100_000);
      return below.requests.length;
    })
    .toBe(2);
  expect(await run.outcome).toMatchObject({ status: "done", text: "Good." });
});

test("the caller is inherited, and so are the hooks", async () => {
  const seen: unknown[] = [];
  const callers: Caller[] = [];
  const inner = noteKernel(createTrace());
  const kernel: AnyKernel = {
    ...inner,
    async call(name, input, options) {
      if (options?.caller !== undefined) callers.push(options.caller);
      return await inner.call(name, input, options);
    },
  };
  const { agent } = setUp([{ calls: [ask("x")] }, { text: "ok" }], [{ calls: [read("a")] }, { text: "a" }], {
    kernel,
    hooks: {
      beforeTool({ tool }, { subagents, thread }) {
        seen.push([tool, subagents, thread]);
        return { verdict: "proceed" };
      },
    },
  });
  const caller = { principal: "anna", session: "s", host: "chat" };
  await agent.run("t", "go", { caller }).outcome;
  expect(callers).toEqual([caller]);
  expect(seen).toEqual([
    ["explore", [], "t"],
    ["read_note", ["explore"], subagentThread("t", "x")],
  ]);
});

test("its events are there for those who want them, and what it calls for all", async () => {
  const collect = async (subagentEvents: boolean): Promise<readonly AgentEvent[]> => {
    const { agent } = setUp([{ calls: [ask("x")] }, { text: "ok" }], [{ calls: [read("a")] }, { text: "Found." }]);
    const events: AgentEvent[] = [];
    for await (const event of agent.run("t", "go", { subagentEvents })) events.push(event);
    return events;
  };
  const all = (await collect(true)).flatMap((event) => (event.type === "subagent" ? [event] : []));
  expect(all.map(({ event }) => event.type)).toEqual(
    expect.arrayContaining(["turn", "call-start", "call-end", "text", "usage"]),
  );
  expect(all[0]).toMatchObject({ callId: "x", tool: "explore", title: "Explore" });
  const few = await collect(false);
  expect(few.some(({ type }) => type === "subagent")).toBe(false);
  expect(few).toContainEqual({ type: "call-progress", callId: "x", message: "Read note" });
  expect(few.at(-1)?.type).toBe("end");
});

test("a fork takes no subagents with it, and deletion does", async () => {
  const { agent, store, trace } = setUp(
    [{ calls: [ask("x")] }, { text: "ok" }],
    [{ calls: [read("slow")] }, { text: "a" }],
  );
  const run = agent.run("t", "go");
  await untilEvent(run, "call-progress");
  const at = (await store.read("t")).length;
  await agent.fork("t", "copy", at);
  trace.gates.get("slow")?.resolve();
  expect(await run.outcome).toMatchObject({ status: "done" });
  expect(await store.read(subagentThread("copy", "x"))).toEqual([]);
  const { history } = foldEntries(await store.read("copy"));
  expect(history.at(-1)).toMatchObject({ kind: "results", results: [{ result: { status: "unknown" } }] });
  expect(await store.delete("t")).toBe(true);
  expect(await store.read(subagentThread("t", "x"))).toEqual([]);
  expect((await store.read("copy")).length).toBe(at + 1);
});

test("it may have other models to fall back to than the agent", async () => {
  const model = scriptModel({ calls: [ask("x")] }, { error: new ModelError("rejected", "No") }, { text: "ok" });
  const other = { ...scriptModel({ text: "From the other." }), id: "test/other" };
  const { agent, store } = setUp([], [], { model, subagents: [{ ...explore, fallback: [other] }] });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", text: "ok" });
  expect(await readResults(store)).toMatchObject([{ text: "From the other." }]);
});

test("its thread goes on with its call alone", async () => {
  const { agent } = setUp([{ calls: [ask("x")] }, { text: "ok" }], [{ text: "a" }]);
  await agent.run("t", "go").outcome;
  const own = subagentThread("t", "x");
  const refused = expect.objectContaining({ code: "subagent_thread" });
  expect(await agent.run(own, "go").outcome).toMatchObject({ status: "failed", code: "subagent_thread" });
  expect(await agent.resume(own).outcome).toMatchObject({ status: "failed", code: "subagent_thread" });
  await expect(agent.asks(own)).rejects.toEqual(refused);
  await expect(agent.decide(own, {})).rejects.toEqual(refused);
  await expect(agent.cancel(own)).rejects.toEqual(refused);
  await expect(agent.fork(own, "u")).rejects.toEqual(refused);
  await expect(agent.fork("t", own)).rejects.toEqual(refused);
});
