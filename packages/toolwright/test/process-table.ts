import { execFileSync } from "node:child_process";
import { expect } from "vitest";

export interface Row {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The shell and its two sleepers of the fixtures, once all three are there. */
export async function waitForTree(pid: number | undefined): Promise<readonly number[]> {
  let tree: Row[] = [];
  await waitUntil(60_000, () => {
    tree = descendantsOf(pid).filter((row) => row.command.includes("sleep 60"));
    return tree.length === 3 ? undefined : `expected the shell and two sleepers, saw ${JSON.stringify(tree)}`;
  });
  return tree.map((row) => row.pid);
}

export async function waitUntilGone(pids: readonly number[], limitMs: number): Promise<void> {
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

export function descendantsOf(pid: number | undefined): Row[] {
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
