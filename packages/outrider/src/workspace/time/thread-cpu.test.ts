import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { threadCpuMs } from "./thread-cpu.ts";

test("work of this thread counts", () => {
  const before = threadCpuMs();
  let sum = 0;
  // Ends only if it does.
  while (threadCpuMs() - before < 50) for (let index = 0; index < 1e5; index += 1) sum += Math.sqrt(index);
  expect(sum).toBeGreaterThan(0);
});

test.runIf(process.platform === "linux")("waiting for the work of another thread does not", async () => {
  const work = `const { cpuUsage } = process; const before = cpuUsage(); while (cpuUsage(before).user < 400_000);`;
  const before = threadCpuMs();
  await once(new Worker(work, { eval: true }), "exit");
  expect(threadCpuMs() - before).toBeLessThan(400);
});
