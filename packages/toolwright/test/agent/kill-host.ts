import { appendFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { createAgent } from "../../src/agent/create-agent.ts";
import type { Subagent } from "../../src/agent/subagents/subagent.ts";
import type { AgentHooks } from "../../src/agent/run/hooks.ts";
import type { Model, ModelEvent } from "../../src/agent/model/model.ts";
import type { ThreadStore } from "../../src/agent/log/thread-store.ts";
import { createKernel } from "../../src/call/kernel.ts";
import { openFileThreads } from "../../src/thread-files/file-threads.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { reads, writes } from "../../src/tool/effects.ts";
import type { AnyTool } from "../../src/tool/tool.ts";

/** Takes the thread to its end, and kills itself before or after a write to the log, or inside a tool that has had its effect. */
const [directory = "", killAt = "0", where = ""] = process.argv.slice(2);
let passed = 0;

async function dieHere(place: string): Promise<void> {
  if (place !== where) return;
  passed += 1;
  if (passed !== Number(killAt)) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise<never>(() => {});
}

const named = z.strictObject({ name: z.string().describe("Which one") });
const pay = defineTool({
  name: "pay",
  description: "Pays somebody.",
  input: named,
  effects: writes,
  async handle({ name }) {
    appendFileSync(join(directory, "effects.txt"), `${name}\n`);
    await dieHere("tool");
    return `Paid ${name}.`;
  },
});
const look = defineTool({
  name: "look",
  description: "Looks at somebody.",
  input: named,
  effects: reads,
  async handle({ name }) {
    await dieHere("tool");
    return `Saw ${name}.`;
  },
});
const bill = Object.freeze({ ...pay, name: "bill", title: "Bill" });
/** These two go on beside the loop. */
const ship = Object.freeze({ ...pay, name: "ship", title: "Ship", longRunning: true });
const scan = Object.freeze({ ...look, name: "scan", title: "Scan", longRunning: true });

/** Two subagents: what one of them changes needs a person, and the other only looks. */
const subagents: readonly Subagent[] = [
  { name: "buyer", description: "Buys things.", tools: ["pay", "bill", "look"], mayChange: true },
  { name: "scout", description: "Looks at people.", tools: ["look"] },
];

const tasks: Readonly<Record<string, readonly { readonly tool: string; readonly name: string }[]>> = {
  "Buy it.": [
    { tool: "pay", name: "six" },
    { tool: "bill", name: "seven" },
  ],
  "Scout it.": [{ tool: "look", name: "e" }],
};

const turns = [
  [
    { tool: "look", name: "a" },
    { tool: "look", name: "b" },
    { tool: "pay", name: "one" },
    { tool: "pay", name: "two" },
  ],
  [
    { tool: "bill", name: "three" },
    { tool: "look", name: "c" },
    { tool: "bill", name: "four" },
    { tool: "ship", name: "five" },
    { tool: "scan", name: "d" },
  ],
  [
    { tool: "scout", name: "f", task: "Scout it." },
    { tool: "buyer", name: "g", task: "Buy it." },
  ],
];

/** What it says follows from the history, so that it goes on in another process. */
const model: Model = {
  id: "test/scripted",
  async *stream({ messages }): AsyncGenerator<ModelEvent, void, undefined> {
    const turn = messages.filter(({ role }) => role === "assistant").length;
    const [first] = messages[0]?.role === "user" ? messages[0].content : [];
    const task = tasks[first?.type === "text" ? first.text : ""];
    const next: readonly { tool: string; name: string; task?: string }[] =
      (task === undefined ? turns[turn] : turn === 0 ? task : []) ?? [];
    const calls = next.map(({ tool, name, task: given }) => ({
      type: "call" as const,
      callId: name,
      tool,
      input: JSON.stringify(given === undefined ? { name } : { task: given }),
    }));
    const content = calls.length > 0 ? calls : [{ type: "text" as const, text: "All are paid." }];
    const usage = { input: 100, output: 10, cacheRead: 0, cacheWrite: 0 };
    yield { type: "finish", content, finish: calls.length > 0 ? "calls" : "stop", usage };
  },
};

const inner = openFileThreads({ directory });
const store: ThreadStore = {
  ...inner,
  async open(thread) {
    const log = await inner.open(thread);
    return {
      ...log,
      async append(entries) {
        await dieHere("before");
        await log.append(entries);
        await dieHere("after");
      },
    };
  },
};

const hooks: AgentHooks = {
  async beforeTool() {
    await dieHere("hook");
    return { verdict: "proceed" };
  },
  async afterTool() {
    await dieHere("hook");
    return { verdict: "keep" };
  },
  async beforeModel() {
    await dieHere("hook");
    return { verdict: "proceed" };
  },
  async onResponse() {
    await dieHere("hook");
    return { verdict: "accept" };
  },
};

const tools: readonly AnyTool[] = [pay, look, bill, ship, scan];
const kernel = createKernel<readonly AnyTool[]>({
  tools,
  // oxlint-disable-next-line typescript/consistent-type-assertions -- no tool here asks for any
  services: () => undefined as never,
  access: { tools: { pay: "allow", ship: "allow", bill: "ask" } },
});
const agent = createAgent({ model, kernel, store, hooks, subagents, limits: { detachMs: 0 } });
const before = await store.read("t");
const run = before.length === 0 ? agent.run("t", "Pay all of them.") : agent.resume("t");
// Said once, unless it was lost before it was in the log; a run that is over takes nothing.
if (!before.some(({ type }) => type === "steered")) await run.steer("Be quick.").catch(() => {});
let outcome = await run.outcome;
while (outcome.status === "awaiting") {
  const approved = { verdict: "approved" } as const;
  await agent.decide("t", Object.fromEntries(outcome.asks.map(({ callId }) => [callId, approved])));
  outcome = await agent.resume("t").outcome;
}
console.log(JSON.stringify({ status: outcome.status, passed }));
