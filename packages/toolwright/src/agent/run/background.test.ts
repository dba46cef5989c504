import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createVirtualClock, type VirtualClock } from "../../testing/virtual-clock.ts";
import { deferred } from "../../tool/deferred.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { countEntries, readResults, untilEvent } from "../fixtures/read-thread.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { fixedTexts } from "../log/repair.ts";
import { foldEntries } from "../log/thread-state.ts";
import type { ThreadStore } from "../log/thread-store.ts";
import type { RunLimits } from "./limits.ts";

const survey = (name: string) => ({ tool: "survey", input: { name }, id: name });
const bake = (name: string) => ({ tool: "bake_cake", input: { name }, id: name });
const write = (name: string) => ({ tool: "write_note", input: { name }, id: name });

describe("what ends soon", () => {
  verifies("agent:background", "is handed over in its turn, and nothing goes on beside the loop", async () => {
    const clock = createVirtualClock();
    const { agent, store, trace, model } = setUp([{ calls: [bake("a")] }, { text: "Done." }], ["a"], {
      clock,
      limits: { detachMs: 10_000 },
    });
    const run = agent.run("t", "go");
    await expect.poll(() => trace.events).toEqual(["bake a begins"]);
    await clock.advance(9_999);
    trace.gates.get("a")?.resolve();
    expect(await run.outcome).toMatchObject({ status: "done", turns: 2 });
    expect(await readResults(store)).toMatchObject([{ status: "ok", text: "Baked a." }]);
    expect(model.requests.length).toBe(2);
    expect({ detached: await countEntries(store, "call_detached"), timers: clock.pendingTimers() }).toEqual({
      detached: 0,
      timers: 0,
    });
  });

  verifies("agent:background", "is waited for while a hook looks at its result", async () => {
    const clock = createVirtualClock();
    const seen = deferred();
    const looked = deferred<{ readonly verdict: "keep" }>();
    const store = createMemoryThreads();
    const agent = createAgent({
      model: scriptModel({ calls: [survey("a")] }, { text: "Done." }),
      kernel: noteKernel(createTrace(), { clock }),
      store,
      clock,
      hooks: {
        deadlineMs: 60_000,
        afterTool() {
          seen.resolve();
          return looked.promise;
        },
      },
    });
    const run = agent.run("t", "go");
    await seen.promise;
    await clock.advance(10_000);
    looked.resolve({ verdict: "keep" });
    expect(await run.outcome).toMatchObject({ status: "done" });
    expect((await readResults(store)).map(({ status }) => status)).toEqual(["ok"]);
  });

  verifies("agent:background", "a cancel reaches a call that is waited for", async () => {
    const clock = createVirtualClock();
    const limits = { detachMs: 10_000 };
    const { agent, trace, store } = setUp([{ calls: [bake("a")] }, { text: "ok" }], ["a"], { clock, limits });
    const run = agent.run("t", "go");
    await expect.poll(() => trace.events).toEqual(["bake a begins"]);
    run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
    expect((await readResults(store)).map(({ status }) => status)).toEqual(["cancelled"]);
    expect(clock.pendingTimers()).toBe(0);
  });
});

verifies("agent:background", "what does not end soon goes on beside the loop, and its result comes later", async () => {
  const clock = createVirtualClock();
  const { agent, trace, store, model } = setUp([{ calls: [survey("a"), survey("b")] }, { text: "I wait." }], ["a"], {
    clock,
    limits: { detachMs: 10_000 },
  });
  const run = agent.run("t", "go");
  await expect.poll(() => trace.events).toContain("survey b ends");
  await clock.advance(9_999);
  expect(model.requests.length).toBe(1);
  await clock.advance(1);
  await expect.poll(() => model.requests.length).toBe(2);
  trace.gates.get("a")?.resolve();
  expect(await run.outcome).toMatchObject({ status: "done", turns: 3 });
  expect((await readResults(store)).map(({ status }) => status)).toEqual(["background", "ok"]);
  expect(await lateTexts(store)).toEqual(["Surveyed a."]);
  expect(clock.pendingTimers()).toBe(0);
});

