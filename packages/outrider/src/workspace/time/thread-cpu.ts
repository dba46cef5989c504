import { readFileSync } from "node:fs";

/** Available in Node since 23.9; the types are those of Node 20. */
const builtIn: unknown = Reflect.get(process, "threadCpuUsage");

/**
 * CPU time of this thread in milliseconds. If the system does not report it per thread, that of the whole
 * process, which is never less.
 */
export function threadCpuMs(): number {
  return fromNode() ?? fromLinux() ?? fromProcess();
}

function fromNode(): number | undefined {
  if (typeof builtIn !== "function") return undefined;
  const usage: unknown = builtIn.call(process);
  if (typeof usage !== "object" || usage === null || !("user" in usage) || !("system" in usage)) return undefined;
  return (Number(usage.user) + Number(usage.system)) / 1e3;
}

function fromLinux(): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return Number.parseInt(readFileSync("/proc/thread-self/schedstat", "latin1"), 10) / 1e6;
  } catch {
    return undefined;
  }
}

function fromProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}
