import { describe, expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import * as z from "zod";
import { createKernel } from "../../call/kernel.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { reads } from "../../tool/effects.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import type { AgentOptions } from "../agent-options.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { countEntries, readKinds, readResults } from "../fixtures/read-thread.ts";
import { scriptModel, type ScriptedTurn } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { AgentHooks } from "./hooks.ts";

const write = (name: string, id = name) => ({ tool: "write_note", input: { name }, id });

describe("before a tool", () => {
  verifies("agent:hooks", "a changed input is what the person, the policy and the tool see", async () => {
    const asked: unknown[] = [];
    const { agent, trace, store, model } = setUp({
      turns: [{ calls: [write("a")] }, { text: "ok" }],
      access: ({ input }) => {
        asked.push(input);
        return { verdict: "ask" };
      },
      hooks: { beforeTool: () => ({ verdict: "change", input: { name: "changed" } }) },
    });
    const { asks } = await agent.run("t", "go").outcome;
    expect(asks).toMatchObject([{ ask: { kind: "approval", request: { input: { name: "changed" } } } }]);
    await agent.decide("t", { a: { verdict: "approved" } });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual(["write changed begins", "write changed ends"]);
    expect(new Set(asked.map((each) => JSON.stringify(each)))).toEqual(new Set(['{"name":"changed"}']));
    // The model keeps what it wrote, and is told that something is different.
    expect(JSON.stringify(model.requests[1]?.messages[1])).toContain(String.raw`{\"name\":\"a\"}`);
    expect((await readResults(store))[0]?.note).toContain("was changed before it ran");
  });

  test("a blocked call never reaches the kernel, and the model reads why", async () => {
    const { agent, trace, model } = setUp({
      turns: [{ calls: [write("a"), write("b")] }, { text: "ok" }],
      hooks: {
        beforeTool: ({ input }) =>
          input["name"] === "a" ? { verdict: "block", text: "Not on Sundays." } : { verdict: "proceed" },
      },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual(["write b begins", "write b ends"]);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      results: [{ callId: "a", text: "Not on Sundays.", isError: true }, { callId: "b" }],
    });
  });

  test("it is not asked about what no tool would get", async () => {
    const seen: string[] = [];
    const { agent } = setUp({
      turns: [
        { calls: [{ tool: "no_such" }, { tool: "write_note", input: "[" }, { tool: "write_note", input: { nam: 1 } }] },
        { text: "ok" },
      ],
      hooks: {
        beforeTool({ tool }) {
          seen.push(tool);
          return { verdict: "proceed" };
        },
      },
    });
    await agent.run("t", "go").outcome;
    expect(seen).toEqual([]);
  });

  test("it sees an input as the kernel understands it", async () => {
    const count = defineTool({
      name: "count",
      description: "Counts.",
      input: z.strictObject({ to: z.int().describe("How far") }),
      effects: reads,
      handle: ({ to }) => `${to}`,
    });
    const seen: unknown[] = [];
    const agent = createAgent({
      model: scriptModel({ calls: [{ tool: "count", input: { to: "5" } }] }, { text: "ok" }),
      kernel: createKernel({ tools: [count] }),
      hooks: {
        beforeTool({ input }) {
          seen.push(input);
          return { verdict: "proceed" };
        },
      },
    });
    await agent.run("t", "go").outcome;
    expect(seen).toEqual([{ to: 5 }]);
  });
});

describe("after a tool", () => {
  test("the replaced text is what the model reads, and what the log has in the end", async () => {
    const { agent, model, store } = setUp({
      turns: [{ calls: [{ tool: "read_note", input: { name: "key" } }, { tool: "show_picture" }] }, { text: "ok" }],
      hooks: {
        afterTool: ({ tool }, { attachments }) =>
          tool === "read_note"
            ? { verdict: "replace", text: "[removed]" }
            : { verdict: "replace", text: `${attachments?.length} picture`, attachments: [] },
      },
    });
    await agent.run("t", "go").outcome;
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: "tool",
      results: [{ text: "[removed]" }, { text: "1 picture" }],
    });
    expect((await readResults(store)).map(({ text }) => text)).toEqual(["[removed]", "1 picture"]);
  });

  verifies("agent:hooks", "a result that the hook has not seen never reaches the model", async () => {
    let isBroken = true;
    const { agent, model, trace, store } = setUp({
      turns: [{ calls: [write("a")] }, { text: "ok" }],
      hooks: {
        afterTool() {
          if (isBroken) throw new Error("No connection");
          return { verdict: "replace", text: "checked" };
        },
      },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "failed", code: "hook_failed" });
    // Another input leaves the call behind.
    expect(await agent.run("t", "never mind").outcome).toMatchObject({ status: "done" });
    expect((await readResults(store))[0]?.text).toContain("withheld");
    expect(JSON.stringify(model.requests)).not.toContain("Wrote a.");

    const other = setUp({
      turns: [{ calls: [write("b")] }, { text: "ok" }],
      hooks: {
        afterTool() {
          if (isBroken) throw new Error("No connection");
          return { verdict: "replace", text: "checked" };
        },
      },
    });
    await other.agent.run("t", "go").outcome;
    isBroken = false;
    expect(await other.agent.resume("t").outcome).toMatchObject({ status: "done" });
    expect((await readResults(other.store))[0]?.text).toBe("checked");
    // The tool ran once: its result was waiting for the hook.
    expect(other.trace.events).toEqual(["write b begins", "write b ends"]);
    expect(trace.events).toEqual(["write a begins", "write a ends"]);
  });
});

