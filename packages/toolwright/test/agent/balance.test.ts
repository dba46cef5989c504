import { describe, expect, test } from "vitest";
import type { LogEntry, EntryBody } from "../../src/agent/log/entries.ts";
import { createMemoryThreads } from "../../src/agent/log/memory-store.ts";
import { abandonCalls, repairThread } from "../../src/agent/log/repair.ts";
import { subagentThread } from "../../src/agent/log/subagent-threads.ts";
import type { ThreadStore } from "../../src/agent/log/thread-store.ts";
import { applyEntry, foldEntries, type ThreadState } from "../../src/agent/log/thread-state.ts";
import { deliverEntries } from "../../src/agent/run/deliver.ts";
import { writeHistory } from "../../src/agent/run/write-history.ts";
import { proofSeed, proofSize, seededRandom } from "../proof-size.ts";
import { verifies } from "../verifies.ts";
import { converse, createRandomAgent } from "./random-runs.ts";
import { findWireProblems } from "./wire-bodies.ts";
import { checkAnthropic, checkChat, checkGemini, checkResponses } from "./wire-shapes.ts";

/** 2,500 conversations have some 10,000 histories, one at each end of a run; in parts, so that none takes minutes. */
const parts = Array.from({ length: proofSize(10, 1) }, (_, part) => part);
const conversations = proofSize(250, 40);
const cuts = proofSize(10_000, 1_000);

for (const part of parts) {
  verifies("loop:results", `each provider accepts the history, and each run had one end, part ${part}`, async () => {
    for (let number = part * conversations; number < (part + 1) * conversations; number += 1) {
      const { entries, ends, store } = await recordConversation(number);
      for (const [thread, below] of await readSubagents(store, "t", entries)) {
        expectNothingLost(below);
        await expectBalance(foldEntries(below), `${number} ${JSON.stringify(thread)}`);
      }
      expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index + 1));
      expect(entries.filter(({ type }) => type === "ended").length).toBe(ends);
      expectNothingLost(entries);
      for (const at of endsOf(entries)) await expectBalance(foldEntries(entries.slice(0, at)), `${number} at ${at}`);
    }
  });
}

verifies("loop:repair", "a log that was cut anywhere is repaired by appending, once, and can go on", async () => {
  const random = seededRandom(proofSeed + 7);
  for (let number = 0, done = 0; done < cuts; number += 1) {
    const { entries } = await recordConversation(number);
    for (let cut = 0; cut < 25 && done < cuts; cut += 1, done += 1) {
      const kept = entries.slice(0, Math.floor(random() * (entries.length + 1)));
      const state = foldEntries(kept);
      const repaired = append(state, repairThread(state));
      expect(repairThread(repaired)).toEqual([]);
      const all = [...state.calls, ...state.background];
      const begun = all.filter(({ phase }) => phase.kind === "started" && !phase.repeatable);
      for (const { part } of begun) expect(resultOf(repaired, part.callId)?.status).toBe("unknown");
      const closed = append(repaired, abandonCalls(repaired, "not_run"));
      expect(abandonCalls(closed, "not_run")).toEqual([]);
      if (cut % 5 === 0) await expectBalance(closed, `${number} cut at ${kept.length}`);
    }
  }
});

verifies(
  "loop:repair",
  "a thread that was cut anywhere is taken up by another agent, which brings it to an end",
  async () => {
    const random = seededRandom(proofSeed + 11);
    for (let number = 0; number < proofSize(1_000, 60); number += 1) {
      const { entries } = await recordConversation(number);
      const kept = entries.slice(0, 1 + Math.floor(random() * entries.length));
      const store = createMemoryThreads();
      const log = await store.open("t");
      await log.append(kept);
      await log.close();
      const outcome = await createRandomAgent(random, store).resume("t").outcome;
      expect("code" in outcome ? outcome.code : "").not.toBe("crashed");
      const after = await store.read("t");
      expect(after.slice(0, kept.length)).toEqual(kept);
      if (outcome.status !== "awaiting" && outcome.status !== "failed")
        await expectBalance(foldEntries(after), `${number}`);
    }
  },
);

