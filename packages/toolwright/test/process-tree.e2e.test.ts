import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { descendantsOf, waitForTree, waitUntilGone } from "./process-table.ts";

const host = join(import.meta.dirname, "fixtures", "tree-host.mjs");

test.skipIf(process.platform === "win32").each([
  { ending: "cancel", status: "cancelled" },
  { ending: "deadline", status: "timed_out" },
  { ending: "stall", status: "stalled" },
])("a call that ends by $ending leaves no process of its tree, while the host lives on", async ({ ending, status }) => {
  const child = await startHost(ending);
  const tree = await waitForTree(child.pid);
  if (ending === "cancel") child.stdin.write("cancel\n");
  await waitForOutput(child, `${status}\n`);
  await waitUntilGone(tree, 60_000);
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
    await waitUntilGone(all, 60_000);
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
    const [chunk]: unknown[] = await once(child.stdout, "data", { signal: AbortSignal.timeout(60_000) });
    seen += String(chunk);
  }
}
