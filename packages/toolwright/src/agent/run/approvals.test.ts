import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import type { AccessRules, Decision, Policy } from "../../access/policy.ts";
import { createAgent, type Agent } from "../create-agent.ts";
import { createTrace, noteKernel, type Trace } from "../fixtures/notes.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import { foldEntries } from "../log/thread-state.ts";
import type { ThreadStore } from "../log/thread-store.ts";

const write = (name: string, id: string) => ({ tool: "write_note", input: { name }, id });
const twoWrites = [write("a", "one"), write("b", "two")];

verifies(
  "loop:two-asks",
  "two calls of the same tool both ask before either runs; answered in reverse, one is denied",
  async () => {
    const { agent, trace, store } = setUp({ calls: twoWrites });
    const first = await agent.run("t", "go").outcome;
    expect(first).toMatchObject({ status: "awaiting" });
    expect(first.asks.map(({ callId, title, ask }) => [callId, title, ask.kind])).toEqual([
      ["one", "Write note", "approval"],
      ["two", "Write note", "approval"],
    ]);
    expect(await agent.decide("t", { two: { verdict: "approved" } })).toMatchObject([{ callId: "one" }]);
    expect(await agent.decide("t", { one: { verdict: "rejected" } })).toEqual([]);
    expect(trace.events).toEqual([]);
    expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual(["write b begins", "write b ends"]);
    expect(await statuses(store)).toEqual(["denied", "ok"]);
  },
);

test("decisions in part are kept, and nothing begins behind a call that still waits", async () => {
  const { agent, trace } = setUp({ calls: twoWrites });
  await agent.run("t", "go").outcome;
  await agent.decide("t", { two: { verdict: "approved" } });
  const still = await agent.resume("t").outcome;
  expect(still).toMatchObject({ status: "awaiting", asks: [{ callId: "one" }] });
  expect(trace.events).toEqual([]);
  await agent.decide("t", { one: { verdict: "approved" } });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events.filter((event) => event.endsWith("begins"))).toEqual(["write a begins", "write b begins"]);
});

test("reads in front of a call that waits are done once, and not again", async () => {
  const { agent, trace } = setUp({ calls: [{ tool: "read_note", input: { name: "r" } }, write("a", "one")] });
  await agent.run("t", "go").outcome;
  await agent.decide("t", { one: { verdict: "approved" } });
  await agent.resume("t").outcome;
  expect(trace.events.filter((event) => event.startsWith("read r"))).toEqual(["read r begins", "read r ends"]);
});

test("a decision by another agent, with another kernel and key, on the same store counts", async () => {
  const store = createMemoryThreads();
  const trace = createTrace();
  const agentOf = (...turns: readonly ScriptedTurn[]): Agent =>
    createAgent({ model: scriptModel(...turns), kernel: noteKernel(trace, { access: {} }), store });
  await agentOf({ calls: twoWrites }).run("t", "go").outcome;
  const other = agentOf({ text: "done" });
  expect((await other.asks("t")).map(({ callId }) => callId)).toEqual(["one", "two"]);
  await other.decide("t", { one: { verdict: "approved" }, two: { verdict: "approved" } });
  expect(await agentOf({ text: "done" }).resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events.filter((event) => event.endsWith("ends"))).toEqual(["write a ends", "write b ends"]);
});

verifies("loop:policy-again", "what the policy denies by now is denied, though a person has approved it", async () => {
  let verdict: Decision["verdict"] = "ask";
  const { agent, trace, store } = setUp({ calls: [write("a", "one")] }, () => ({ verdict }));
  await agent.run("t", "go").outcome;
  await agent.decide("t", { one: { verdict: "approved" } });
  verdict = "deny";
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual([]);
  expect(await statuses(store)).toEqual(["denied"]);
});

test("unknown calls, calls that were decided, and answers of the wrong kind decide nothing", async () => {
  const { agent } = setUp({ calls: twoWrites });
  await agent.run("t", "go").outcome;
  const both = { one: { verdict: "approved" }, three: { verdict: "approved" } } as const;
  await expect(agent.decide("t", both)).rejects.toMatchObject({ code: "unknown_ask" });
  await expect(agent.decide("t", { one: { verdict: "answered", answers: {} } })).rejects.toThrow(
    "waits for an approval",
  );
  expect((await agent.asks("t")).length).toBe(2);
  await agent.decide("t", { one: { verdict: "approved" } });
  await expect(agent.decide("t", { one: { verdict: "rejected" } })).rejects.toThrow("it was decided before");
});

