/**
 * Private keys as stars, every character in its place: a key is longer than a chunk, and the chunks behind its first line would not show
 * what they are part of.
 */
export function hideKeys(text: string): string {
  return text.replaceAll(keyBlock, (block) => block.replaceAll(/[^\r\n]/g, "*"));
}

// It has an end, so that a text that only speaks of keys is not searched through again and again.
const keyBlock =
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----[\s\S]{0,40000}?-----END [A-Z ]{0,40}PRIVATE KEY[A-Z ]{0,10}-----/g;
