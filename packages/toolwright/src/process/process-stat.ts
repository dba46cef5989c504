/** One row of the system's process table. */
export interface ProcessEntry {
  readonly pid: number;
  readonly ppid: number;
  readonly pgid: number;
  readonly zombie: boolean;
  /** Together with the pid, distinguishes a process from a later one with the same pid. */
  readonly startedAt: string;
}

/** Reads a line of /proc/<pid>/stat. */
export function parseStat(text: string): ProcessEntry | undefined {
  // The name in parentheses may itself contain spaces and parentheses, so fields are counted from its end.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, ppid, pgid] = fields;
  const startedAt = fields[19];
  const pid = Number.parseInt(text, 10);
  if (state === undefined || startedAt === undefined || Number.isNaN(pid)) return undefined;
  return { pid, ppid: Number(ppid), pgid: Number(pgid), zombie: state === "Z" || state === "X", startedAt };
}

/** For systems without /proc; the start time comes last, because it contains spaces. */
export const psTableArguments: readonly string[] = ["-axo", "pid=,ppid=,pgid=,stat=,lstart="];

export function parsePsTable(text: string): readonly ProcessEntry[] {
  return text.split("\n").flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (match === null) return [];
    const [, pid, ppid, pgid, stat = "", startedAt = ""] = match;
    return [{ pid: Number(pid), ppid: Number(ppid), pgid: Number(pgid), zombie: stat.startsWith("Z"), startedAt }];
  });
}

/** Lists each process with its environment: "E" on macOS, "e" on the other systems with a BSD `ps`. */
export function psEnvironmentArguments(platform: NodeJS.Platform): readonly string[] {
  return [platform === "darwin" ? "-axEww" : "axeww", "-o", "pid=,command="];
}

export function parsePsEnvironment(text: string, marker: string): readonly number[] {
  return text
    .split("\n")
    .filter((line) => line.includes(marker))
    .map((line) => Number.parseInt(line, 10))
    .filter((pid) => Number.isSafeInteger(pid));
}

/** From /proc/<pid>/status, which uses kilobytes regardless of the page size. */
export function parseResident(text: string): number | undefined {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
}

export function psResidentArguments(pids: readonly number[]): readonly string[] {
  return ["-o", "rss=", "-p", pids.join(",")];
}

export function parsePsResident(text: string): readonly number[] {
  return text.split("\n").flatMap((line) => (/^\s*\d+\s*$/.test(line) ? [Number(line) * 1024] : []));
}
