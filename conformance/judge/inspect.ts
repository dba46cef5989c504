import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inspectorCases, type InspectorCase } from "./inspector-cases.ts";
import { runChild } from "./run-child.ts";

export interface InspectorRun {
  readonly node: string;
  readonly modules: string;
  readonly url: string;
  /** The command that serves the fixture over stdio. */
  readonly stdio: readonly string[];
  /** Where every stdio server leaves its process id. */
  readonly pids: string;
  /** What the inspector may write to, in place of the home folder. */
  readonly storage: string;
}

export interface InspectorResult {
  /** Transport and era. */
  readonly where: string;
  readonly name: string;
  readonly problem: string | undefined;
}

export interface Inspected {
  readonly results: readonly InspectorResult[];
  readonly problems: readonly string[];
}

const deadlineMs = 30_000;
const workers = 2;
/** A server over stdio exits within a second of its client. */
const exitMs = 2_000;

/** Asks the fixture through the inspector's command line, over both transports, in both eras. */
export async function inspect(run: InspectorRun): Promise<Inspected> {
  const targets = { stdio: run.stdio, http: [run.url, "--transport", "http"] };
  const open = Object.entries(targets).flatMap(([transport, target]) =>
    (["legacy", "modern"] as const).flatMap((era) =>
      inspectorCases.map((each) => ({ where: `${transport} ${era}`, args: [...target, "--protocol-era", era], each })),
    ),
  );
  const results: InspectorResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const { where, args, each } = next;
      results.push({ where, name: each.name, problem: await judge(run, args, each) });
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  return { results, problems: await findLeftServers(run.pids) };
}

async function judge(
  { node, modules, storage }: InspectorRun,
  target: readonly string[],
  { args, code, problemIn }: InspectorCase,
): Promise<string | undefined> {
  const program = join(modules, "@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  const end = await runChild(node, [program, "--cli", ...target, ...args], {
    deadlineMs,
    env: {
      MCP_CATALOG_PATH: join(storage, "catalog.json"),
      MCP_STORAGE_DIR: storage,
      // What Node says about itself is no finding of the inspector's.
      NODE_NO_WARNINGS: "1",
    },
  });
  if (end.code !== code) return `exit code ${end.code}, not ${code}: ${shorten(end.stderr)}`;
  const problem = problemIn(end);
  return problem === undefined ? undefined : `${problem}; stdout ${shorten(end.stdout)}; stderr ${shorten(end.stderr)}`;
}

async function findLeftServers(folder: string): Promise<readonly string[]> {
  const pids = readdirSync(folder).map(Number);
  if (pids.length === 0) return ["no server was started over stdio"];
  const until = performance.now() + exitMs;
  while (pids.some(isAlive) && performance.now() < until) await sleep(50);
  return pids.filter(isAlive).map((pid) => `the stdio server ${pid} outlived its client`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function shorten(text: string): string {
  return JSON.stringify(text.trim().slice(0, 300));
}
