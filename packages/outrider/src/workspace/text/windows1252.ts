/** Meaning of the bytes 0x80 to 0x9f, in order; the five undefined ones stay control characters. */
const upperControls = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const byteOf = new Map(Array.from(upperControls, (character, index) => [character, String.fromCharCode(0x80 + index)]));

/** Uses our own table: Node's TextDecoder decoded windows-1252 as Latin-1 in some releases. */
export function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replaceAll(/[\u0080-\u009f]/g, (control) => upperControls[control.charCodeAt(0) - 0x80] ?? control);
}

/** The text must contain only characters that `fitsWindows1252` accepts. */
export function encodeWindows1252(text: string): Buffer {
  const latin1 = text.replaceAll(/[^\0-\u007f\u00a0-\u00ff]/g, (character) => byteOf.get(character) ?? character);
  return Buffer.from(latin1, "latin1");
}

export function fitsWindows1252(character: string): boolean {
  return /^[\0-\u007f\u00a0-\u00ff]$/.test(character) || byteOf.has(character);
}
