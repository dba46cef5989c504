/** What git noted of a file when it last looked at it. */
export interface IndexEntry {
  /** Of the content, in hex. */
  readonly id: string;
  readonly size: bigint;
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
}

/** Reads what `git ls-files -z --stage --debug` prints; files in conflict are left out and so count as changed. */
export function readIndexEntries(printed: string): ReadonlyMap<string, IndexEntry> {
  const entries = new Map<string, IndexEntry>();
  for (const [, id = "", path = "", rest = ""] of printed.matchAll(entry)) {
    const [, ctime = "", mtime = "", size = ""] = stamps.exec(rest) ?? [];
    if (size !== "")
      entries.set(path, { id, size: BigInt(size), mtimeNs: nanoseconds(mtime), ctimeNs: nanoseconds(ctime) });
  }
  return entries;
}

const entry = /\d{6} ([\da-f]{40,64}) 0\t([^\0]+)\0((?: {2}[^\n]*\n)*)/g;
const stamps = /ctime: (\d+:\d+)\s+mtime: (\d+:\d+)[^]*size: (\d+)/;

function nanoseconds(stamp: string): bigint {
  const [seconds = "0", rest = "0"] = stamp.split(":");
  return BigInt(seconds) * 1_000_000_000n + BigInt(rest);
}
