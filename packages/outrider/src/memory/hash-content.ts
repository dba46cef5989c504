import { createHash } from "node:crypto";

/** Of a file's content, the same whether git checked it out with Windows line ends or not; 16 hex digits. */
export function hashContent(bytes: Buffer): string {
  const hash = createHash("sha256");
  let from = 0;
  for (let at = bytes.indexOf("\r\n"); at >= 0; at = bytes.indexOf("\r\n", at + 1)) {
    hash.update(bytes.subarray(from, at));
    from = at + 1;
  }
  return hash.update(bytes.subarray(from)).digest("hex").slice(0, 16);
}
