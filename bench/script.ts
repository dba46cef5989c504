/**
 * What a script costs beside the same calls one by one, over MCP stdio on the example server (`toolwright serve --script`): cold, the
 * first request after the start of a server, and warm, the median of later ones. A ratio below 1 is in favour of the script; rounds
 * alternate, so that the machine's noise hits both alike. Then, in this process, how long the event loop is held up while scripts
 * try to hang it.
 *
 *   npm run bench:script -- [--rounds 7] [--calls 20] [--serena PROGRAM]
 *
 * `--serena` takes the program of an installed serena-agent (PyPI) and compares with its REPL, too.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type AnyKernel, createKernel, defineTool, reads } from "toolwright";
import { createScriptTool } from "toolwright/script";
import * as z from "zod";
import { compareRepls } from "./script/repl-peer.ts";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    rounds: { type: "string", default: "7" },
    calls: { type: "string", default: "20" },
    serena: { type: "string" },
  },
});
const rounds = Number(args.rounds);
const calls = Number(args.calls);
// The bundle of this file is in a folder below bench/.
const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const input = { text: "toolwright", path: "examples" };
const oneByOne = `for (let i = 0; i < ${calls}; i++) await tools.find_text(${JSON.stringify(input)});`;
const together = `await Promise.all(Array.from({ length: ${calls} }, () => tools.find_text(${JSON.stringify(input)})));`;

console.log(`Node ${process.version}, ${rounds} rounds, ${calls} calls of find_text each; milliseconds, median\n`);
await compareOverMcp();
await measureLoop();
if (args.serena !== undefined) await compareWithSerena(args.serena);

async function compareWithSerena(serena: string): Promise<void> {
  const [ours, theirs] = await compareRepls(repository, { serena, rounds, calls });
  if (ours === undefined || theirs === undefined) return;
  console.log("");
  for (const what of ["cold", "bodies", "uses"] as const) {
    print(`${what}, ${theirs.who}`, theirs[what], theirs[what]);
    print(`${what}, ${ours.who}`, ours[what], theirs[what]);
  }
}

async function compareOverMcp(): Promise<void> {
  const cold = { direct: [] as number[], script: [] as number[] };
  const warm = { direct: [] as number[], script: [] as number[], parallel: [] as number[], empty: [] as number[] };
  for (let round = 0; round < rounds; round += 1) {
    cold.direct.push(await withServer(async (client) => await timed(() => callDirectly(client))));
    await withServer(async (client) => {
      cold.script.push(await timed(() => runScript(client, oneByOne)));
      await callDirectly(client);
      warm.direct.push(await timed(() => callDirectly(client)));
      warm.script.push(await timed(() => runScript(client, oneByOne)));
      warm.parallel.push(await timed(() => runScript(client, together)));
      warm.empty.push(await timed(() => runScript(client, "return 1")));
    });
  }
  print("cold, one by one over MCP", cold.direct, cold.direct);
  print("cold, in a script", cold.script, cold.direct);
  print("warm, one by one over MCP", warm.direct, warm.direct);
  print("warm, in a script", warm.script, warm.direct);
  print("warm, in a script, side by side", warm.parallel, warm.direct);
  print("warm, a script without calls", warm.empty, warm.direct);
}

/** The longest that anything else would have waited, while three scripts at a time loop, fill memory and explode. */
async function measureLoop(): Promise<void> {
  const echo = defineTool({
    name: "echo",
    description: "Says it again.",
    input: z.strictObject({ text: z.string().describe("Any text") }),
    effects: reads,
    handle: ({ text }) => text,
  });
  const limits = { steps: 50_000_000, memoryBytes: 32 * 1024 * 1024 };
  const kernel: AnyKernel = createKernel({ tools: [echo, createScriptTool({ kernel: () => kernel, limits })] });
  const attacks = [
    "for (;;);",
    "const a = []; for (;;) a.push(new Uint8Array(1e6))",
    "return /^(a+)+$/.test('a'.repeat(40) + 'b')",
    "for (;;) await null",
    "for (let i = 0; i < 150; i++) await echo({ text: 'x'.repeat(1e4) })",
  ];
  await kernel.call("script", { code: "return 1" });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let round = 0; round < rounds; round += 1) {
    await Promise.all(attacks.slice(0, 3).map((code) => kernel.call("script", { code })));
    await Promise.all(attacks.slice(3).map((code) => kernel.call("script", { code })));
  }
  delay.disable();
  await kernel.close();
  const [p50, p99, max] = [delay.percentile(50), delay.percentile(99), delay.max].map((ns) => (ns / 1e6).toFixed(1));
  console.log(`\nevent loop of the host meanwhile: p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`);
}

async function withServer<Result>(use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const command = [join(repository, "packages/toolwright/bin/toolwright.js"), "serve", "--script"];
  const from = ["--from", join(repository, "examples/first-tools/tools/index.ts")];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...command, ...from],
    cwd: repository,
    stderr: "ignore",
  });
  await client.connect(transport);
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function callDirectly(client: Client): Promise<void> {
  for (let index = 0; index < calls; index += 1) await expectAnswer(client, "find_text", input);
}

async function runScript(client: Client, code: string): Promise<void> {
  await expectAnswer(client, "script", { code });
}

async function expectAnswer(client: Client, name: string, given: Record<string, unknown>): Promise<void> {
  const result = await client.callTool({ name, arguments: given });
  if (result.isError === true) throw new Error(`${name} failed: ${JSON.stringify(result.content)}`);
}

async function timed(run: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
}

function print(what: string, times: readonly number[], beside: readonly number[]): void {
  const ratio = median(times) / median(beside);
  console.log(what.padEnd(36), median(times).toFixed(1).padStart(9), `${ratio.toFixed(2)} ×`.padStart(9));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
