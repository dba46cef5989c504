import { execFileSync } from "node:child_process";

const script = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";

/** The same on a machine with nothing else to do, where it was 1.10 to 1.18: starting and ending count in one of the two only. */
const quiet = 1.2;
/** On a machine that is busier than that, nothing can be measured. */
const maxSlowdown = 8;

/**
 * What something may take that takes `quietMs` at most on a quiet machine. How slow this one is, is only asked where that
 * decides: to find it out starts processes and takes longer than most of what is measured.
 */
export function limitFor(tookMs: number, quietMs: number): number {
  return tookMs < quietMs ? quietMs : quietMs * measureSlowdown();
}

/**
 * How much slower the machine is than it would be with nothing else running: the wall-clock time of a bare Node process by its
 * processor time, 1 or more. Limits in milliseconds are multiplied by it.
 */
export function measureSlowdown(): number {
  const factors = [1, 2, 3].map(() => {
    const started = performance.now();
    const processor = Number(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }));
    return (performance.now() - started) / processor;
  });
  const [, median = 1] = factors.toSorted((a, b) => a - b);
  return Math.min(Math.max(1, median / quiet), maxSlowdown);
}
