import { expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { deferred } from "../../tool/deferred.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { countEntries, readKinds, readResults, untilEvent } from "../fixtures/read-thread.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";
import type { Model } from "../model/model.ts";

const read = (name: string) => ({ tool: "read_note", input: { name } });
const said = (text: string) => ({ role: "user", content: [{ type: "text", text }] });

verifies("agent:steering", "a message comes behind all results of the turn, and is in the log at once", async () => {
  const store = createMemoryThreads();
  const trace = createTrace("a");
  const model = scriptModel({ calls: [read("a"), read("b")] }, { text: "ok" });
  const agent = createAgent({ model, kernel: noteKernel(trace), store });
  const run = agent.run("t", "go");
  await untilEvent(run, "call-start");
  await run.steer("Be quick.");
  await agent.steer("t", "And kind.");
  expect(await countEntries(store, "steered")).toBe(2);
  trace.gates.get("a")?.resolve();
  expect(await run.outcome).toMatchObject({ status: "done", text: "ok" });
  expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "user"]);
  expect(model.requests[1]?.messages.at(-1)).toEqual({
    role: "user",
    content: [
      { type: "text", text: "Be quick." },
      { type: "text", text: "And kind." },
    ],
  });
});

verifies("agent:steering", "a message that comes while the model says its last words makes the run go on", async () => {
  const lastWords = deferred();
  const inner = scriptModel({ text: "That is all." }, { text: "Now it is all." });
  const model: Model = {
    id: inner.id,
    async *stream(request, signal) {
      for await (const event of inner.stream(request, signal)) {
        if (event.type === "finish" && inner.requests.length === 1) await lastWords.promise;
        yield event;
      }
    },
  };
  const agent = createAgent({ model, kernel: noteKernel(createTrace()) });
  const run = agent.run("t", "go");
  await untilEvent(run, "text");
  await run.steer("One more thing.");
  lastWords.resolve();
  expect(await run.outcome).toMatchObject({ status: "done", text: "Now it is all.", turns: 2 });
  expect(inner.requests[1]?.messages.slice(1)).toMatchObject([{ role: "assistant" }, said("One more thing.")]);
});

verifies(
  "agent:steering",
  "whatever was taken is read before the run is done, at whatever moment it comes",
  async () => {
    for (let moment = 0; moment < 60; moment += 1) {
      const model = scriptModel({ calls: [read("a")] }, { text: "ok" });
      const agent = createAgent({ model, kernel: noteKernel(createTrace()) });
      const run = agent.run("t", "go");
      for (let tick = 0; tick < moment; tick += 1) await Promise.resolve();
      const taken = await run.steer("Wait.").then(
        () => true,
        () => false,
      );
      expect(await run.outcome).toMatchObject({ status: "done" });
      expect(JSON.stringify(model.requests.at(-1)).includes("Wait."), `after ${moment} ticks`).toBe(taken);
    }
  },
);

test("a message that the run did not come to read is told to the next one, in front of its input", async () => {
  const store = createMemoryThreads();
  const model = scriptModel({ calls: [{ tool: "wait_forever" }] }, { text: "ok" });
  const agent = createAgent({ model, kernel: noteKernel(createTrace()), store });
  const run = agent.run("t", "go");
  await untilEvent(run, "call-start");
  await run.steer("Look at b instead.");
  run.cancel();
  await run.outcome;
  expect((await readResults(store)).map(({ status }) => status)).toEqual(["cancelled"]);
  await agent.run("t", "Well?").outcome;
  expect(model.requests[1]?.messages.at(-1)).toMatchObject({
    content: [{ text: "Look at b instead." }, { text: "Well?" }],
  });
  expect(await readKinds(store)).toEqual(["user", "response", "results", "user", "user", "response"]);
});

test("without a run there is nothing to steer, and the error says what to do", async () => {
  const agent = createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()) });
  const refused = { code: "no_run", message: expect.stringContaining('Start one with `run("t", input)`') };
  await expect(agent.steer("t", "hello")).rejects.toMatchObject(refused);
  const run = agent.run("t", "go");
  await run.outcome;
  await expect(run.steer("hello")).rejects.toMatchObject(refused);
  await expect(agent.steer("t", "hello")).rejects.toMatchObject(refused);
});