describe("the checkers of what providers accept", () => {
  const user = { role: "user", content: [{ type: "text", text: "go" }] };
  const call = { role: "assistant", content: [{ type: "tool_use", id: "1", name: "a", input: {} }] };

  test("find what is not answered, answered twice, late or empty", () => {
    const result = { type: "tool_result", tool_use_id: "1", content: "ok" };
    const answer = { role: "user", content: [result] };
    expect(checkAnthropic({ messages: [user, call, answer] })).toEqual([]);
    expect(checkAnthropic({ messages: [user, call] })).not.toEqual([]);
    expect(checkAnthropic({ messages: [user, call, user] })).not.toEqual([]);
    expect(checkAnthropic({ messages: [user, call, { role: "user", content: [result, result] }] })).not.toEqual([]);
    const late = { role: "user", content: [...user.content, result] };
    expect(checkAnthropic({ messages: [user, call, late] })).toEqual(["a result comes late"]);
    expect(checkAnthropic({ messages: [user, user] })).not.toEqual([]);

    const asks = { role: "assistant", tool_calls: [{ id: "1", function: { name: "a", arguments: "{}" } }] };
    expect(checkChat({ messages: [user, asks, { role: "tool", tool_call_id: "1" }] })).toEqual([]);
    expect(checkChat({ messages: [user, asks, user] })).not.toEqual([]);
    expect(checkChat({ messages: [user, asks, { role: "tool", tool_call_id: "2" }] })).not.toEqual([]);

    const item = { type: "function_call", call_id: "1", arguments: "{}" };
    const output = { type: "function_call_output", call_id: "1" };
    expect(checkResponses({ input: [user, item, output] })).toEqual([]);
    expect(checkResponses({ input: [user, item, user, output] })).not.toEqual([]);
    expect(checkResponses({ input: [user, output] })).not.toEqual([]);

    const person = { role: "user", parts: [{ text: "go" }] };
    const calling = { role: "model", parts: [{ functionCall: { name: "a", args: {} } }] };
    const told = { functionResponse: { name: "a", response: {} } };
    expect(checkGemini({ contents: [person, calling, { role: "user", parts: [told] }] })).toEqual([]);
    expect(checkGemini({ contents: [person, calling] })).not.toEqual([]);
    expect(checkGemini({ contents: [person, calling, person] })).not.toEqual([]);
    expect(checkGemini({ contents: [person, calling, { role: "user", parts: [told, told] }] })).not.toEqual([]);
    expect(checkGemini({ contents: [person, calling, { role: "user", parts: [told] }, calling] })).not.toEqual([]);
    expect(checkGemini({ contents: [{ role: "model", parts: [{ text: "I begin." }] }] })).not.toEqual([]);
  });
});

/** The threads of all subagents that a thread has had, and of those below them. */
async function readSubagents(
  store: ThreadStore,
  thread: string,
  entries: readonly LogEntry[],
): Promise<readonly (readonly [string, readonly LogEntry[]])[]> {
  const begun = new Set(entries.flatMap((entry) => (entry.type === "call_started" && entry.by ? [entry.callId] : [])));
  const found = await Promise.all(
    [...begun].map(async (callId) => {
      const own = subagentThread(thread, callId);
      const below = await store.read(own);
      return [[own, below] as const, ...(await readSubagents(store, own, below))];
    }),
  );
  return found.flat();
}

async function recordConversation(number: number) {
  const random = seededRandom(proofSeed * 100_003 + number);
  const store = createMemoryThreads();
  const outcomes = await converse(random, createRandomAgent(random, store));
  expect(outcomes.filter(({ status }) => status === "failed").map((each) => ("code" in each ? each.code : ""))).toEqual(
    outcomes.filter(({ status }) => status === "failed").map(() => expect.stringMatching(/^(?:model_|hook_failed)/)),
  );
  return { entries: await store.read("t"), ends: outcomes.length, store };
}

function endsOf(entries: readonly LogEntry[]): readonly number[] {
  return entries.flatMap(({ type, seq }) => (type === "ended" ? [seq] : []));
}

/** What a person has said, and what became of each call beside the loop, is told exactly once, or is still to be told. */
function expectNothingLost(entries: readonly LogEntry[]): void {
  const { history, waiting, background } = foldEntries(entries);
  const said = entries.flatMap((entry) => (entry.type === "steered" ? [JSON.stringify(entry.content)] : []));
  const told = [...history, ...waiting].flatMap((item) => (item.kind === "user" ? [JSON.stringify(item.content)] : []));
  expect(told.filter((text) => text.includes("aside")).toSorted()).toEqual(said.toSorted());
  const detached = entries.flatMap((entry) => (entry.type === "call_detached" ? [entry.callId] : []));
  const ended = [...history, ...waiting].flatMap((item) => (item.kind === "late-result" ? [item.part.callId] : []));
  expect([...ended, ...background.map(({ part }) => part.callId)].toSorted()).toEqual(detached.toSorted());
}

/** As the next model call would send it, with what waits for a person closed. */
async function expectBalance(before: ThreadState, where: string): Promise<void> {
  const closed = append(before, abandonCalls(before, "not_run"));
  const state = append(closed, deliverEntries(closed));
  const messages = [...writeHistory(state.history)];
  if (messages.at(-1)?.role !== "user" && messages.at(-1)?.role !== "tool") {
    messages.push({ role: "user", content: [{ type: "text", text: "go on" }] });
  }
  if (messages[0]?.role !== "user") return;
  const request = { system: "", messages, tools: [], maxOutputTokens: 100 };
  expect(await findWireProblems(request), where).toEqual([]);
}

function append(state: ThreadState, bodies: readonly EntryBody[]): ThreadState {
  const entries = bodies.map((body, index) =>
    Object.assign({}, body, { id: `r${index}`, seq: state.seq + index + 1, time: 0 }),
  );
  return entries.reduce(applyEntry, state);
}

function resultOf(state: ThreadState, callId: string) {
  const late = state.waiting.find((each) => each.kind === "late-result" && each.part.callId === callId);
  if (late?.kind === "late-result") return late.result;
  const open = state.calls.find(({ part }) => part.callId === callId)?.phase;
  if (open?.kind === "ended") return open.result;
  const last = state.history.at(-1);
  return last?.kind === "results" ? last.results.find(({ part }) => part.callId === callId)?.result : undefined;
}
