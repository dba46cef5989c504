import { join } from "node:path";
import { type FileStamp, isSameStamp } from "../../workspace/freshness/file-table.ts";
import { tryLstat } from "../../workspace/freshness/trusted-file-system.ts";
import { splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import type { FoundHit } from "./places.ts";

/**
 * The lines of the content that a hit is in, as the file has them now. Undefined when the file is not what was ranked: it was
 * changed since, or is still to be read anew. Questions in a row show the same files again and again: the lines of a file that
 * nobody has touched since are kept.
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
    // Gone or closed to us since it was found: as if it had changed.
    return undefined;
  }
}

interface Kept {
  readonly lines: readonly string[];
  /** Characters. */
  readonly size: number;
  /** Path of the file they were asked of, and its real one. */
  readonly asked: string;
  readonly file: string;
  /** Before it was read, and when that was. */
  readonly stamp: FileStamp | undefined;
  readonly at: number;
}

const kept = new Map<string, Kept>();
const maxChars = 8_000_000;
let chars = 0;

/** Longer than any clock of a file system ticks: a write right after the reading may have left the stamp as it was. */
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
