interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface Signature {
  readonly kind: string;
  readonly at: number;
  readonly bytes: string;
}

const signatures: readonly Signature[] = [
  { kind: "PNG image", at: 0, bytes: "\x89PNG\r\n\x1a\n" },
  { kind: "JPEG image", at: 0, bytes: "\xff\xd8\xff" },
  { kind: "GIF image", at: 0, bytes: "GIF8" },
  { kind: "WebP image", at: 8, bytes: "WEBP" },
  { kind: "AVIF image", at: 4, bytes: "ftypavif" },
  { kind: "HEIC image", at: 4, bytes: "ftyphei" },
  { kind: "TIFF image", at: 0, bytes: "II*\0" },
  { kind: "TIFF image", at: 0, bytes: "MM\0*" },
  { kind: "icon", at: 0, bytes: "\0\0\x01\0" },
  { kind: "PDF document", at: 0, bytes: "%PDF-" },
  { kind: "ZIP archive (or jar, docx, wheel …)", at: 0, bytes: "PK\x03\x04" },
  { kind: "gzip archive", at: 0, bytes: "\x1f\x8b" },
  { kind: "bzip2 archive", at: 0, bytes: "BZh" },
  { kind: "xz archive", at: 0, bytes: "\xfd7zXZ\0" },
  { kind: "Zstandard archive", at: 0, bytes: "\x28\xb5\x2f\xfd" },
  { kind: "7z archive", at: 0, bytes: "7z\xbc\xaf\x27\x1c" },
  { kind: "tar archive", at: 257, bytes: "ustar" },
  { kind: "ELF program", at: 0, bytes: "\x7fELF" },
  { kind: "Mach-O program", at: 0, bytes: "\xcf\xfa\xed\xfe" },
  { kind: "Mach-O program", at: 0, bytes: "\xca\xfe\xba\xbe\0\0\0\x02" },
  { kind: "Java class", at: 0, bytes: "\xca\xfe\xba\xbe" },
  { kind: "Windows program", at: 0, bytes: "MZ" },
  { kind: "WebAssembly module", at: 0, bytes: "\0asm" },
  { kind: "SQLite database", at: 0, bytes: "SQLite format 3\0" },
  { kind: "WOFF2 font", at: 0, bytes: "wOF2" },
  { kind: "WOFF font", at: 0, bytes: "wOFF" },
  { kind: "OpenType font", at: 0, bytes: "OTTO" },
  { kind: "TrueType font", at: 0, bytes: "\0\x01\0\0\0" },
  { kind: "MP4 video", at: 4, bytes: "ftyp" },
  { kind: "Matroska video", at: 0, bytes: "\x1a\x45\xdf\xa3" },
  { kind: "Ogg audio", at: 0, bytes: "OggS" },
  { kind: "MP3 audio", at: 0, bytes: "ID3" },
  { kind: "WAV audio", at: 8, bytes: "WAVE" },
  { kind: "Parquet table", at: 0, bytes: "PAR1" },
  { kind: "git pack", at: 0, bytes: "PACK" },
];

// Their beginning may look like text, so the signature is checked before trying to read them as such.
const textLike = new Set(["PDF document"]);

/** The type of a file from its first bytes, with the size in pixels for images; "binary data" if it is unknown. */
export function describeBinary(head: Buffer): string {
  const kind = kindOf(head) ?? "binary data";
  const size = imageSize(kind, head);
  return size === undefined ? kind : `${kind}, ${size.width} × ${size.height} pixels`;
}

export function isSurelyBinary(head: Buffer): boolean {
  return textLike.has(kindOf(head) ?? "");
}

function kindOf(head: Buffer): string | undefined {
  return signatures.find(({ at, bytes }) => head.toString("latin1", at, at + bytes.length) === bytes)?.kind;
}

/** Size of an image in pixels, from its first bytes; undefined if they do not contain it. */
function imageSize(kind: string, head: Buffer): ImageSize | undefined {
  if (kind === "PNG image" && head.length >= 24) return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  if (kind === "GIF image" && head.length >= 10) return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  if (kind === "JPEG image") return jpegSize(head);
  return kind === "WebP image" && head.length >= 30 ? webpSize(head) : undefined;
}

/** Walks the segments up to the frame header. */
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