test("a new input instead of a decision drops what waited, and the next turn is not poisoned", async () => {
  const { agent, trace, store } = setUp({ calls: twoWrites });
  await agent.run("t", "go").outcome;
  expect(await agent.run("t", "something else").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual([]);
  expect(await statuses(store)).toEqual(["not_run", "not_run"]);
  await expect(agent.decide("t", { one: { verdict: "approved" } })).rejects.toMatchObject({ code: "unknown_ask" });
});

test("an approval counts for the reason that the person saw", async () => {
  let reason = "the link leads to a file of the project";
  const { agent, trace } = setUp({ calls: [write("a", "one")] }, () => ({ verdict: "ask", reason }));
  await agent.run("t", "go").outcome;
  await agent.decide("t", { one: { verdict: "approved" } });
  reason = "the link leads out of the project";
  const { asks } = await agent.resume("t").outcome;
  expect(asks).toMatchObject([{ callId: "one", ask: { request: { reason } } }]);
  expect(trace.events).toEqual([]);
});

test("a fork asks again about what was approved and has not run", async () => {
  const { agent, trace } = setUp({ calls: [write("a", "one")] });
  await agent.run("t", "go").outcome;
  await agent.decide("t", { one: { verdict: "approved" } });
  await agent.fork("t", "u");
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(await agent.resume("u").outcome).toMatchObject({ status: "awaiting", asks: [{ callId: "one" }] });
  expect(trace.events).toEqual(["write a begins", "write a ends"]);
});

test("a decision on a fork counts there, once, whether or not the call was decided before", async () => {
  for (const isDecided of [false, true]) {
    const { agent, trace } = setUp({ calls: [write("a", "one")] });
    await agent.run("t", "go").outcome;
    if (isDecided) await agent.decide("t", { one: { verdict: "approved" } });
    await agent.fork("t", "u");
    expect(await agent.asks("u")).toMatchObject([{ callId: "one", ask: { request: { session: "u" } } }]);
    await agent.decide("u", { one: { verdict: "approved" } });
    expect(await agent.resume("u").outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual(["write a begins", "write a ends"]);
  }
});

test("what waits can be cancelled", async () => {
  const { agent, store } = setUp({ calls: twoWrites });
  await agent.run("t", "go").outcome;
  expect(await agent.cancel("t")).toBe(true);
  expect(await agent.cancel("t")).toBe(false);
  expect(await statuses(store)).toEqual(["cancelled", "cancelled"]);
});

describe("remembered decisions", () => {
  const decideOnce = async (pattern: string, calls: ScriptedTurn["calls"], verdict: "approved" | "rejected") => {
    const set = setUp({ calls: [write("draft/1", "one")] }, undefined, { calls: calls ?? [] });
    await set.agent.run("t", "go").outcome;
    await set.agent.decide("t", { one: { verdict, remember: { input: { name: pattern } } } });
    return { ...set, outcome: await set.agent.resume("t").outcome };
  };

  test("hold for the same tool and inputs that fit, and for nothing else", async () => {
    const later = [write("draft/2", "two"), write("final", "three")];
    const { outcome, trace } = await decideOnce("draft/*", later, "approved");
    expect(outcome).toMatchObject({ status: "awaiting", asks: [{ callId: "three" }] });
    expect(trace.events.filter((event) => event.endsWith("ends"))).toEqual([
      "write draft/1 ends",
      "write draft/2 ends",
    ]);
  });

  test("may be refusals", async () => {
    const { outcome, trace, store } = await decideOnce("draft/*", [write("draft/2", "two")], "rejected");
    expect(outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual([]);
    expect(await statuses(store)).toEqual(["denied", "denied"]);
  });

  test("hold for the reason that the person saw", async () => {
    let reason = "the link leads to a file of the project";
    const again = () => ((reason = "the link leads out of the project"), { calls: [write("a", "two")] });
    const set = setUp({ calls: [write("a", "one")] }, () => ({ verdict: "ask", reason }), again);
    await set.agent.run("t", "go").outcome;
    await set.agent.decide("t", { one: { verdict: "approved", remember: { input: { name: "a" } } } });
    expect(await set.agent.resume("t").outcome).toMatchObject({ asks: [{ callId: "two" }] });
    expect(set.trace.events).toEqual(["write a begins", "write a ends"]);
  });

  test("hold for the person who made them, and for nobody else", async () => {
    const { agent, trace } = setUp({ calls: [write("a", "one")] }, {}, { calls: [write("a", "two")] });
    const as = (principal: string) => ({ caller: { principal } });
    await agent.run("t", "go", as("ann")).outcome;
    await agent.decide("t", { one: { verdict: "rejected", remember: { input: { name: "*" } } } });
    expect(await agent.resume("t", as("bob")).outcome).toMatchObject({ asks: [{ callId: "two" }] });
    expect(trace.events).toEqual([]);
  });

  test("are texts, not expressions", async () => {
    const { outcome } = await decideOnce("dra.t*", [write("draft/2", "two")], "approved");
    expect(outcome).toMatchObject({ status: "awaiting" });
  });
});

describe("questions of a tool", () => {
  const cake = { calls: [{ tool: "order_cake", id: "cake" }] };

  verifies("loop:questions", "reach the host after the approval, and the call goes on with the answers", async () => {
    const { agent, trace } = setUp(cake);
    expect(await agent.run("t", "go").outcome).toMatchObject({ asks: [{ ask: { kind: "approval" } }] });
    await agent.decide("t", { cake: { verdict: "approved" } });
    const asked = await agent.resume("t").outcome;
    expect(asked).toMatchObject({ status: "awaiting", asks: [{ callId: "cake", ask: { kind: "questions" } }] });
    const answers = { amount: { action: "accept", content: { count: 3 } } };
    await agent.decide("t", { cake: { verdict: "answered", answers } });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual(["ordered 3"]);
  });
});

function setUp(
  turn: ScriptedTurn,
  access: AccessRules | Policy = {},
  next: ScriptedTurn | (() => ScriptedTurn) = { text: "ok" },
): { readonly agent: Agent; readonly trace: Trace; readonly store: ThreadStore } {
  const trace = createTrace();
  const store = createMemoryThreads();
  const model = scriptModel(turn, next, { text: "ok" });
  const kernel = noteKernel(trace, { access });
  return { agent: createAgent({ model, kernel, store }), trace, store };
}

async function statuses(store: ThreadStore): Promise<readonly string[]> {
  return foldEntries(await store.read("t")).history.flatMap((item) =>
    item.kind === "results" ? item.results.map(({ result }) => result.status) : [],
  );
}
