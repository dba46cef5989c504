import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The kernel counts in hundredths of a second on every system that Node runs on. */
const tickMs = 10;

/** Processor time that processes have used together; undefined where the system has no /proc. */
export function readCpuMs(pids: readonly number[]): number | undefined {
  if (process.platform !== "linux") return undefined;
  return pids.reduce((sum, pid) => sum + readTicks(pid) * tickMs, 0);
}

function readTicks(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name in parentheses may itself contain spaces, so fields are counted from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return Number(fields[11] ?? "0") + Number(fields[12] ?? "0");
  } catch {
    return 0;
  }
}

const listening = "0A";

/** TCP addresses that processes listen at, such as `0.0.0.0:8080`; empty where the system has no /proc. */
export function readListeners(pids: readonly number[]): readonly string[] {
  if (process.platform !== "linux") return [];
  const found = new Set<string>();
  for (const pid of pids) {
    const sockets = new Set(listSockets(pid));
    if (sockets.size === 0) continue;
    for (const table of ["tcp", "tcp6"]) {
      for (const line of readTable(pid, table)) {
        const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
        if (state === listening && sockets.has(inode)) found.add(describeAddress(local));
      }
    }
  }
  return [...found].toSorted();
}

/** Inodes of the sockets that a process holds. */
function listSockets(pid: number): readonly string[] {
  try {
    const directory = `/proc/${pid}/fd`;
    return readdirSync(directory).flatMap((name) => {
      const inode = /^socket:\[(\d+)\]$/.exec(tryReadLink(`${directory}/${name}`))?.[1];
      return inode === undefined ? [] : [inode];
    });
  } catch {
    return [];
  }
}

function tryReadLink(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return "";
  }
}

/** By the process, because it may live in a network of its own. */
function readTable(pid: number, table: string): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/net/${table}`, "latin1").split("\n").slice(1);
  } catch {
    return [];
  }
}

/** `0100007F:1F90` is 127.0.0.1:8080. */
function describeAddress(local: string): string {
  const [address = "", port = ""] = local.split(":");
  const number = Number.parseInt(port, 16);
  if (address.length > 8) return `${/^0+$/.test(address) ? "[::]" : "[…]"}:${number}`;
  const bytes = address.match(/../g) ?? [];
  return `${bytes
    .toReversed()
    .map((byte) => Number.parseInt(byte, 16))
    .join(".")}:${number}`;
}
