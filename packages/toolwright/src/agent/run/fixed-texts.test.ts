import { expect } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { createVirtualClock } from "../../testing/virtual-clock.ts";
import { createAgent } from "../create-agent.ts";
import { createTrace, noteKernel } from "../fixtures/notes.ts";
import { readResults, untilEvent } from "../fixtures/read-thread.ts";
import { scriptModel } from "../fixtures/scripted-model.ts";
import { createMemoryThreads } from "../log/memory-store.ts";

/** As they are written here, and not where they are made: who searches for them must find them tomorrow. */
const texts = {
  cancelled: "Cancelled by the user. Do not repeat this call unless you are asked to.",
  timedOut: "Timed out: the call was ended before it had an answer.",
  repaired:
    "Started, outcome unknown: the program ended while this call ran. Check what it has done before you repeat it.",
};

verifies(
  "agent:fixed-texts",
  "cancelled, timed out and cut off by a crash: three texts, each for its case only",
  async () => {
    const ends = { cancelled: await cancelCall(), timedOut: await timeOutCall(), repaired: await crashInCall() };
    for (const [end, result] of Object.entries(ends)) {
      const found = Object.entries(texts).filter(([, text]) => result?.text.startsWith(text));
      expect(
        found.map(([name]) => name),
        end,
      ).toEqual([end]);
    }
    expect(Object.values(ends).map((result) => result?.status)).toEqual(["cancelled", "timed_out", "unknown"]);
    // Only a person's word is no error: nothing went wrong.
    expect(Object.values(ends).map((result) => result?.isError)).toEqual([false, true, true]);
  },
);

async function cancelCall() {
  const { agent, store } = setUp("wait_forever");
  const run = agent.run("t", "go");
  await untilEvent(run, "call-start");
  run.cancel();
  await run.outcome;
  return (await readResults(store))[0];
}

async function timeOutCall() {
  const { agent, store, clock } = setUp("wait_forever");
  const run = agent.run("t", "go");
  await untilEvent(run, "call-start");
  await clock.advance(30_000);
  await run.outcome;
  return (await readResults(store))[0];
}

/** Another process finds the log as it was while the call ran. */
async function crashInCall() {
  const { agent, store, trace } = setUp("write_note");
  const run = agent.run("t", "go");
  await expect.poll(() => trace.events).toEqual(["write a begins"]);
  const copy = createMemoryThreads();
  const log = await copy.open("t");
  await log.append(await store.read("t"));
  await log.close();
  trace.gates.get("a")?.resolve();
  await run.outcome;
  await createAgent({ model: scriptModel({ text: "ok" }), kernel: noteKernel(createTrace()), store: copy }).resume("t")
    .outcome;
  return (await readResults(copy))[0];
}

function setUp(tool: string) {
  const clock = createVirtualClock();
  const trace = createTrace("a");
  const store = createMemoryThreads();
  const model = scriptModel({ calls: [{ tool, input: tool === "write_note" ? { name: "a" } : {} }] }, { text: "ok" });
  return { agent: createAgent({ model, kernel: noteKernel(trace, { clock }), store, clock }), store, clock, trace };
}
