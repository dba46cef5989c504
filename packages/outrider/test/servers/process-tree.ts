import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** What the processes below this one hold, as Linux tells it; undefined on other systems. */
export function lookAtTree(): { readonly memoryMb: number; readonly sockets: readonly string[] } | undefined {
  if (process.platform !== "linux") return undefined;
  const pids = descendantsOf(process.pid);
  const memoryMb = pids.reduce((sum, pid) => sum + residentKb(pid), 0) / 1024;
  return { memoryMb: Math.round(memoryMb), sockets: pids.flatMap(networkSockets) };
}

function descendantsOf(root: number): readonly number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    // The name of a program is in brackets and may have spaces and brackets of its own.
    const parent = /^.*\) \S (\d+)/s.exec(readOr(`/proc/${name}/stat`))?.[1];
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === root || isBelow(parent));
  };
  return [...parents.keys()].filter(isBelow);
}

function residentKb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`))?.[1] ?? 0);
}

/** Its sockets of the internet; those between processes of one machine do not count. */
function networkSockets(pid: number): readonly string[] {
  const inodes = new Map<string, string>();
  for (const kind of ["tcp", "tcp6", "udp", "udp6"]) {
    for (const line of readOr(`/proc/${pid}/net/${kind}`).split("\n").slice(1)) {
      const [, local, remote, , , , , , , inode] = line.trim().split(/\s+/);
      if (inode !== undefined) inodes.set(inode, `${kind} ${local} ${remote}`);
    }
  }
  const command = readOr(`/proc/${pid}/cmdline`).replaceAll("\0", " ").slice(0, 80);
  return openFiles(pid).flatMap((file) => {
    const socket = inodes.get(/^socket:\[(\d+)\]$/.exec(file)?.[1] ?? "");
    return socket === undefined ? [] : [`${command}: ${socket}`];
  });
}

function openFiles(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).map((name) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`);
      } catch {
        return "";
      }
    });
  } catch {
    return [];
  }
}

/** Processes end while they are looked at. */
function readOr(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