describe("before the model", () => {
  test("a message is added at the end, and what stands in front stays the same to the byte", async () => {
    let turn = 0;
    const reads = { calls: [{ tool: "read_note", input: { name: "a" } }] };
    const { agent, model } = setUp({
      turns: [reads, reads, { text: "ok" }],
      hooks: { beforeModel: () => ({ verdict: "add", message: `It is turn ${(turn += 1)}.` }) },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
    const sent = model.requests.map(({ system, tools, messages }) => JSON.stringify({ system, tools, messages }));
    for (const [index, text] of sent.slice(1).entries()) {
      expect(text.startsWith(sent[index]?.replace(/\]\}$/, "") ?? "none")).toBe(true);
    }
    expect(model.requests[2]?.messages.at(-1)).toEqual({
      role: "user",
      content: [{ type: "text", text: "It is turn 3." }],
    });
  });

  test("messages of a hook do not hide that the same call is made again and again", async () => {
    const same = { calls: [{ tool: "read_note", input: { name: "a" } }] };
    const { agent } = setUp({
      turns: [same],
      hooks: { beforeModel: () => ({ verdict: "add", message: "Go on." }) },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "stopped", why: "loop", turns: 5 });
  });

  test("a block ends the run as refused, before the model is asked", async () => {
    const { agent, model } = setUp({
      turns: [{ text: "never" }],
      hooks: { beforeModel: () => ({ verdict: "block", message: "The quota is used up." }) },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "refused", message: "The quota is used up." });
    expect(model.requests).toEqual([]);
  });
});

describe("on a response", () => {
  verifies("agent:hooks", "an answer that is sent back runs none of its calls and stays balanced", async () => {
    const { agent, model, trace, store } = setUp({
      turns: [{ text: "I write.", calls: [write("a"), write("b")] }, { text: "ok" }],
      hooks: {
        onResponse: ({ text }) =>
          text === "ok" ? { verdict: "accept" } : { verdict: "retry", feedback: "Do not write." },
      },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", text: "ok" });
    expect(trace.events).toEqual([]);
    expect((await readResults(store)).map(({ status }) => status)).toEqual(["not_run", "not_run"]);
    expect(model.requests[1]?.messages.at(-1)).toEqual({
      role: "user",
      content: [{ type: "text", text: "Do not write." }],
    });
  });

  test("answers are sent back eight times in a run, and no more", async () => {
    const { agent, model } = setUp({
      turns: [{ text: "no" }],
      hooks: { onResponse: () => ({ verdict: "retry", feedback: "Once more." }) },
    });
    const outcome = await agent.run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "refused", text: "" });
    expect("message" in outcome ? outcome.message : "").toContain("sent 9 answers back");
    expect(model.requests.length).toBe(9);
    await agent.run("t", "again").outcome;
    expect(model.requests.length).toBe(18);
  });

  test("a blocked answer ends the run as refused, and the model does not see it again", async () => {
    let isStrict = true;
    const { agent, model, store, trace } = setUp({
      turns: [{ text: "The key is 1234.", calls: [write("a")] }, { text: "Hello." }],
      hooks: { onResponse: () => (isStrict ? { verdict: "block", message: "A secret." } : { verdict: "accept" }) },
    });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "refused", message: "A secret.", text: "" });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "refused" });
    isStrict = false;
    expect(await agent.run("t", "and now?").outcome).toMatchObject({ status: "done", text: "Hello." });
    expect(JSON.stringify(model.requests)).not.toContain("1234");
    expect(await readKinds(store)).toEqual(["user", "user", "response"]);
    expect(trace.events).toEqual([]);
  });
});

