import { createHash } from "node:crypto";
import { indexVocabulary, type VocabularyIndex } from "./vocabulary-index.ts";

/**
 * The parameters of the bundled model. All arrays are in shared memory: posting them to a thread does not copy them.
 *
 * The file: "OUTREMBD", then little-endian u32 format, tokens, dimensions, bytes of the vocabulary; 40 bytes of the model's
 * name, padded with zeros; sha256 of these 64 bytes and everything that follows: f32 scales, f32 query weights, f32 code
 * weights, i8 rows, and the vocabulary, one token per line. `weights/pack.mjs` writes it.
 */
export interface StaticWeights {
  /** Name of the model and start of its checksum: different numbers mean a different model. */
  readonly id: string;
  readonly size: number;
  readonly dimensions: number;
  /** One factor for each row. */
  readonly scales: Float32Array;
  /** How much weight a token has in a question, and in a text. */
  readonly queryWeights: Float32Array;
  readonly textWeights: Float32Array;
  readonly rows: Int8Array;
  /** UTF-8, one token per line. */
  readonly vocabulary: Uint8Array;
  /** Built by each encoder if it is missing. */
  readonly index?: VocabularyIndex;
}

/** If these bytes are not a complete file of this format, throws with the reason as part of a sentence. */
export function readWeights(bytes: Uint8Array): StaticWeights {
  if (bytes.byteLength < headerBytes || latin1(bytes, 0, 8) !== "OUTREMBD") throw new Error("it is no file of weights");
  const header = new DataView(bytes.buffer, bytes.byteOffset, headerBytes);
  const format = header.getUint32(8, true);
  if (format !== 1) throw new Error(`its format is ${format}, and this Outrider reads 1`);
  const size = header.getUint32(12, true);
  const dimensions = header.getUint32(16, true);
  const wordBytes = header.getUint32(20, true);
  const length = headerBytes + size * 12 + size * dimensions + wordBytes;
  if (size === 0 || dimensions === 0 || bytes.byteLength !== length) {
    throw new Error(`it has ${bytes.byteLength} bytes in place of ${length}`);
  }
  const checksum = hexOf(bytes.subarray(checksumAt, headerBytes));
  const hash = createHash("sha256").update(bytes.subarray(0, checksumAt)).update(bytes.subarray(headerBytes));
  if (hash.digest("hex") !== checksum) throw new Error("its checksum is wrong");
  const model = latin1(bytes, 24, checksumAt).replace(/\0+$/, "");
  const vocabulary = bytes.subarray(headerBytes + size * 12 + size * dimensions);
  let at = bytes.byteOffset + headerBytes;
  const floats = (): Float32Array => {
    const array = new Float32Array(bytes.buffer, at, size);
    at += size * 4;
    return array;
  };
  return {
    id: `static:${model}:${checksum.slice(0, 8)}`,
    size,
    dimensions,
    scales: floats(),
    queryWeights: floats(),
    textWeights: floats(),
    rows: new Int8Array(bytes.buffer, at, size * dimensions),
    vocabulary,
    index: indexVocabulary(vocabulary, size),
  };
}

const headerBytes = 96;
const checksumAt = 64;

function latin1(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
