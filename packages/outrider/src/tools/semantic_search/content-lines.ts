import { splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import type { FoundHit } from "./places.ts";

/**
 * The lines of the content that a hit is in. Questions in a row show the same files again and again; what a content's lines are never
 * changes, so that those that were shown last are kept. Undefined when the file is not what the index has read: it was
 * changed in this very moment.
 */
export async function linesOf({ place, hit }: FoundHit): Promise<readonly string[] | undefined> {
  const known = kept.get(hit.hash);
  if (known !== undefined) return known;
  try {
    const { files } = place.project;
    const file = await files.readText(await files.locate(hit.path, "read"));
    if (file.hash !== hit.hash) return undefined;
    const lines = splitLines(file.text).map(withoutEol);
    keep(hit.hash, lines, file.text.length);
    return lines;
  } catch {
    // Gone or closed to us since it was found: as if it had changed.
    return undefined;
  }
}

const kept = new Map<string, readonly string[]>();
const sizes = new Map<string, number>();
const mostChars = 8_000_000;
let chars = 0;

function keep(hash: string, lines: readonly string[], size: number): void {
  if (kept.has(hash) || size > mostChars) return;
  kept.set(hash, lines);
  sizes.set(hash, size);
  chars += size;
  for (const oldest of kept.keys()) {
    if (chars <= mostChars) return;
    kept.delete(oldest);
    chars -= sizes.get(oldest) ?? 0;
    sizes.delete(oldest);
  }
}
