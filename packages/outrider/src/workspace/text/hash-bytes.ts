import { createHash } from "node:crypto";

/** SHA-256, the first half of it in hex: short enough to hand around, long enough that no two files share one. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 32);
}
