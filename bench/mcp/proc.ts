/** What the kernel says a process used. Linux only; elsewhere everything is undefined. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

const ticksPerSecond = 100;

/** Nanoseconds per thread where the kernel keeps them; else ticks of 10 ms for the whole process. */
export const cpuSource =
  existsSync("/proc/self/task") && existsSync("/proc/self/schedstat")
    ? "sum of /proc/PID/task/*/schedstat"
    : existsSync("/proc/self/stat")
      ? "utime + stime of /proc/PID/stat, 10 ms ticks"
      : undefined;

/** CPU milliseconds of all threads of a process so far. */
export function cpuMs(pid: number): number | undefined {
  if (cpuSource === undefined) return undefined;
  if (cpuSource.startsWith("utime")) {
    // The name in parentheses may hold spaces; utime and stime are the 12th and 13th field after it.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond;
  }
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // A thread that ended between the listing and the reading.
    }
  }
  return nanoseconds / 1e6;
}

/** Resident memory in MB. */
export function rssMb(pid: number): number | undefined {
  if (!existsSync(`/proc/${pid}/status`)) return undefined;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