describe("hooks that do not answer", () => {
  const onceAndDone = [{ calls: [write("a")] }, { text: "ok" }] as const;

  test.each([
    ["throws", () => Promise.reject(new Error("No connection")), "threw: No connection"],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as a hook without types may do
    ["says nothing", () => Promise.resolve(undefined as never), 'expected { verdict: "proceed" }'],
    // oxlint-disable-next-line typescript/consistent-type-assertions -- as a hook without types may do
    ["blocks without a word", () => ({ verdict: "block" }) as never, '{ verdict: "block", text }'],
  ])("one that %s ends the run as failed, and can be asked again", async (_what, answer, message) => {
    let isBroken = true;
    const { agent, trace } = setUp({
      turns: onceAndDone,
      hooks: { beforeTool: async () => (isBroken ? await answer() : { verdict: "proceed" }) },
    });
    const outcome = await agent.run("t", "go").outcome;
    expect(outcome).toMatchObject({ status: "failed", code: "hook_failed", recoverable: true });
    expect("message" in outcome ? outcome.message : "").toContain(message);
    expect(trace.events).toEqual([]);
    isBroken = false;
    expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
    expect(trace.events).toEqual(["write a begins", "write a ends"]);
  });

  test.each(["beforeTool", "afterTool", "beforeModel", "onResponse"] as const)(
    "%s that is late ends the run as failed; one that is cancelled lets go; both hear so",
    async (name) => {
      const clock = createVirtualClock();
      const signals: AbortSignal[] = [];
      const hang = (...given: readonly unknown[]) => {
        const context = given.at(-1);
        if (isContext(context)) signals.push(context.signal);
        return new Promise<never>(() => {});
      };
      const { agent } = setUp({ turns: [{ calls: [write("a")] }], clock, hooks: { [name]: hang, deadlineMs: 2_000 } });
      const late = agent.run("t", "go");
      await clock.advance(2_000);
      expect(await late.outcome).toMatchObject({ status: "failed", code: "hook_timed_out", recoverable: true });
      const cancelled = agent.run("u", "go");
      await expect.poll(() => signals.length).toBe(2);
      cancelled.cancel();
      expect(await cancelled.outcome).toMatchObject({ status: "cancelled" });
      expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
      expect(clock.pendingTimers()).toBe(0);
    },
  );
});

verifies("agent:hooks", "what hooks have decided is not asked again by a run that goes on", async () => {
  const asked: string[] = [];
  const note = <Answer>(name: string, answer: Answer): Answer => {
    asked.push(name);
    return answer;
  };
  const { agent, store } = setUp({
    turns: [{ calls: [write("a"), write("b")] }, { text: "ok" }],
    access: {},
    hooks: {
      beforeTool: () => note("beforeTool", { verdict: "proceed" }),
      afterTool: () => note("afterTool", { verdict: "keep" }),
      beforeModel: () => note("beforeModel", { verdict: "proceed" }),
      onResponse: () => note("onResponse", { verdict: "accept" }),
    },
  });
  await agent.run("t", "go").outcome;
  expect(asked).toEqual(["beforeModel", "onResponse", "beforeTool", "beforeTool"]);
  await agent.decide("t", { a: { verdict: "approved" } });
  await agent.resume("t").outcome;
  await agent.decide("t", { b: { verdict: "approved" } });
  await agent.resume("t").outcome;
  expect(asked.slice(4)).toEqual(["afterTool", "afterTool", "beforeModel", "onResponse"]);
  expect(await countEntries(store, "prepared")).toBe(2);
});

function isContext(value: unknown): value is { readonly signal: AbortSignal } {
  return typeof value === "object" && value !== null && "signal" in value;
}

function setUp({
  turns,
  hooks,
  access,
  clock,
}: {
  readonly turns: readonly ScriptedTurn[];
  readonly hooks: AgentHooks;
  readonly access?: NonNullable<Parameters<typeof noteKernel>[1]>["access"];
  readonly clock?: NonNullable<AgentOptions["clock"]>;
}) {
  const trace = createTrace();
  const store = createMemoryThreads();
  const model = scriptModel(...turns);
  const kernel = noteKernel(trace, access === undefined ? {} : { access });
  const agent = createAgent({ model, kernel, store, hooks, ...(clock === undefined ? {} : { clock }) });
  return { agent, trace, store, model };
}
