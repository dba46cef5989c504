import { execFileSync, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const host = join(import.meta.dirname, "fixtures", "tree-host.mjs");

interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

test.skipIf(process.platform === "win32").each([
  { ending: "cancel", status: "cancelled" },
  { ending: "deadline", status: "timed_out" },
  { ending: "stall", status: "stalled" },
])("a call that ends by $ending leaves no process of its tree, while the host lives on", async ({ ending, status }) => {
  const child = await startHost(ending);
  const tree = await waitForTree(child.pid);
  if (ending === "cancel") child.stdin.write("cancel\n");
  await waitForOutput(child, `${status}\n`);
  await waitUntilGone(tree, 2_000);
  expect(child.exitCode).toBeNull();
});

test.skipIf(process.platform === "win32").each([
  { ending: "sigterm-handled", signal: "SIGTERM" },
  { ending: "sigterm-default", signal: "SIGTERM" },
  { ending: "sighup-default", signal: "SIGHUP" },
  { ending: "sigkill", signal: "SIGKILL" },
] as const)(
  "a host that ends by $ending leaves no process at all, its watchdog included",
  async ({ ending, signal }) => {
    const child = await startHost(ending);
    const tree = await waitForTree(child.pid);
    const all = [...new Set([...tree, ...descendantsOf(child.pid).map((row) => row.pid)])];
    child.kill(signal);
    await waitUntilGone(all, 2_000);
  },
);

async function startHost(ending: string): Promise<ChildProcessWithoutNullStreams> {
  const child = spawn(process.execPath, [host, ending], { stdio: ["pipe", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  child.stderr.on("data", (chunk: Buffer) => process.stderr.write(chunk));
  await waitForOutput(child, "started\n");
  return child;
}

async function waitForOutput(child: ChildProcessWithoutNullStreams, wanted: string): Promise<void> {
  let seen = "";
  while (!seen.includes(wanted)) {
    const [chunk]: unknown[] = await once(child.stdout, "data", { signal: AbortSignal.timeout(10_000) });
    seen += String(chunk);
  }
}

/** The shell and its two sleepers, once all three are there. */
async function waitForTree(pid: number | undefined): Promise<readonly number[]> {
  let tree: Row[] = [];
  await waitUntil(10_000, () => {
    tree = descendantsOf(pid).filter((row) => row.command.includes("sleep 60"));
    return tree.length === 3 ? undefined : `expected the shell and two sleepers, saw ${JSON.stringify(tree)}`;
  });
  return tree.map((row) => row.pid);
}

async function waitUntilGone(pids: readonly number[], limitMs: number): Promise<void> {
  expect(pids.length).toBeGreaterThanOrEqual(3);
  await waitUntil(limitMs, () => {
    const alive = listProcesses().filter((row) => pids.includes(row.pid));
    return alive.length === 0 ? undefined : `still alive: ${JSON.stringify(alive)}`;
  });
}

async function waitUntil(limitMs: number, problem: () => string | undefined): Promise<void> {
  const giveUpAt = Date.now() + limitMs;
  for (let seen = problem(); seen !== undefined; seen = problem()) {
    if (Date.now() > giveUpAt) throw new Error(`${seen} after ${limitMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function descendantsOf(pid: number | undefined): Row[] {
  const rows = listProcesses();
  const found: Row[] = [];
  const open = [pid];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    const children = rows.filter((row) => row.parent === parent);
    found.push(...children);
    open.push(...children.map((row) => row.pid));
  }
  return found;
}

function listProcesses(): Row[] {
  const printed = execFileSync("ps", ["-axo", "pid=,ppid=,stat=,args="], { encoding: "utf8" });
  return printed.split("\n").flatMap((line) => {
    const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    // A zombie is dead; only its parent can put it away.
    return pid === undefined || state?.startsWith("Z")
      ? []
      : [{ pid: Number(pid), parent: Number(parent), command: command ?? "" }];
  });
}
