import { afterAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { hostileTree, hostileTreeEnvironment as env, hostileTreeSize } from "./fixtures/hostile-tree.ts";
import { createMark, processesWith, waitForProcesses } from "./fixtures/process-search.ts";
import { createProcessRunner } from "./runner.ts";

const runner = createProcessRunner();
const needsSetsid = [process.platform !== "linux", "needs setsid(1)"] as const;
afterAll(async () => {
  expect(await runner.close()).toEqual([]);
});

verifies("process:hostile-tree", "nobody survives an abort", async (context) => {
  context.skip(...needsSetsid);
  const mark = createMark();
  const controller = new AbortController();
  const scope = runner.openScope({ signal: controller.signal });
  const error = scope.exec(...hostileTree(mark), { env }).catch((error: unknown) => error);
  expect(await waitForProcesses(mark, hostileTreeSize)).toBe(true);
  controller.abort();
  expect(await error).toMatchObject({ name: "AbortError" });
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:hostile-tree", "nobody survives kill", async (context) => {
  context.skip(...needsSetsid);
  const mark = createMark();
  const child = runner.openScope().spawn(...hostileTree(mark), { env });
  expect(await waitForProcesses(mark, hostileTreeSize)).toBe(true);
  expect(await child.kill()).toEqual([]);
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:hostile-tree", "nobody survives a time limit", async (context) => {
  context.skip(...needsSetsid);
  const mark = createMark();
  const result = await runner.openScope().exec(...hostileTree(mark), { env, timeoutMs: 2000 });
  expect(result).toMatchObject({ timedOut: true, survivors: [] });
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:hostile-tree", "nobody survives who forks and exits all the time", async (context) => {
  context.skip(...needsSetsid);
  const mark = createMark();
  // Each shell starts the next one in a session of its own, and is gone when it is looked at.
  const hop = `[ "$1" = 0 ] && exec sleep 61.${mark}; setsid sh -c "$0" "$0" $(($1 - 1)) & exit 0`;
  for (const hops of [20, 30, 40, 50, 60, 70, 80, 90]) {
    const scope = runner.openScope();
    const first = scope.spawn("sh", ["-c", hop, hop, String(hops)]);
    await first.exit;
    expect(await scope.close()).toEqual([]);
    expect(processesWith(mark), `after ${hops} hops`).toEqual([]);
  }
});

verifies("process:leftovers", "members of the group end with the command", async () => {
  const mark = createMark();
  const result = await runner.openScope().exec("sh", ["-c", `sleep 61.${mark} >/dev/null 2>&1 & echo done`]);
  expect(result).toMatchObject({ exitCode: 0, stdout: { text: "done\n", truncated: false }, survivors: [] });
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:leftovers", "a daemon that left the group ends with the scope", async (context) => {
  context.skip(...needsSetsid);
  const mark = createMark();
  const scope = runner.openScope();
  // It speaks only once it has left the group: before that it would end with the command, as it should.
  const daemon = `(setsid sh -c 'echo up; exec sleep 61.${mark} >/dev/null 2>&1' &) | head -n 1`;
  expect(await scope.exec("sh", ["-c", daemon])).toMatchObject({ exitCode: 0 });
  expect(await waitForProcesses(mark, 1)).toBe(true);
  expect(await scope.close()).toEqual([]);
  expect(processesWith(mark)).toEqual([]);
});

verifies("process:leftovers", "what a spawned process leaves in its group ends with the scope", async () => {
  const mark = createMark();
  const scope = runner.openScope();
  const child = scope.spawn("sh", ["-c", `sleep 61.${mark} & exit 3`]);
  expect(await child.exit).toEqual({ exitCode: 3, signal: null });
  expect(await waitForProcesses(mark, 1)).toBe(true);
  expect(await scope.close()).toEqual([]);
  expect(processesWith(mark)).toEqual([]);
});

verifies(
  "process:fork-storm",
  "a shell that forks without end, in groups of its own too, is ended",
  async (context) => {
    context.skip(...needsSetsid);
    const mark = createMark();
    const storm = `i=0; while [ $i -lt 300 ]; do sleep 61.${mark} & setsid sleep 61.${mark} & i=$((i+1)); done; wait`;
    const result = await runner.openScope().exec("sh", ["-c", storm, mark], { timeoutMs: 150 });
    expect(result).toMatchObject({ timedOut: true, survivors: [] });
    expect(processesWith(mark)).toEqual([]);
  },
);
