import * as z from "zod";
import { createAgent, type Agent, type AgentRun } from "../../src/agent/create-agent.ts";
import { createTrace, noteKernel } from "../../src/agent/fixtures/notes.ts";
import { scriptModel, type ScriptedModel, type ScriptedTurn } from "../../src/agent/fixtures/scripted-model.ts";
import type { AskDecision } from "../../src/agent/log/entries.ts";
import type { ThreadStore } from "../../src/agent/log/thread-store.ts";
import { ModelError } from "../../src/agent/model/model.ts";
import type { PendingAsk, RunOutcome } from "../../src/agent/run/events.ts";
import type { AfterToolVerdict, AgentHooks, BeforeToolVerdict } from "../../src/agent/run/hooks.ts";
import type { HostTool } from "../../src/agent/run/tool-types.ts";
import { ToolError } from "../../src/tool/tool-error.ts";

export type Random = () => number;

/** An agent whose model does anything that a model may do, on a kernel that allows, asks and denies at random. */
export function createRandomAgent(random: Random, store: ThreadStore): Agent {
  const verdicts = ["allow", "ask", "ask", "deny"] as const;
  const access = { tools: { write_note: pick(random, verdicts), order_cake: pick(random, verdicts) } };
  return createAgent({
    model: createRandomModel(random),
    kernel: noteKernel(createTrace(), { access }),
    store,
    hostTools: [click],
    subagents: [
      {
        name: "edit",
        description: "Edits notes.",
        tools: ["read_note", "write_note", "order_cake", "survey", "click", "edit"],
        mayChange: true,
        limits: { turns: 3 },
      },
      { name: "explore", description: "Looks at notes.", tools: ["read_note", "explore"], limits: { turns: 3 } },
    ],
    ...(random() < 0.5 ? { hooks: createRandomHooks(random) } : {}),
    limits: {
      turns: 8,
      subagents: 5,
      toolMs: 60_000,
      lastAnswer: random() < 0.5,
      detachMs: pick(random, [0, 0, 10_000]),
    },
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
    if (random() < 0.4) void steerLater(random, run, `aside ${round}`);
    const outcome = await run.outcome;
    outcomes.push(outcome);
    if (outcome.status === "awaiting") await decideSome(random, agent, outcome.asks);
  }
  return outcomes;
}

/** At any moment of the run; whether it still takes it is its own affair. */
async function steerLater(random: Random, run: AgentRun, text: string): Promise<void> {
  for (let tick = Math.floor(random() * 120); tick > 0; tick -= 1) await Promise.resolve();
  await run.steer(text).catch((error: unknown) => {
    if (!(error instanceof ToolError) || error.code !== "no_run") throw error;
  });
}

const click: HostTool = {
  name: "click",
  description: "Clicks on something.",
  input: z.strictObject({ name: z.string().describe("On what") }),
};

/** Anything that hooks may say, and now and then nothing at all. */
function createRandomHooks(random: Random): AgentHooks {
  const failSometimes = (): void => {
    if (random() < 0.03) throw new Error("No connection");
  };
  return {
    beforeTool() {
      failSometimes();
      return pick<BeforeToolVerdict>(random, [
        { verdict: "proceed" },
        { verdict: "proceed" },
        { verdict: "change", input: { name: "changed" } },
        { verdict: "block", text: "Not now." },
      ]);
    },
    afterTool() {
      failSometimes();
      return pick<AfterToolVerdict>(random, [{ verdict: "keep" }, { verdict: "replace", text: "Something else." }]);
    },
    beforeModel() {
      failSometimes();
      if (random() < 0.05) return { verdict: "block", message: "No more." };
      return random() < 0.5 ? { verdict: "proceed" } : { verdict: "add", message: "It is late." };
    },
    onResponse() {
      failSometimes();
      if (random() < 0.05) return { verdict: "block", message: "Not that." };
      return random() < 0.7 ? { verdict: "accept" } : { verdict: "retry", feedback: "Better, please." };
    },
  };
}

async function decideSome(random: Random, agent: Agent, asks: readonly PendingAsk[]): Promise<void> {
  const decided = asks
    .filter(() => random() < 0.8)
    .map(({ callId, ask }) => [callId, decide(random, ask.kind)] as const);
  await agent.decide("t", Object.fromEntries(decided));
}

function decide(random: Random, kind: PendingAsk["ask"]["kind"]): AskDecision {
  if (kind === "host") return { verdict: "result", text: "Clicked.", isError: random() < 0.3 };
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
      { tool: "survey", input: { name } },
      { tool: "bake_cake", input: { name: pick(random, ["a", "some"]) } },
      { tool: "click", input: { name } },
      { tool: pick(random, ["edit", "explore"]), input: { task: "Look after the notes." } },
    ]),
  };
}

export function pick<Value>(random: Random, values: readonly [Value, ...Value[]] | readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new RangeError("Nothing to pick from");
  return value;
}