verifies("agent:background", "the loop goes on meanwhile, and the result comes between two turns", async () => {
  const { agent, trace, store, model } = setUp([{ calls: [survey("a"), write("w")] }, { text: "I wait." }], ["a"]);
  const run = agent.run("t", "go");
  await expect.poll(() => model.requests.length).toBe(2);
  // It would be done, but for the call that goes on.
  await expect.poll(async () => (await store.read("t")).at(-1)?.type).toBe("response");
  expect(trace.events).toEqual(["survey a begins", "write w begins", "write w ends"]);
  trace.gates.get("a")?.resolve();
  expect(await run.outcome).toMatchObject({ status: "done", turns: 3 });
  expect((await readResults(store))[0]).toMatchObject({ status: "background", text: expect.stringContaining("as a.") });
  expect(model.requests[2]?.messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "tool",
    "assistant",
    "user",
  ]);
  expect(JSON.stringify(model.requests[2]?.messages.at(-1))).toContain("Surveyed a.");
});

test("an input that is not valid, a refusal and a question for approval are told at once", async () => {
  const bad = { tool: "survey", input: {}, id: "bad" };
  const { agent, store, trace } = setUp([{ calls: [bad, bake("no"), bake("yes")] }, { text: "ok" }], [], {
    access: ({ input }) => ({ verdict: input["name"] === "no" ? "deny" : "ask" }),
  });
  const { asks } = await agent.run("t", "go").outcome;
  expect(asks.map(({ callId }) => callId)).toEqual(["yes"]);
  await agent.decide("t", { yes: { verdict: "approved" } });
  const run = agent.resume("t");
  await expect.poll(() => trace.events).toEqual(["bake yes begins", "bake yes ends"]);
  expect(await run.outcome).toMatchObject({ status: "done" });
  expect((await readResults(store)).map(({ status }) => status)).toEqual(["invalid_input", "denied", "background"]);
});

describe("nothing outlives the run", () => {
  verifies("agent:background", "a cancel ends what goes on beside it", async () => {
    const { agent, trace, store } = setUp([{ calls: [bake("a")] }, { text: "I wait." }], ["a"]);
    const run = agent.run("t", "go");
    await expect.poll(() => trace.events).toEqual(["bake a begins"]);
    run.cancel();
    expect(await run.outcome).toMatchObject({ status: "cancelled" });
    const [text] = await lateTexts(store);
    expect(text?.startsWith(`${fixedTexts.cancelled} It may have taken effect`)).toBe(true);
    await expect.poll(() => trace.events).toEqual(["bake a begins", "bake a ends"]);
  });

  verifies("agent:background", "the run's time is the time of what goes on beside it", async () => {
    const clock = createVirtualClock();
    const limits = { timeMs: 5_000 };
    const { agent, store, trace } = setUp([{ calls: [survey("a")] }, { text: "I wait." }], ["a"], { clock, limits });
    const run = agent.run("t", "go");
    await expect.poll(() => trace.events).toEqual(["survey a begins"]);
    await clock.advance(5_000);
    expect(await run.outcome).toMatchObject({ status: "stopped", why: "time" });
    const [text] = await lateTexts(store);
    expect(text?.startsWith(fixedTexts.timedOut)).toBe(true);
    expect(clock.pendingTimers()).toBe(0);
  });

  test("a limit that stops the run says so to the calls, and the next run is told", async () => {
    const { agent, store, model } = setUp([{ calls: [bake("a")] }, { text: "ok" }], ["a"], { limits: { turns: 1 } });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "turns" });
    const [text] = await lateTexts(store);
    expect(text).toContain("because the run has ended");
    await agent.run("t", "Well?").outcome;
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain("because the run has ended");
  });
});

test("a limit that comes while a hook looks at a late result ends the run all the same, and the result is withheld", async () => {
  const seen = deferred();
  const store = createMemoryThreads();
  const agent = createAgent({
    model: scriptModel({ calls: [{ tool: "survey", input: { name: "a" } }] }, { text: "I wait." }, { text: "So far." }),
    kernel: noteKernel(createTrace()),
    store,
    limits: { turns: 1, lastAnswer: true, detachMs: 0 },
    hooks: {
      afterTool() {
        seen.resolve();
        return new Promise<never>(() => {});
      },
      async beforeModel(messages) {
        if (messages.length > 1) await seen.promise;
        return { verdict: "proceed" };
      },
    },
  });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "turns", text: "I wait." });
  const { history, background } = foldEntries(await store.read("t"));
  expect(background).toEqual([]);
  const late = history.find((item) => item.kind === "late-result");
  expect(late?.kind === "late-result" ? late.result.text : "").toMatch(/its result is withheld/);
});

