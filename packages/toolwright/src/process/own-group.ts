import { readFileSync } from "node:fs";
import { parseStat } from "./process-stat.ts";

let known: number | undefined;

/** The process group of this process, where the system tells. It never changes: Node cannot leave its group. */
export function ownGroup(): number | undefined {
  if (process.platform !== "linux") return undefined;
  known ??= readOwnGroup();
  return known;
}

function readOwnGroup(): number | undefined {
  try {
    return parseStat(readFileSync("/proc/self/stat", "latin1"))?.pgid;
  } catch {
    // A system may hide /proc.
    return undefined;
  }
}
