import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { openTestKernel } from "../../testing/test-kernel.ts";
import { createAgent } from "../create-agent.ts";
import { createNoteTools, createTrace, noteKernel } from "../fixtures/notes.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { HistoryItem } from "../log/history.ts";
import { ModelError, type ModelRequest } from "../model/model.ts";
import { choosePrefix } from "./summary.ts";
import { estimateTokens } from "./write-history.ts";

const longNotes = (count: number, prefix = "n") =>
  Array.from({ length: count }, (_, index) => ({ tool: "long_note", input: { name: `${prefix}${index}` } }));

verifies(
  "loop:large-results",
  "ten results of 30,000 tokens share the room that the results of a turn have",
  async () => {
    await using kit = openKit();
    const windowTokens = 200_000;
    const model = scriptModel({ calls: longNotes(10) }, { text: "ok" });
    const agent = createAgent({ model, kernel: kit.kernel, context: { windowTokens } });
    expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done" });
    const sizes = model.requests.map(estimateTokens);
    expect(Math.max(...sizes)).toBeLessThan(windowTokens / 2);
    expect(sizes[1]).toBeGreaterThan(10_000);
    expect(JSON.stringify(model.requests[1])).toContain("Read on: read_output");
  },
);

test("old results become handles first, and the pairs and the latest turn stay", async () => {
  await using kit = openKit();
  const model = scriptModel(
    { calls: longNotes(1, "a") },
    { calls: longNotes(1, "b") },
    { calls: longNotes(1, "c") },
    { calls: longNotes(1, "d") },
    { text: "ok" },
  );
  const context = { windowTokens: 60_000, batchTokens: 20_000 };
  const agent = createAgent({ model, kernel: kit.kernel, context, limits: { outputTokens: 2_000 } });
  const run = agent.run("t", "go");
  const kinds: string[] = [];
  for await (const event of run) if (event.type === "compacted") kinds.push(event.kind);
  expect(await run.outcome).toMatchObject({ status: "done" });
  expect(new Set(kinds)).toEqual(new Set(["results"]));
  for (const request of model.requests) expect(estimateTokens(request)).toBeLessThan(58_000);
  const last = model.requests.at(-1);
  expect(last?.messages.map(({ role }) => role).join(" ")).toBe(
    "user assistant tool assistant tool assistant tool assistant tool",
  );
  const lengths = last?.messages.flatMap((each) =>
    each.role === "tool" ? each.results.map(({ text }) => text.length) : [],
  );
  expect(lengths?.[0]).toBeLessThan(2_000);
  expect(lengths?.[3]).toBeGreaterThan(20_000);
});

test("what has no old results to give becomes a summary", async () => {
  const answerTwice = (request: ModelRequest) =>
    request.tools.length === 0 ? { text: "They spoke of many things." } : { text: "word ".repeat(2_000) };
  const model = scriptModel(answerTwice);
  const context = { windowTokens: 12_000 };
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), context, limits: { outputTokens: 3_000 } });
  for (let turn = 0; turn < 8; turn += 1) {
    expect(await agent.run("t", `question ${turn}`).outcome).toMatchObject({ status: "done" });
  }
  const summaries = model.requests.filter(({ tools }) => tools.length === 0);
  expect(summaries.length).toBeGreaterThan(0);
  const last = model.requests.at(-1);
  expect(JSON.stringify(last?.messages[0])).toContain("They spoke of many things.");
  expect(last?.messages[0]?.role).toBe("user");
});

test.each([
  ["empty", { finish: "length" } as const],
  ["cut off", { text: "They spoke of", finish: "length" } as const],
])("a summary that is %s is asked for once more, and then the run ends and says why", async (_what, summary) => {
  const model = scriptModel((request) => (request.tools.length === 0 ? summary : { text: "word ".repeat(4_000) }));
  const context = { windowTokens: 12_000 };
  const store = createMemoryThreads();
  const agent = createAgent({
    model,
    kernel: noteKernel(createTrace()),
    store,
    context,
    limits: { outputTokens: 3_000 },
  });
  let outcome = await agent.run("t", "go").outcome;
  for (let turn = 0; turn < 8 && outcome.status === "done"; turn += 1) outcome = await agent.run("t", "go on").outcome;
  expect(outcome).toMatchObject({ status: "failed", code: "context_full" });
  expect(model.requests.filter(({ tools }) => tools.length === 0).length).toBe(2);
  expect((await store.read("t")).some(({ type }) => type === "compacted")).toBe(false);
});

test("a provider that calls the history too long is believed once", async () => {
  const error = new ModelError("overflow", "prompt is too long");
  const calls = [{ tool: "long_note", input: { name: "a" } }];
  const model = scriptModel(
    { calls },
    { calls: [{ tool: "read_note", input: { name: "b" } }] },
    { error },
    { text: "ok" },
  );
  const agent = createAgent({ model, kernel: noteKernel(createTrace()) });
  expect(await agent.run("t", "go").outcome).toMatchObject({ status: "done", text: "ok" });
  const [before, after] = model.requests.slice(-2).map(estimateTokens);
  expect(after).toBeLessThan((before ?? 0) / 2);

  const stubborn = scriptModel({ calls }, { calls: [{ tool: "read_note", input: { name: "b" } }] }, { error });
  const other = createAgent({ model: stubborn, kernel: noteKernel(createTrace()) });
  expect(await other.run("t", "go").outcome).toMatchObject({
    status: "failed",
    code: "context_full",
    recoverable: false,
  });
  expect(stubborn.requests.length).toBe(4);
});

verifies("loop:cancel", "a run that is cancelled while it makes a summary is cancelled", async () => {
  const model = scriptModel((request) =>
    request.tools.length === 0 ? { hangs: true } : { text: "word ".repeat(4_000) },
  );
  const context = { windowTokens: 12_000 };
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), context, limits: { outputTokens: 3_000 } });
  await agent.run("t", "one").outcome;
  await agent.run("t", "two").outcome;
  const run = agent.run("t", "three");
  await expect.poll(() => model.requests.at(-1)?.tools.length).toBe(0);
  run.cancel();
  expect(await run.outcome).toMatchObject({ status: "cancelled" });
});

verifies(
  "loop:compaction",
  "no cut of a history separates calls from their results, and something is always kept",
  () => {
    const turn = fc
      .tuple(fc.boolean(), fc.integer({ min: 1, max: 500 }))
      .map(([hasCalls, size]) => ({ hasCalls, size }));
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 3_000 }),
        (turns, kept) => {
          const history = turns.flatMap(({ hasCalls }, index) => itemsOf(hasCalls, index * 3));
          const prefix = choosePrefix(history, kept, (item) => (item.seq * 7) % 400);
          const first = history[prefix.length];
          expect(first).toBeDefined();
          expect(first?.kind).not.toBe("results");
          expect(history.slice(0, prefix.length)).toEqual(prefix);
        },
      ),
      { numRuns: 2_000 },
    );
  },
);

function itemsOf(hasCalls: boolean, seq: number): readonly HistoryItem[] {
  const user: HistoryItem = { kind: "user", seq, content: [] };
  const response: HistoryItem = { kind: "response", seq: seq + 1, content: [], finish: "stop" };
  return hasCalls ? [user, response, { kind: "results", seq: seq + 2, results: [] }] : [user, response];
}

function openKit() {
  const kit = openTestKernel(createNoteTools(createTrace()));
  return { kernel: kit.kernel, [Symbol.asyncDispose]: async () => void (await kit.close()) };
}
