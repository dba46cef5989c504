import { readFileSync } from "node:fs";
import { afterAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createMark, processesWith, sleepers, waitFor, waitForProcesses } from "./fixtures/process-search.ts";
import { parseStat } from "./process-stat.ts";
import { createProcessRunner } from "./runner.ts";

const runner = createProcessRunner();
afterAll(async () => {
  expect(await runner.close()).toEqual([]);
});

verifies("process:group", "a process leads its own group and session", async (context) => {
  context.skip(process.platform !== "linux", "needs /proc");
  const scope = runner.openScope();
  const { pid } = scope.spawn("sleep", ["60"]);
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  expect(parseStat(stat)).toMatchObject({ pid, pgid: pid, ppid: process.pid });
  const [, , , session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  expect(Number(session)).toBe(pid);
  await scope.close();
});

verifies("process:abort", "abort ends the tree before exec rejects", async () => {
  const mark = createMark();
  const controller = new AbortController();
  const scope = runner.openScope({ signal: controller.signal });
  const result = scope.exec(...sleepers(mark));
  const error = result.catch((error: unknown) => error);
  expect(await waitForProcesses(mark, 3)).toBe(true);
  controller.abort("enough");
  expect(await error).toMatchObject({ name: "AbortError", cause: "enough" });
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:close", "close ends every tree of the scope, twice is once", async () => {
  const mark = createMark();
  const scope = runner.openScope();
  const first = scope.spawn(...sleepers(mark));
  const second = scope.exec(...sleepers(mark)).catch((error: unknown) => error);
  expect(await waitForProcesses(mark, 6)).toBe(true);
  const closing = scope.close();
  expect(scope.close()).toBe(closing);
  expect(await closing).toEqual([]);
  expect(processesWith(mark)).toEqual([]);
  expect(await first.exit).toEqual({ exitCode: null, signal: "SIGTERM" });
  expect(await second).toMatchObject({ name: "AbortError" });
});

verifies("process:close", "a scope in which nothing was started closes at once", async () => {
  expect(await runner.openScope().close()).toEqual([]);
});

verifies("process:refused-after-end", "an aborted or closed scope starts nothing", async () => {
  const aborted = runner.openScope({ signal: AbortSignal.abort() });
  expect(() => aborted.spawn("true", [])).toThrow(expect.objectContaining({ name: "AbortError" }));
  await expect(aborted.exec("true", [])).rejects.toMatchObject({ name: "AbortError" });
  const closed = runner.openScope();
  await closed.close();
  expect(() => closed.spawn("true", [])).toThrow('Cannot run "true": its scope was closed.');
  const other = createProcessRunner();
  await other.close();
  expect(() => other.openScope()).toThrow(expect.objectContaining({ name: "AbortError" }));
});

verifies("process:kill-one", "kill ends one tree and leaves its sibling running", async (context) => {
  context.skip(process.platform !== "linux", "needs setsid(1)");
  const [mark, sibling] = [createMark(), createMark()];
  const scope = runner.openScope();
  const one = scope.spawn("sh", ["-c", `(setsid sleep 61.${mark} &); sleep 61.${mark}`, mark]);
  scope.spawn(...sleepers(sibling));
  expect(await waitForProcesses(mark, 3)).toBe(true);
  expect(await waitForProcesses(sibling, 3)).toBe(true);
  expect(await one.kill()).toEqual([]);
  expect(processesWith(mark)).toEqual([]);
  expect(processesWith(sibling)).toHaveLength(3);
  await scope.close();
  expect(processesWith(sibling)).toEqual([]);
});

verifies("process:grace", "a process may tidy up on the polite signal, and nobody waits out the grace", async () => {
  const scope = runner.openScope();
  const polite = scope.spawn("sh", ["-c", "trap 'echo bye; exit 7' TERM; echo ready; while :; do sleep 0.01; done"], {
    graceMs: 600_000,
  });
  const printed = collect(polite.stdout);
  expect(await waitFor(() => printed().includes("ready"))).toBe(true);
  expect(await polite.kill()).toEqual([]);
  expect(await polite.exit).toEqual({ exitCode: 7, signal: null });
  expect(await waitFor(() => printed() === "ready\nbye\n")).toBe(true);
  await scope.close();
});

verifies("process:activity", "printing is told as activity and stays for the reader", async () => {
  let activity = 0;
  const scope = runner.openScope({
    onActivity() {
      activity += 1;
      throw new Error("a listener that throws");
    },
  });
  const child = scope.spawn("sh", ["-c", "echo one; read line; echo $line >&2"], { stdin: "pipe" });
  expect(await waitFor(() => activity === 1)).toBe(true);
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  child.stdin?.write("two\n");
  expect(await waitFor(() => out() === "one\n" && err() === "two\n")).toBe(true);
  expect(activity).toBe(2);
  await scope.exec("echo", ["three"]);
  expect(activity).toBe(3);
  await scope.close();
});

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return () => text;
}
