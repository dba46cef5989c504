export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/** Pixels of an image, from its first bytes; undefined when they do not say. */
export function imageSize(kind: string, head: Buffer): ImageSize | undefined {
  if (kind === "PNG image" && head.length >= 24) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (kind === "GIF image" && head.length >= 10) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (kind === "JPEG image") return jpegSize(head);
  return kind === "WebP image" && head.length >= 30 ? webpSize(head) : undefined;
}

/** Walks from segment to segment up to the frame header. */
function jpegSize(head: Buffer): ImageSize | undefined {
  for (let at = 2; at + 9 < head.length && head[at] === 0xff;) {
    const marker = head[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: head.readUInt16BE(at + 7), height: head.readUInt16BE(at + 5) };
    at += 2 + Math.max(2, head.readUInt16BE(at + 2));
  }
  return undefined;
}

function webpSize(head: Buffer): ImageSize | undefined {
  const chunk = head.toString("latin1", 12, 16);
  if (chunk === "VP8X") return { width: head.readUIntLE(24, 3) + 1, height: head.readUIntLE(27, 3) + 1 };
  if (chunk === "VP8 ") return { width: head.readUInt16LE(26) & 0x3fff, height: head.readUInt16LE(28) & 0x3fff };
  if (chunk !== "VP8L") return undefined;
  const bits = head.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}
