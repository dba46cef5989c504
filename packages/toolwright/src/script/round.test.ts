import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { defaultLimits } from "./limits.ts";
import { runRound, type RoundOptions } from "./round.ts";
import { createTranscriptStore, type Exchange } from "./transcript.ts";
import type { Operation } from "./worker/messages.ts";

function exchange(op: number, input: string): Exchange {
  return {
    operation: { op, kind: "call", name: "echo", input },
    answer: { op, ok: true, json: '{"value":1}', sleptMs: 0 },
  };
}

async function replay(source: string, exchanges: readonly Exchange[]) {
  const performed: Operation[] = [];
  const options: RoundOptions = {
    start: {
      source,
      library: "",
      tools: ["echo"],
      kept: "{}",
      startedAt: 0,
      remainingMs: 60_000,
      limits: defaultLimits,
    },
    replay: exchanges,
    signal: new AbortController().signal,
    isDispensable: () => true,
    async perform(operation) {
      performed.push(operation);
      return await Promise.resolve({ kind: "answered", ok: true, json: '{"value":2}', sleptMs: 0 });
    },
  };
  return { end: await runRound(options), performed };
}

test("what an earlier round was told is told again and not performed", async () => {
  const told = [exchange(0, '{"a":1}')];
  const { end, performed } = await replay("return [await echo({ a: 1 }), await echo({ a: 2 })]", told);
  expect(end).toMatchObject({ kind: "ended", message: { end: { kind: "returned", json: "[1,2]" } } });
  expect(performed).toMatchObject([{ op: 1, input: '{"a":2}' }]);
});

verifies("script:diverged", "another input, another order or a missing call runs nothing", async () => {
  const told = [exchange(0, '{"a":1}'), exchange(1, '{"a":2}')];
  for (const source of [
    "await echo({ a: 3 })",
    "await echo({ a: 2 }); await echo({ a: 1 })",
    "await echo({ a: 1 }); await sleep(1)",
  ]) {
    const { end, performed } = await replay(source, told);
    expect(end).toMatchObject({ kind: "diverged", detail: expect.stringContaining("It made echo") });
    expect(performed).toEqual([]);
  }
});

test("transcripts are taken once, expire, and make room for newer ones", () => {
  let now = 0;
  const store = createTranscriptStore(() => now);
  const transcript = { startedAt: 0, kept: "{}", exchanges: [], asking: { op: 0, state: undefined } };
  const [first, second] = [store.put(transcript), store.put(transcript)];
  expect([store.take(first), store.take(first)]).toEqual([transcript, undefined]);
  now = 600_001;
  expect(store.take(second)).toBeUndefined();
  const large = { ...transcript, kept: "x".repeat(40 * 1024 * 1024) };
  const [old, recent] = [store.put(large), store.put(large)];
  expect([store.take(old), store.take(recent)]).toEqual([undefined, large]);
});
