/**
 * Replaces private keys with asterisks of the same length: a key is longer than a chunk, and chunks after its first line would
 * not be recognizable as part of it.
 */
export function hideKeys(text: string): string {
  return text.replaceAll(keyBlock, (block) => block.replaceAll(/[^\r\n]/g, "*"));
}

// Bounded, so that a text that only mentions keys is not scanned again and again.
const keyBlock =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]{0,40000}?-----END [A-Z ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;
