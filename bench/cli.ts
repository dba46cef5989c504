/**
 * What a command line costs beside a bare start of Node, and what three clients of one project hold in memory:
 *
 *     npm run bench:cli -- [--project DIR] [--name openProjectSearch] [--rounds 40]
 *
 * `outrider refs` with the resident process at work, without it (`--alone`), the first one that starts it, and `node -e 0`, in turns, so that
 * the load of the machine is the same for all. Processor time is that of the command itself, and that of all threads of the resident process
 * beside it: the clock counts what else the machine does as well. Memory is what the system counts for whole process trees (PSS, where Linux shares pages).
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    project: { type: "string", default: repository },
    name: { type: "string", default: "openProjectSearch" },
    rounds: { type: "string", default: "40" },
  },
});
const project = resolve(args.project);
const program = join(repository, "packages", "outrider", "bin", "outrider.js");
const home = mkdtempSync(join(tmpdir(), "cli-"));
const environment = { ...process.env, HOME: home, XDG_STATE_HOME: join(home, "s"), XDG_CONFIG_HOME: join(home, "c") };
/** In each command: how long its processor has worked for it, told at its end. */
const hook = join(home, "usage.cjs");
const usage = join(home, "usage.txt");
writeFileSync(usage, "");
writeFileSync(
  hook,
  'process.on("exit",()=>{const{user,system}=process.cpuUsage();require("node:fs").appendFileSync(process.env.BENCH_USAGE,`${process.pid} ${(user+system)/1e3}\\n`)})',
);
process.on("exit", () => rmSync(home, { recursive: true, force: true }));

console.log(`load ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`);
compareStarts();
await compareMemory();
console.log(`load ${loadavg()[0]?.toFixed(1)}`);

function compareStarts(): void {
  const refs = [program, "refs", args.name, "--project", project];
  const rounds = Number(args.rounds);
  const cold = time(refs);
  // Until the index is whole, an answer is not the one that is measured.
  for (let round = 0; round < 5; round += 1) time(refs);
  const rows: Readonly<Record<string, readonly string[]>> = { "node -e 0": ["-e", "0"], "refs, resident": refs };
  const resident = /^Process (\d+),/.exec(run(["resident", "status", "--project", project]))?.[1] ?? "";
  const times = new Map<string, Taken[]>();
  for (let round = 0; round < rounds; round += 1)
    for (const [row, argv] of Object.entries(rows)) {
      const before = threadsOf(resident);
      const taken = time(argv);
      // Its answer was sent; what it does after that counts as well.
      spawnSync("sleep", ["0.05"]);
      times.set(row, [...(times.get(row) ?? []), { ...taken, resident: threadsOf(resident) - before }]);
    }
  const alone = [1, 2, 3].map(() => time([...refs, "--alone"]));
  const bare = middleOf(times.get("node -e 0") ?? []);
  console.log("\n| | p50, ms | of a bare start | processor, ms | of a bare start | of the process beside it, ms |");
  console.log("|---|---|---|---|---|---|");
  const all = [...times, ["refs, first one, which starts the process", [cold]], ["refs --alone", alone]] as const;
  for (const [row, taken] of all) {
    const { ms, processor, resident: beside } = middleOf(taken);
    const own = [ms, processor].flatMap((each, at) => {
      const whole = at === 0 ? bare.ms : bare.processor;
      return [each.toFixed(0), (each / whole).toFixed(2)];
    });
    console.log(`| ${[row, ...own, beside.toFixed(0)].join(" | ")} |`);
  }
  run(["resident", "stop", "--force", "--project", project]);
}

interface Taken {
  readonly ms: number;
  /** Of the command, without what it started. */
  readonly processor: number;
  readonly resident: number;
}

function time(argv: readonly string[]): Taken {
  const started = performance.now();
  const { pid, status, stdout, stderr } = spawnSync(process.execPath, argv, {
    cwd: project,
    env: { ...environment, NODE_OPTIONS: `--require ${hook}`, BENCH_USAGE: usage },
    encoding: "utf8",
  });
  const ms = performance.now() - started;
  // 2: rows, and a note that there may be more.
  if (stdout === "" && status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
  const lines = readFileSync(usage, "utf8").split("\n");
  const processor = Number(lines.find((line) => line.startsWith(`${pid} `))?.split(" ")[1]);
  writeFileSync(usage, "");
  return { ms, processor, resident: 0 };
}

/** Milliseconds that the threads of a process have run. */
function threadsOf(pid: string): number {
  const threads = pid === "" ? [] : readdirSync(`/proc/${pid}/task`);
  return threads.reduce(
    (sum, each) => sum + Number(readQuietly(`${pid}/task/${each}`, "schedstat").split(" ")[0]) / 1e6,
    0,
  );
}

function middleOf(taken: readonly Taken[]): Taken {
  return {
    ms: median(taken.map(({ ms }) => ms)),
    processor: median(taken.map(({ processor }) => processor)),
    resident: median(taken.map(({ resident }) => resident)),
  };
}

function run(argv: readonly string[]): string {
  return spawnSync(process.execPath, [program, ...argv], { cwd: project, env: environment, encoding: "utf8" }).stdout;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

async function compareMemory(): Promise<void> {
  console.log("\n| three clients | processes | MB |\n|---|---|---|");
  for (const [row, setting] of [
    ["a server each", "serve = false"],
    ["through the resident process", "serve = true"],
  ] as const) {
    mkdirSync(join(home, "c", "outrider"), { recursive: true });
    writeFileSync(join(home, "c", "outrider", "config.toml"), `[resident]\n${setting}\n`);
    const clients = await Promise.all([1, 2, 3].map(async () => await openClient()));
    const pids = listOwnProcesses();
    const kilobytes = pids.reduce((sum, pid) => sum + pssOf(pid), 0);
    console.log(`| ${row} | ${pids.length} | ${(kilobytes / 1000).toFixed(0)} |`);
    await Promise.all(clients.map(async (client) => await client.close()));
    run(["resident", "stop", "--force", "--project", project]);
  }
}

/** A client that has asked one question, so that the index is read and a language server runs. */
async function openClient(): Promise<Client> {
  const client = new Client({ name: "bench", version: "1" });
  const argv = [program, "serve", "--project", project];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: argv,
    cwd: project,
    env: strings(environment),
  });
  await client.connect(transport);
  for (let round = 0; round < 3; round += 1)
    await client.callTool({ name: "references", arguments: { symbol: args.name } }, undefined, { timeout: 300_000 });
  return client;
}

function strings(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Those with the home of this run: whatever was started for it. */
function listOwnProcesses(): readonly string[] {
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && readQuietly(pid, "environ").includes(`HOME=${home}\0`),
  );
}

function pssOf(pid: string): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readQuietly(pid, "smaps_rollup"))?.[1] ?? 0);
}

function readQuietly(pid: string, name: string): string {
  try {
    return readFileSync(join("/proc", pid, name), "latin1");
  } catch {
    return "";
  }
}
