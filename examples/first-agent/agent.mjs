import { appendFile, readFile } from "node:fs/promises";
import { createKernel, defineTool, reads, writes } from "toolwright";
import { createAgent, replayModel } from "toolwright/agent";
import { openFileThreads } from "toolwright/thread-files";
import * as z from "zod";

const readList = defineTool({
  name: "read_list",
  description: "Reads the shopping list.",
  input: z.strictObject({}),
  effects: reads,
  handle: async () => (await readFile("list.txt", "utf8").catch(() => "")) || "The list is empty.",
});

// It changes something, so that a person is asked before it runs.
const addToList = defineTool({
  name: "add_to_list",
  description: "Adds a thing to the shopping list.",
  input: z.strictObject({ thing: z.string().describe("What to buy") }),
  effects: { ...writes, destructive: false },
  async handle({ thing }) {
    await appendFile("list.txt", `${thing}\n`);
    return `Added ${thing}.`;
  },
});

const thread = "shopping";
const store = openFileThreads({ directory: "threads" });
const agent = createAgent({
  model: await chooseModel(),
  kernel: createKernel({ tools: [readList, addToList] }),
  store,
  system: "You keep a shopping list. Be brief.",
});

// node agent.mjs "what to do", and then, in another process, node agent.mjs --approve or --reject
const [input = "Put milk on my list."] = process.argv.slice(2);
const verdict = { "--approve": "approved", "--reject": "rejected" }[input];
if (verdict !== undefined) {
  const asks = await agent.asks(thread);
  await agent.decide(thread, Object.fromEntries(asks.map(({ callId }) => [callId, { verdict }])));
}
const run = verdict === undefined ? agent.run(thread, input) : agent.resume(thread);
for await (const event of run) {
  if (event.type === "text") process.stdout.write(event.delta);
  if (event.type === "call-end") console.log(`\n[${event.tool}: ${event.status}]`);
  if (event.type === "asked") console.log(`${event.ask.title} ${JSON.stringify(event.ask.ask.request.input)}?`);
}
const { status, message = "" } = await run.outcome;
console.log(`\n(${status}) ${message}`.trimEnd());

/** A real provider with a key; otherwise the conversation that is kept beside this file. */
async function chooseModel() {
  if (process.env.ANTHROPIC_API_KEY) {
    const { anthropic } = await import("@ai-sdk/anthropic");
    return anthropic("claude-sonnet-4-5");
  }
  const { model, calls } = JSON.parse(await readFile(new URL("conversation.json", import.meta.url), "utf8"));
  const asked = (await store.read(thread)).filter(({ type }) => type === "request").length;
  return replayModel({ model, calls: calls.slice(asked) });
}
