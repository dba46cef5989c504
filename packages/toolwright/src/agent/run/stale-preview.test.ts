import { describe, expect, test } from "vitest";
import * as z from "zod";
import { verifies } from "../../../test/verifies.ts";
import { createKernel } from "../../call/kernel.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { writes } from "../../tool/effects.ts";
import { askForm, readForm } from "../../tool/question.ts";
import { isJsonObject } from "../../tool/schema.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { readResults } from "../fixtures/read-thread.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { Ask } from "../log/entries.ts";

const yes = { verdict: "answered", answers: { go: { action: "accept", content: { sure: true } } } } as const;

describe("a preview that may be stale by the time a person agrees to it", () => {
  verifies(
    "agent:stale-preview",
    "is shown anew if what it shows has changed, and carried out once if not",
    async () => {
      const { agent, page, store } = setUp();
      const first = await agent.run("t", "Publish it.").outcome;
      expect(messageOf(first.asks[0]?.ask)).toBe("Publish revision 1?");
      page.revision = 2;
      await agent.decide("t", { p: yes });
      const second = await agent.resume("t").outcome;
      expect(second.status).toBe("awaiting");
      expect(messageOf(second.asks[0]?.ask)).toBe("Publish revision 2?");
      expect(page.published).toEqual([]);
      await agent.decide("t", { p: yes });
      expect(await agent.resume("t").outcome).toMatchObject({ status: "done" });
      expect(page.published).toEqual([2]);
      expect((await readResults(store)).map(({ text }) => text)).toEqual(["Published revision 2."]);
    },
  );

  verifies("agent:stale-preview", "expires, and is then not carried out", async () => {
    const { agent, page, store, clock } = setUp();
    await agent.run("t", "Publish it.").outcome;
    await clock.advance(61_000);
    await agent.decide("t", { p: yes });
    await agent.resume("t").outcome;
    expect(page.published).toEqual([]);
    expect((await readResults(store))[0]).toMatchObject({ status: "denied", isError: true });
    expect((await readResults(store))[0]?.text).toContain("expired");
  });
});

describe("an approval", () => {
  const call = { calls: [{ tool: "write_note", input: { name: "a" }, id: "one" }] };

  verifies("agent:stale-preview", "counts for the input that the person saw, and for no other", async () => {
    const store = createMemoryThreads();
    const trace = createTrace();
    const kernel = () => noteKernel(trace, { access: {} });
    await createAgent({ model: scriptModel(call), kernel: kernel(), store }).run("t", "go").outcome;
    // The same call with another input: as if the log had been changed behind the person's back.
    const changed = createMemoryThreads();
    const log = await changed.open("t");
    await log.append(
      JSON.parse(JSON.stringify(await store.read("t")).replace('{\\"name\\":\\"a\\"}', '{\\"name\\":\\"b\\"}')),
    );
    await log.close();
    const agent = createAgent({ model: scriptModel({ text: "ok" }), kernel: kernel(), store: changed });
    await agent.decide("t", { one: { verdict: "approved" } });
    const outcome = await agent.resume("t").outcome;
    expect(outcome).toMatchObject({ status: "awaiting", asks: [{ ask: { request: { input: { name: "b" } } } }] });
    expect(trace.events).toEqual([]);
  });

  test("is asked for again if the effects of the tool have changed meanwhile", async () => {
    const store = createMemoryThreads();
    const publish = (effects: typeof writes) =>
      createKernel({
        tools: [defineTool({ name: "write_note", description: "Writes.", input: named, effects, handle: () => "ok" })],
      });
    const before = { ...writes, destructive: false };
    await createAgent({ model: scriptModel(call), kernel: publish(before), store }).run("t", "go").outcome;
    const agent = createAgent({ model: scriptModel({ text: "ok" }), kernel: publish(writes), store });
    await agent.decide("t", { one: { verdict: "approved" } });
    expect(await agent.resume("t").outcome).toMatchObject({ status: "awaiting" });
  });
});

const named = z.strictObject({ name: z.string().describe("Name of the note") });
const sure = z.strictObject({ sure: z.boolean().describe("Whether to go on") });

function messageOf(ask: Ask | undefined): string {
  const question = ask?.kind === "questions" ? ask.questions["go"] : undefined;
  return question?.kind === "form" ? question.message : "";
}

/** Prepares with a revision, which travels sealed, and carries out what was prepared or prepares anew. */
function setUp() {
  const page = { revision: 1, published: new Array<number>() };
  const publish = defineTool({
    name: "publish",
    description: "Publishes the page, after showing what would be published.",
    input: z.strictObject({}),
    effects: writes,
    async handle(_input, _services, call) {
      const answer = await readForm(call.answers["go"], sure);
      if (answer.status === "declined") return "Nothing was published.";
      const prepared = isJsonObject(call.state) ? call.state["revision"] : undefined;
      if (answer.status === "missing" || prepared !== page.revision) {
        const { revision } = page;
        return call.ask({ go: askForm(`Publish revision ${revision}?`, sure) }, { revision });
      }
      page.published.push(page.revision);
      return `Published revision ${page.revision}.`;
    },
  });
  const clock = createVirtualClock();
  const store = createMemoryThreads();
  const kernel = createKernel({
    tools: [publish],
    clock,
    access: { confirm: "allow" },
    approval: { timeToLiveMs: 60_000 },
  });
  const model = scriptModel({ calls: [{ tool: "publish", id: "p" }] }, { text: "ok" });
  return { agent: createAgent({ model, kernel, store, clock }), page, store, clock };
}