test("only so many go on at once", async () => {
  const { agent, store, trace } = setUp(
    [{ calls: [survey("a"), survey("b"), survey("c")] }, { text: "ok" }],
    ["a", "b"],
    { limits: { parallel: 2 } },
  );
  const run = agent.run("t", "go");
  await expect.poll(() => trace.events.length).toBe(2);
  for (const gate of trace.gates.values()) gate.resolve();
  await run.outcome;
  expect((await readResults(store)).map(({ status }) => status)).toEqual(["background", "background", "not_run"]);
});

test("a question of the tool reaches the person while the run goes on, and the answer the tool", async () => {
  const { agent, trace } = setUp([{ calls: [bake("some"), survey("a")] }, { text: "I wait." }], ["a"]);
  const run = agent.run("t", "go");
  await untilEvent(run, "asked");
  await expect.poll(() => trace.events).toEqual(["survey a begins"]);
  const answers = { amount: { action: "accept", content: { count: 3 } } };
  // The thread is in use, and the decision gets there all the same.
  expect(await agent.decide("t", { some: { verdict: "answered", answers } })).toEqual([]);
  await expect.poll(() => trace.events).toContain("bake some ends");
  trace.gates.get("a")?.resolve();
  expect(await run.outcome).toMatchObject({ status: "done" });
});

test("a question that nobody has answered ends the run as awaiting, once nothing else goes on", async () => {
  const { agent, trace } = setUp([{ calls: [bake("some")] }, { text: "I wait." }]);
  const { status, asks } = await agent.run("t", "go").outcome;
  expect([status, asks.map(({ callId, ask }) => [callId, ask.kind])]).toEqual(["awaiting", [["some", "questions"]]]);
  await agent.decide("t", {
    some: { verdict: "answered", answers: { amount: { action: "accept", content: { count: 2 } } } },
  });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual(["bake some begins", "bake some ends"]);
});

verifies(
  "agent:background",
  "after a crash, what may be repeated starts again, and anything else is unknown",
  async () => {
    const { agent, store } = setUp([{ calls: [survey("a"), bake("b")] }, { text: "I wait." }], ["a", "b"]);
    const cutOff = agent.run("t", "go");
    await expect.poll(async () => (await store.read("t")).at(-1)?.type).toBe("response");
    const copy = createMemoryThreads();
    const log = await copy.open("t");
    await log.append(await store.read("t"));
    await log.close();
    cutOff.cancel();
    await cutOff.outcome;

    const model = scriptModel({ text: "I see." });
    const later = createTrace();
    const other = createAgent({ model, kernel: noteKernel(later), store: copy, limits: { detachMs: 0 } });
    expect(await other.resume("t").outcome).toMatchObject({ status: "done" });
    expect(later.events).toEqual(["survey a begins", "survey a ends"]);
    expect((await lateTexts(copy)).toSorted()).toEqual([fixedTexts.repaired, "Surveyed a."]);
    // The model has read both, each as a message behind its turn.
    expect(JSON.stringify(model.requests.at(-1))).toContain("outcome unknown");
    expect(JSON.stringify(model.requests.at(-1))).toContain("Surveyed a.");
  },
);

async function lateTexts(store: ThreadStore): Promise<readonly string[]> {
  const { history, waiting } = foldEntries(await store.read("t"));
  return [...history, ...waiting].flatMap((item) => (item.kind === "late-result" ? [item.result.text] : []));
}

function setUp(
  turns: readonly ScriptedTurn[],
  gates: readonly string[] = [],
  {
    access,
    clock,
    limits = {},
  }: {
    readonly access?: NonNullable<Parameters<typeof noteKernel>[1]>["access"];
    readonly clock?: VirtualClock;
    readonly limits?: Partial<RunLimits>;
  } = {},
) {
  const trace = createTrace(...gates);
  const store = createMemoryThreads();
  const model = scriptModel(...turns);
  const time = clock === undefined ? {} : { clock };
  const kernel = noteKernel(trace, { ...time, ...(access === undefined ? {} : { access }) });
  // Most tests are about what goes on beside the loop.
  const agent = createAgent({ model, kernel, store, limits: { detachMs: 0, ...limits }, ...time });
  return { agent, trace, store, model };
}
