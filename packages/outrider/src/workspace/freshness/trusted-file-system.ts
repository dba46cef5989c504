import { lstatSync, type Stats } from "node:fs";
import { statfs } from "node:fs/promises";

// `f_type` of file systems that only this machine writes to and where every write is an inotify event.
const local: ReadonlyMap<number, string> = new Map([
  [0xef53, "ext4"],
  [0x58465342, "xfs"],
  [0x9123683e, "btrfs"],
  [0x01021994, "tmpfs"],
  [0x858458f6, "ramfs"],
  [0x794c7630, "overlayfs"],
  [0x2fc12fc1, "zfs"],
  [0xf2f52010, "f2fs"],
  [0xca451a4e, "bcachefs"],
  [0x3153464a, "jfs"],
  [0x52654973, "reiserfs"],
]);

/** Why watches on a directory may miss something; undefined if they do not. */
export async function distrustOf(directory: string): Promise<string | undefined> {
  if (process.platform !== "linux") return `watches are not exact on ${process.platform}`;
  const type = await statfs(directory).then(
    (stats) => stats.type >>> 0,
    () => 0,
  );
  return local.has(type)
    ? undefined
    : `the file system may be shared with other machines (type 0x${type.toString(16)})`;
}

/** Undefined if it is gone, with its directory or alone, or not accessible. */
export function tryLstat(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
