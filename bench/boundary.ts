/**
 * What the boundary costs: the same tool called bare, through Toolwright's kernel, through fastmcp and through
 * Vercel's ai, in one process and interleaved, so that the machine's noise hits all alike.
 *
 * ai runs tools only inside a model turn and fastmcp only behind an MCP session. Both are shown as a caller pays for
 * them, and with everything subtracted that is not the call itself: a turn without a tool (ai); a ping and the 1 ms that
 * fastmcp sleeps in every call so that its progress is not lost (fastmcp). ai's `tool().execute` is the handler itself:
 * it validates nothing and bounds nothing.
 */
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { generateText, stepCountIs, tool } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { FastMCPSession } from "fastmcp";
import { createKernel, defineTool } from "toolwright";
import { containHandlers, createProcessRunner } from "toolwright/process";
import { z } from "zod";

const rounds = 30;
const callsPerRound = 300;
const warmUpRounds = 5;

const shape = {
  path: z.string().describe("File to count"),
  limit: z.int().min(1).max(1000).default(50).describe("At most so many"),
};
const output = z.strictObject({ path: z.string(), lines: z.int() });
const input = { path: "src/index.ts", limit: 20 };
const countingInput = z.strictObject(shape);
const handle = async ({ path, limit }: { path: string; limit: number }) => ({ path, lines: limit * 2 });

const counting = defineTool({
  name: "count_lines",
  description: "Counts lines.",
  input: z.strictObject(shape),
  output,
  effects: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  handle,
});
const containment = containHandlers();
const kernel = createKernel({ tools: [counting] });
const full = createKernel({ tools: [counting], containment, processes: createProcessRunner() });

const session = new FastMCPSession({
  name: "bench",
  version: "1.0.0",
  tools: [
    {
      name: "count_lines",
      description: "Counts lines.",
      parameters: z.strictObject(shape),
      outputSchema: output,
      timeoutMs: 60_000,
      execute: async (args: { path: string; limit: number }) => JSON.stringify(await handle(args)),
    },
  ],
  prompts: [],
  resources: [],
  resourcesTemplates: [],
  logger: console,
  ping: { enabled: false },
  transportType: "stdio",
});
const client = new Client({ name: "bench", version: "1.0.0" });
const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
await Promise.all([session.connect(serverSide), client.connect(clientSide)]);

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const calling = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [{ type: "tool-call", toolCallId: "1", toolName: "count_lines", input: JSON.stringify(input) }],
    finishReason: { unified: "tool-calls", raw: undefined },
    usage,
    warnings: [],
  }),
});
const talking = new MockLanguageModelV4({
  doGenerate: async () => ({
    content: [{ type: "text", text: "done" }],
    finishReason: { unified: "stop", raw: undefined },
    usage,
    warnings: [],
  }),
});
const tools = {
  count_lines: tool({
    description: "Counts lines.",
    inputSchema: z.strictObject(shape),
    outputSchema: output,
    execute: handle,
  }),
};
const turn = (model: MockLanguageModelV4) =>
  generateText({ model, tools, prompt: "count", stopWhen: stepCountIs(1), timeout: { toolMs: 60_000 } });

const contenders: Record<string, () => Promise<unknown>> = {
  "bare handler": () => handle(input),
  "zod parse + handler + zod parse": async () => output.parse(await handle(countingInput.parse(input))),
  "toolwright kernel": () => kernel.call("count_lines", input),
  "toolwright kernel, contained": () => full.call("count_lines", input),
  "fastmcp tools/call": () => client.callTool({ name: "count_lines", arguments: input }),
  "fastmcp ping": () => client.ping(),
  "a timer of 1 ms": () => new Promise((resolve) => setTimeout(resolve, 1)),
  "ai turn with a tool call": () => turn(calling),
  "ai turn without": () => turn(talking),
};

await verify();
const samples = new Map<string, number[]>(Object.keys(contenders).map((name) => [name, []]));
for (let round = 0; round < rounds + warmUpRounds; round += 1) {
  for (const [name, call] of Object.entries(contenders)) {
    for (let index = 0; index < callsPerRound; index += 1) {
      const start = performance.now();
      await call();
      const elapsed = performance.now() - start;
      if (round >= warmUpRounds) samples.get(name)?.push(elapsed * 1000);
    }
  }
}
report();
await Promise.all([client.close(), kernel.close(), full.close()]);
containment.close();

/** Every contender must really do the work before its time counts. */
async function verify(): Promise<void> {
  const outcome = await kernel.call("count_lines", input);
  const answered = await client.callTool({ name: "count_lines", arguments: input });
  const turned = await turn(calling);
  const lines = [
    outcome.status === "ok" && outcome.value.lines,
    JSON.stringify(answered).includes("40") && 40,
    JSON.stringify(turned.toolResults[0]?.output) === JSON.stringify({ path: input.path, lines: 40 }) && 40,
  ];
  if (lines.some((count) => count !== 40))
    throw new Error(`A contender gave a wrong answer: ${JSON.stringify({ lines, answered })}`);
}

function report(): void {
  const rows = [...samples].map(([name, times]) => ({ name, ...summarise(times) }));
  const p50 = (name: string): number => rows.find((row) => row.name === name)?.p50 ?? Number.NaN;
  console.log(`Node ${process.version}, ${rounds} × ${callsPerRound} interleaved calls each; microseconds\n`);
  console.log("contender".padEnd(34), "p50".padStart(9), "p99".padStart(9), "calls/s".padStart(11));
  for (const row of rows) {
    console.log(
      row.name.padEnd(34),
      row.p50.toFixed(1).padStart(9),
      row.p99.toFixed(1).padStart(9),
      Math.round(row.perSecond).toLocaleString("en").padStart(11),
    );
  }
  const ours = p50("toolwright kernel, contained");
  const overhead = ours - p50("bare handler");
  const fastmcp = p50("fastmcp tools/call");
  const fastmcpAlone = fastmcp - p50("fastmcp ping") - p50("a timer of 1 ms");
  const ai = p50("ai turn with a tool call");
  const aiAlone = ai - p50("ai turn without");
  const ratio = (time: number): string => `${(time / ours).toFixed(1)}×`;
  console.log(`\nboundary overhead p50: ${overhead.toFixed(1)} µs (aim: under 20)`);
  console.log(`fastmcp / toolwright: ${ratio(fastmcp)}; without its transport and its sleep: ${ratio(fastmcpAlone)}`);
  console.log(`ai / toolwright: ${ratio(ai)}; without its turn: ${ratio(aiAlone)}`);
}

function summarise(times: readonly number[]): { p50: number; p99: number; perSecond: number } {
  const sorted = times.toSorted((left, right) => left - right);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), perSecond: 1e6 / (times.reduce((sum, time) => sum + time, 0) / times.length) };
}
