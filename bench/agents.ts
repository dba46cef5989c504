/**
 * What agent loops do when things go wrong: the same cases for ours, the AI SDK's `ToolLoopAgent`, OpenAI's Agents SDK and Mastra, each
 * used as its documentation says, with the same scripted model behind its own interface. Every case runs in a process of its own, and
 * twice: a case counts as failed only if it fails both times. Then what a turn costs in ours and in `ToolLoopAgent`, with a model
 * that answers at once; rounds alternate, so that the machine's noise hits both alike. `--only TEXT` chooses cases or contestants.
 */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildSync } from "esbuild";
import { findNode } from "./agents/find-node.ts";
import { cases, type Finding } from "./agents/cases.ts";

const { values: args } = parseArgs({
  args: process.argv.slice(3),
  options: { only: { type: "string", default: "" }, rounds: { type: "string", default: "5" } },
});

// The bundle of this file is in a folder below bench/.
const home = join(dirname(fileURLToPath(import.meta.url)), "..", "agents");
const modules = join(home, "node_modules");
if (!existsSync(modules)) throw new Error("Install the peers first: npm ci --ignore-scripts --prefix bench/agents");
const node = findNode(modules);
const folder = mkdtempSync(join(home, ".run-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
buildSync({
  entryPoints: [join(home, "run-case.ts")],
  outdir: folder,
  outExtension: { ".js": ".mjs" },
  bundle: true,
  splitting: true,
  packages: "external",
  conditions: ["toolwright-source"],
  loader: { ".md": "text" },
  format: "esm",
  platform: "node",
  target: "node22",
});

const contestants: Readonly<Record<string, string>> = {
  ours: "toolwright",
  "ai-sdk": `ai ${versionOf("ai")}`,
  "openai-agents": `@openai/agents ${versionOf("@openai/agents")}`,
  mastra: `@mastra/core ${versionOf("@mastra/core")}`,
};
const titles = Object.keys(cases);
const isChosen = (text: string): boolean => text.includes(args.only);
const names = Object.keys(contestants);
const chosenNames = names.some(isChosen) ? names.filter(isChosen) : names;
const chosenTitles = names.some(isChosen) ? titles : titles.filter(isChosen);

console.log(`Node ${process.version} starts ${node}, load ${loadavg()[0]?.toFixed(1)}\n`);
for (const title of chosenTitles) {
  console.log(title);
  for (const name of chosenNames) console.log(await judge(name, title));
}
if ("overhead".includes(args.only)) await compareOverhead();

async function judge(name: string, title: string): Promise<string> {
  const [first, second] = [await runCase(name, title), await runCase(name, title)];
  const isSame = first.result === second.result;
  const result = isSame ? first.result : "differs";
  const what = first.what === second.what ? first.what : `${first.what} | ${second.what}`;
  return `  ${(contestants[name] ?? name).padEnd(24)} ${result.padEnd(12)} ${what}`;
}

async function runCase(name: string, title: string): Promise<Finding> {
  const directory = mkdtempSync(join(tmpdir(), "bench-agents-"));
  try {
    // The first process of the crash is killed by itself, the second one goes on.
    const first = title.startsWith("kill -9") ? await runChild(name, title, directory) : undefined;
    if (first !== undefined) return readFinding(first);
    const output = await runChild(name, title, directory);
    return output === undefined ? { result: "fail", what: "its process ended without an answer" } : readFinding(output);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** What it has found, as JSON; undefined if it was killed or fell over. */
async function runChild(name: string, title: string, directory: string): Promise<string | undefined> {
  const child = spawn(node, [join(folder, "run-case.mjs"), name, title, directory], {
    stdio: ["ignore", "pipe", process.env["SHOW_ERRORS"] === undefined ? "ignore" : "inherit"],
    env: { ...process.env, OPENAI_AGENTS_DISABLE_TRACING: "1", MASTRA_TELEMETRY_DISABLED: "1" },
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), 120_000);
  let output = "";
  for await (const chunk of child.stdout) output += String(chunk);
  clearTimeout(timer);
  return output.split("\nFINDING ")[1]?.trim();
}

function readFinding(text: string): Finding {
  return JSON.parse(text);
}

async function compareOverhead(): Promise<void> {
  const samples: Record<string, number[]> = { ours: [], "ai-sdk": [] };
  for (let round = 0; round < Number(args.rounds); round += 1) {
    for (const [name, times] of Object.entries(samples)) {
      const measured: number[] = JSON.parse((await runChild(name, "overhead", "")) ?? "[]");
      times.push(...measured);
    }
  }
  console.log(`\nmilliseconds a turn, in runs of 50 turns with one call each; load ${loadavg()[0]?.toFixed(1)}`);
  for (const [name, times] of Object.entries(samples)) {
    const sorted = times.toSorted((one, other) => one - other);
    const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN).toFixed(3);
    console.log(`  ${(contestants[name] ?? name).padEnd(24)} median ${at(0.5)}, quartiles ${at(0.25)} to ${at(0.75)}`);
  }
  const median = (times: readonly number[] = []): number =>
    times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
  console.log(`  ratio ${(median(samples["ours"]) / median(samples["ai-sdk"])).toFixed(2)}`);
}

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));
  return version;
}
