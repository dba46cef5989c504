import { join } from "node:path";
import { type FileStamp, isSameStamp } from "../../workspace/freshness/file-table.ts";
import { tryLstat } from "../../workspace/freshness/trusted-file-system.ts";
import { splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import type { FoundHit } from "./places.ts";

/**
 * The current lines of the content that a hit is in. Undefined if the file is not what was ranked: it was changed since, or is
 * still to be read again. Successive questions show the same files again and again, so the lines of unchanged files
 * are cached.
 */
export async function linesOf({ place, hit }: FoundHit): Promise<readonly string[] | undefined> {
  try {
    const { files, root } = place.project;
    const asked = join(root, hit.path);
    const known = kept.get(hit.hash);
    if (known !== undefined && known.asked === asked && isUntouched(known, tryLstat(known.file))) return known.lines;
    const located = await files.locate(hit.path, "read");
    const stamp = tryLstat(located.real);
    const file = await files.readText(located);
    if (file.hash !== hit.hash) return undefined;
    const lines = splitLines(file.text).map(withoutEol);
    keep(hit.hash, { lines, size: file.text.length, asked, file: located.real, stamp, at: Date.now() });
    return lines;
  } catch {
    // Deleted or unreadable since it was found: treated as changed.
    return undefined;
  }
}

interface Kept {
  readonly lines: readonly string[];
  /** In characters. */
  readonly size: number;
  /** The requested path of the file, and its real one. */
  readonly asked: string;
  readonly file: string;
  /** The stamp from before it was read, and when that was. */
  readonly stamp: FileStamp | undefined;
  readonly at: number;
}

const kept = new Map<string, Kept>();
const maxChars = 8_000_000;
let chars = 0;

/** Longer than a clock tick of any file system: a write right after the read may have kept the stamp. */
const youngMs = 2_000;

function isUntouched({ stamp: before, at }: Kept, now: FileStamp | undefined): boolean {
  return before !== undefined && now !== undefined && isSameStamp(before, now) && at - before.ctimeMs > youngMs;
}

function keep(hash: string, fresh: Kept): void {
  drop(hash);
  if (fresh.size > maxChars) return;
  kept.set(hash, fresh);
  chars += fresh.size;
  for (const oldest of kept.keys()) {
    if (chars <= maxChars) return;
    drop(oldest);
  }
}

function drop(hash: string): void {
  chars -= kept.get(hash)?.size ?? 0;
  kept.delete(hash);
}
