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
  const work = `const spent = ({ user, system }) => user + system; const before = spent(process.cpuUsage());
    while (spent(process.cpuUsage()) - before < 400_000) for (let index = 0; index < 1e5; index += 1) Math.sqrt(index);`;
  const before = threadCpuMs();
  await once(new Worker(work, { eval: true }), "exit");
  expect(threadCpuMs() - before).toBeLessThan(400);
});
