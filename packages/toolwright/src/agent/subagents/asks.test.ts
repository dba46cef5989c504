import { expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import type { AccessRules, Policy } from "../../access/policy.ts";
import { type Agent, createAgent } from "../create-agent.ts";
import { createTrace, noteKernel, type Trace } from "../fixtures/notes.ts";
import { readResults } from "../fixtures/read-thread.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { ThreadStore } from "../log/thread-store.ts";

const write = (name: string, id = name) => ({ tool: "write_note", input: { name }, id });
const approved = { verdict: "approved" } as const;

/** An agent whose subagents, and theirs, may change notes. What a model says follows from its history, as after a restart. */
function createEditors(
  trace: Trace,
  store: ThreadStore,
  turns: { readonly chief: ScriptedTurn; readonly edit: ScriptedTurn; readonly help?: ScriptedTurn },
  access: AccessRules | Policy = {},
): Agent {
  const speak = (first: ScriptedTurn, last: string) =>
    scriptModel(({ messages }) => (messages.length > 1 ? { text: last } : first));
  const tools = ["write_note", "order_cake", "read_note"];
  return createAgent({
    model: speak(turns.chief, "All done."),
    kernel: noteKernel(trace, { access }),
    store,
    subagents: [
      {
        name: "edit",
        description: "Edits.",
        tools: [...tools, "help"],
        mayChange: true,
        model: speak(turns.edit, "Edited."),
      },
      { name: "help", description: "Helps.", tools, mayChange: true, model: speak(turns.help ?? {}, "Helped.") },
    ],
  });
}

const chief = { calls: [{ tool: "edit", input: { task: "Edit a and b." }, id: "one" }] };

verifies(
  "loop:subagents",
  "what a subagent asks comes up with who asks, and is decided by its id after a restart",
  async () => {
    const [store, trace] = [createMemoryThreads(), createTrace()];
    const make = () => createEditors(trace, store, { chief, edit: { calls: [write("a"), write("b")] } });
    const first = await make().run("t", "go").outcome;
    expect(first).toMatchObject({ status: "awaiting" });
    expect(first.asks).toMatchObject([
      { callId: "one/a", tool: "write_note", title: "Write note", from: [{ name: "edit", title: "Edit" }] },
      { callId: "one/b", tool: "write_note", from: [{ name: "edit" }] },
    ]);
    const other = make();
    await expect(other.decide("t", { a: approved })).rejects.toMatchObject({ code: "unknown_ask" });
    await expect(other.decide("t", { "one/a": approved, "one/c": approved })).rejects.toMatchObject({
      code: "unknown_ask",
    });
    expect(await other.decide("t", { "one/b": approved })).toMatchObject([{ callId: "one/a" }]);
    await expect(other.decide("t", { "one/b": approved })).rejects.toThrow("it was decided before");
    expect(await make().resume("t").outcome).toMatchObject({ status: "awaiting", asks: [{ callId: "one/a" }] });
    expect(trace.events).toEqual([]);
    await make().decide("t", { "one/a": { verdict: "rejected" } });
    expect(await make().resume("t").outcome).toMatchObject({ status: "done", text: "All done." });
    expect(trace.events).toEqual(["write b begins", "write b ends"]);
    expect(await readResults(store)).toMatchObject([{ status: "ok", text: "Edited." }]);
  },
);

test("what a subagent of a subagent asks comes up through both", async () => {
  const [store, trace] = [createMemoryThreads(), createTrace()];
  const edit = { calls: [{ tool: "help", input: { task: "Write a." }, id: "two" }] };
  const make = () => createEditors(trace, store, { chief, edit, help: { calls: [write("a", "three")] } });
  const { asks } = await make().run("t", "go").outcome;
  expect(asks).toMatchObject([{ callId: "one/two/three", from: [{ name: "edit" }, { name: "help", title: "Help" }] }]);
  await make().decide("t", { "one/two/three": approved });
  expect(await make().resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual(["write a begins", "write a ends"]);
});

test("questions of its tools come up too, and an answer counts for the question that was asked", async () => {
  const [store, trace] = [createMemoryThreads(), createTrace()];
  const agent = createEditors(trace, store, { chief, edit: { calls: [{ tool: "order_cake", id: "cake" }] } });
  await agent.run("t", "go").outcome;
  await agent.decide("t", { "one/cake": approved });
  const second = await agent.resume("t").outcome;
  expect(second.asks).toMatchObject([{ callId: "one/cake", ask: { kind: "questions" } }]);
  await expect(agent.decide("t", { "one/cake": approved })).rejects.toThrow("it waits for answers");
  const answers = { amount: { action: "accept", content: { count: 3 } } } as const;
  await agent.decide("t", { "one/cake": { verdict: "answered", answers } });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual(["ordered 3"]);
});

test("a remembered decision holds for the agent and all its subagents", async () => {
  const [store, trace] = [createMemoryThreads(), createTrace()];
  const two = [...chief.calls, { tool: "edit", input: { task: "Edit again." }, id: "two" }, write("c")];
  const agent = createEditors(trace, store, { chief: { calls: two }, edit: { calls: [write("a")] } });
  const first = await agent.run("t", "go").outcome;
  // What waits in front of the subagents is decided first.
  expect(first.asks.map(({ callId }) => callId)).toEqual(["one/a", "c"]);
  await agent.decide("t", {
    "one/a": { verdict: "approved", remember: { tool: "write_note", input: { name: "a" } } },
    c: { verdict: "rejected" },
  });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events.filter((event) => event.endsWith("ends"))).toEqual(["write a ends", "write a ends"]);
});

test("the policy decides anew about what was approved, and a cancel ends what waits", async () => {
  const [store, trace] = [createMemoryThreads(), createTrace()];
  const turns = { chief, edit: { calls: [write("a")] } };
  await createEditors(trace, store, turns).run("t", "go").outcome;
  await createEditors(trace, store, turns).decide("t", { "one/a": approved });
  const strict = createEditors(trace, store, turns, { tools: { write_note: "deny" } });
  expect(await strict.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual([]);

  const other = createEditors(trace, createMemoryThreads(), turns);
  await other.run("t", "go").outcome;
  expect(await other.cancel("t")).toBe(true);
  expect(await other.asks("t")).toEqual([]);
  expect(await other.resume("t").outcome).toMatchObject({ status: "done" });
  expect(trace.events).toEqual([]);
});

verifies(
  "chat:partial",
  "answers in part are kept, and the call goes on with all of them, also in a subagent",
  async () => {
    const order = { tool: "order_cake", input: {}, id: "cake" };
    const [store, trace] = [createMemoryThreads(), createTrace()];
    const agent = createEditors(trace, store, {
      chief: { calls: [order, ...chief.calls] },
      edit: { calls: [{ ...order, id: "other" }] },
    });
    await agent.run("t", "go").outcome;
    await agent.decide("t", { cake: approved });
    expect(await agent.resume("t").outcome).toMatchObject({ asks: [{ callId: "cake", ask: { kind: "questions" } }] });
    const said = { amount: { content: {} } };
    const [still] = await agent.decide("t", { cake: { verdict: "answered", answers: said, partial: true } });
    expect(still).toMatchObject({ callId: "cake", ask: { kind: "questions", answers: said } });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "awaiting", asks: [{ callId: "cake" }] });
    const answers = { amount: { action: "accept", content: { count: 2 } } };
    await agent.decide("t", { cake: { verdict: "answered", answers } });
    const id = "one/other";
    await agent.resume("t").outcome;
    await agent.decide("t", { [id]: approved });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "awaiting", asks: [{ callId: id }] });
    const asks = await agent.decide("t", { [id]: { verdict: "answered", answers, partial: true } });
    expect(asks).toMatchObject([{ callId: id, ask: { answers } }]);
    await agent.decide("t", { [id]: { verdict: "answered", answers: {} } });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "done", text: "All done." });
    expect((await readResults(store)).map(({ text }) => text)).toEqual(["Ordered 2.", "Edited."]);
  },
);
