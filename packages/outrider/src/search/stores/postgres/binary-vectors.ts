// The binary formats of PostgreSQL and pgvector: plain 32-bit floats, a fifth of the length that they would have as
// text.

/** One vector: dimensions, a reserved word, the numbers. */
export function encodeVector(vector: Float32Array): Buffer {
  const bytes = Buffer.alloc(vectorLength(vector.length));
  writeVector(bytes, 0, vector);
  return bytes;
}

/** An array of all rows; `type` is the server's id for the element type. */
export function encodeVectorArray(vectors: readonly Float32Array[], dimensions: number, type: number): Buffer {
  const rows = vectors.reduce((sum, { length }) => sum + length / dimensions, 0);
  const bytes = Buffer.alloc(20 + rows * (4 + vectorLength(dimensions)));
  // One dimension, no nulls, the type, its length, and the lower bound of the index.
  [1, 0, type, rows, 1].forEach((number, at) => bytes.writeUInt32BE(number, at * 4));
  let at = 20;
  for (const vector of vectors) {
    for (let start = 0; start < vector.length; start += dimensions) {
      at = bytes.writeInt32BE(vectorLength(dimensions), at);
      at = writeVector(bytes, at, vector.subarray(start, start + dimensions));
    }
  }
  return bytes;
}

function vectorLength(dimensions: number): number {
  return 4 + 4 * dimensions;
}

function writeVector(to: Buffer, start: number, vector: Float32Array): number {
  let at = to.writeInt16BE(vector.length, start) + 2;
  for (const number of vector) at = to.writeFloatBE(number, at);
  return at;
}
