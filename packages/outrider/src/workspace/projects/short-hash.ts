import { createHash } from "node:crypto";

/** Twelve hex digits that stand for a path in names of files. */
export function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
