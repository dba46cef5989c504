import { expect, test } from "vitest";
import * as z from "zod";
import { verifies } from "../../../test/verifies.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { readResults } from "../fixtures/read-thread.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { ThreadStore } from "../log/thread-store.ts";
import type { AgentHooks } from "./hooks.ts";

const click = {
  name: "click",
  description: "Clicks on something in the browser.",
  input: z.strictObject({
    target: z.string().describe("What to click on"),
    times: z.int().describe("How often").default(1),
  }),
};
const callClick = (id: string, input: unknown = { target: id }) => ({ tool: "click", input, id });

verifies("agent:host-tools", "the host gets valid inputs, and its results are bound to their calls", async () => {
  const { agent, store, model } = setUp([{ calls: [callClick("a"), callClick("b")] }, { text: "ok" }]);
  const { asks, status } = await agent.run("t", "go").outcome;
  expect(status).toBe("awaiting");
  expect(asks).toMatchObject([
    { callId: "a", tool: "click", title: "Click", ask: { kind: "host", input: { target: "a", times: 1 } } },
    { callId: "b", ask: { kind: "host", input: { target: "b", times: 1 } } },
  ]);
  const result = (text: string) => ({ verdict: "result", text }) as const;
  await expect(agent.decide("t", { c: result("?"), a: result("?") })).rejects.toMatchObject({ code: "unknown_ask" });
  await expect(agent.decide("t", { a: { verdict: "approved" } })).rejects.toThrow("the result of a tool");
  expect(await agent.decide("t", { b: result("Clicked b.") })).toMatchObject([{ callId: "a" }]);
  expect(await agent.resume("t").outcome).toMatchObject({ status: "awaiting", asks: [{ callId: "a" }] });
  await agent.decide("t", { a: { verdict: "result", text: "It is gone.", isError: true } });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect(await readResults(store)).toMatchObject([
    { status: "tool_error", text: "It is gone.", isError: true },
    { status: "ok", text: "Clicked b.", isError: false },
  ]);
  expect(model.requests[0]?.tools.at(-1)).toMatchObject({ name: "click" });
});

verifies("agent:host-tools", "a result comes to another agent on the same store as well", async () => {
  const store = createMemoryThreads();
  await setUp([{ calls: [callClick("a")] }], { store }).agent.run("t", "go").outcome;
  const { agent } = setUp([{ text: "ok" }], { store });
  expect(await agent.asks("t")).toMatchObject([{ callId: "a", ask: { kind: "host", input: { target: "a" } } }]);
  await agent.decide("t", { a: { verdict: "result", text: "Clicked." } });
  expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
  expect((await readResults(store)).map(({ text }) => text)).toEqual(["Clicked."]);
});

verifies("agent:host-tools", "an input that is not valid is told to the model, and never to the host", async () => {
  const { agent, store } = setUp([{ calls: [callClick("a", { taget: 3 }), callClick("b", "[")] }, { text: "ok" }]);
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", asks: [] });
  expect(await readResults(store)).toMatchObject([
    { status: "invalid_input", text: expect.stringContaining("taget") },
    { status: "invalid_input", text: expect.stringContaining("not valid JSON") },
  ]);
});

test("the host runs its tools in the order in which the model wrote the calls", async () => {
  const write = (name: string) => ({ tool: "write_note", input: { name }, id: name });
  const { agent, trace } = setUp([{ calls: [write("w"), callClick("a"), write("x")] }, { text: "ok" }]);
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "awaiting", asks: [{ callId: "a" }] });
  expect(trace.events).toEqual(["write w begins", "write w ends"]);
  await agent.decide("t", { a: { verdict: "result", text: "Clicked." } });
  await agent.resume("t").outcome;
  expect(trace.events.slice(2)).toEqual(["write x begins", "write x ends"]);
});

test("hooks see calls and results of the host's tools, too", async () => {
  const hooks: AgentHooks = {
    beforeTool: ({ input }) => ({ verdict: "change", input: { ...input, times: 2 } }),
    afterTool: (_call, { text }) => ({ verdict: "replace", text: text.toUpperCase() }),
  };
  const { agent, store } = setUp([{ calls: [callClick("a")] }, { text: "ok" }], { hooks });
  expect(await agent.run("t", "go").outcome).toMatchObject({ asks: [{ ask: { input: { target: "a", times: 2 } } }] });
  await agent.decide("t", { a: { verdict: "result", text: "clicked" } });
  await agent.resume("t").outcome;
  expect((await readResults(store))[0]?.text).toBe("CLICKED");
});

test("its name must be its own, and its definition is held to the rules of every tool", () => {
  const create = (...hostTools: readonly (typeof click)[]) =>
    createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), hostTools });
  expect(() => create({ ...click, name: "write_note" })).toThrow('there is another tool "write_note"');
  expect(() => create(click, click)).toThrow('there is another tool "click"');
  expect(() => create({ ...click, name: "Click It" })).toThrow("Click It");
});

function setUp(
  turns: readonly ScriptedTurn[],
  { store = createMemoryThreads(), hooks = {} }: { readonly store?: ThreadStore; readonly hooks?: AgentHooks } = {},
) {
  const trace = createTrace();
  const model = scriptModel(...turns);
  return {
    trace,
    store,
    model,
    agent: createAgent({ model, kernel: noteKernel(trace), store, hostTools: [click], hooks }),
  };
}
