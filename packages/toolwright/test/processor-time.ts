import { appendFileSync, readFileSync } from "node:fs";
import { expect, afterAll } from "vitest";

/**
 * `PROCESSOR_TIME=FILE npx vitest run …` writes a line for each test file: the milliseconds of processor that its worker and the
 * programs it started took (user, system, and the same of children that have ended). A busy machine changes them little.
 */
const list = process.env["PROCESSOR_TIME"];
if (list !== undefined && process.platform === "linux") {
  const before = processorTimes();
  const began = performance.now();
  afterAll(() => {
    const times = processorTimes().map((time, index) => time - (before[index] ?? 0));
    const wall = Math.round(performance.now() - began);
    const rss = Math.round(process.memoryUsage.rss() / 2 ** 20);
    appendFileSync(list, `${[process.pid, ...times, wall, rss, expect.getState().testPath].join("\t")}\n`);
  });
}

/** User and system time of this process, then of its children that have ended (fields 14 to 17 of `stat`, in ticks of 10 ms). */
function processorTimes(): readonly number[] {
  const stat = readFileSync("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).map((ticks) => Number(ticks) * 10);
}
