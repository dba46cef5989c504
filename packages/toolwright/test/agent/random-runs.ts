import { createAgent, type Agent } from "../../src/agent/create-agent.ts";
import { createTrace, noteKernel } from "../../src/agent/fixtures/notes.ts";
import { scriptModel, type ScriptedModel, type ScriptedTurn } from "../../src/agent/fixtures/scripted-model.ts";
import type { AskDecision } from "../../src/agent/log/entries.ts";
import type { ThreadStore } from "../../src/agent/log/thread-store.ts";
import { ModelError } from "../../src/agent/model/model.ts";
import type { PendingAsk, RunOutcome } from "../../src/agent/run/events.ts";

export type Random = () => number;

/** An agent whose model does anything that a model may do, on a kernel that allows, asks and denies at random. */
export function createRandomAgent(random: Random, store: ThreadStore): Agent {
  const verdicts = ["allow", "ask", "ask", "deny"] as const;
  const access = { tools: { write_note: pick(random, verdicts), order_cake: pick(random, verdicts) } };
  return createAgent({
    model: createRandomModel(random),
    kernel: noteKernel(createTrace(), { access }),
    store,
    limits: { turns: 8, toolMs: 60_000 },
    retry: { firstWaitMs: 0, attempts: 3 },
  });
}

/** A conversation with decisions, refusals, cancels and inputs that nobody waited for. */
export async function converse(random: Random, agent: Agent): Promise<readonly RunOutcome[]> {
  const outcomes: RunOutcome[] = [];
  for (let round = 0; round < 4; round += 1) {
    const run =
      outcomes.at(-1)?.status === "awaiting" && random() < 0.8 ? agent.resume("t") : agent.run("t", `input ${round}`);
    if (random() < 0.15) queueMicrotask(() => run.cancel());
    const outcome = await run.outcome;
    outcomes.push(outcome);
    if (outcome.status === "awaiting") await decideSome(random, agent, outcome.asks);
  }
  return outcomes;
}

async function decideSome(random: Random, agent: Agent, asks: readonly PendingAsk[]): Promise<void> {
  const decided = asks
    .filter(() => random() < 0.8)
    .map(({ callId, ask }) => [callId, decide(random, ask.kind)] as const);
  await agent.decide("t", Object.fromEntries(decided));
}

function decide(random: Random, kind: "approval" | "questions"): AskDecision {
  if (kind === "approval") return { verdict: random() < 0.6 ? "approved" : "rejected" };
  const amount = pick(random, [
    { action: "accept", content: { count: 2 } },
    { action: "decline" },
    { action: "accept" },
  ]);
  return { verdict: "answered", answers: { amount } };
}

function createRandomModel(random: Random): ScriptedModel {
  return scriptModel((): ScriptedTurn => {
    const chance = random();
    if (chance < 0.05) return { error: new ModelError("busy", "Overloaded") };
    if (chance < 0.1) return { text: "Well", error: new TypeError("terminated") };
    if (chance < 0.13) return {};
    if (chance < 0.16) return { finish: "refused" };
    if (chance < 0.35) return { text: "That is all." };
    const calls = Array.from({ length: 1 + Math.floor(random() * 4) }, () => createRandomCall(random));
    return { calls, ...(random() < 0.5 ? { text: "Let me see." } : {}), finish: random() < 0.1 ? "length" : "calls" };
  });
}

function createRandomCall(random: Random) {
  const name = pick(random, ["a", "b", "c"]);
  const id = random() < 0.3 ? { id: "call_1" } : {};
  return {
    ...id,
    ...pick(random, [
      { tool: "read_note", input: { name } },
      { tool: "read_note", input: { name } },
      { tool: "write_note", input: { name } },
      { tool: "write_note", input: '{"name": "a' },
      { tool: "read_note", input: "[]" },
      { tool: "no_such_tool", input: { name } },
      { tool: "order_cake", input: {} },
      { tool: "show_picture", input: "" },
    ]),
  };
}

export function pick<Value>(random: Random, values: readonly [Value, ...Value[]] | readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError("Nothing to pick from");
  return value;
}
