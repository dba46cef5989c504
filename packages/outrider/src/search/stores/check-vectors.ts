import { ToolError } from "toolwright";
import { mostDimensions } from "./scan/quantize.ts";
import type { ContentVectors } from "./vector-store.ts";

export function expectDimensions(dimensions: number): void {
  if (Number.isInteger(dimensions) && dimensions > 0 && dimensions <= mostDimensions) return;
  throw new ToolError(
    "wrong_dimensions",
    `Vectors have 1 to ${mostDimensions} dimensions here, not ${dimensions}; choose another model.`,
  );
}

/** The query with length 1, so that a dot product is the cosine. */
export function toUnitQuery(query: Float32Array, dimensions: number): Float32Array {
  if (query.length !== dimensions) throw wrongLength("The query", query.length, dimensions);
  const length = Math.hypot(...query);
  if (!Number.isFinite(length)) throw notNumbers("The query");
  return length === 0 ? query : query.map((number) => number / length);
}

/** Nothing of a batch is stored when one of it is wrong. */
export function expectVectors(contents: readonly ContentVectors[], dimensions: number): void {
  for (const { content, vectors } of contents) {
    const what = `The vectors of ${JSON.stringify(content)}`;
    if (vectors.length % dimensions !== 0) throw wrongLength(what, vectors.length, dimensions);
    if (!vectors.every(Number.isFinite)) throw notNumbers(what);
  }
}

function wrongLength(what: string, length: number, dimensions: number): ToolError {
  return new ToolError(
    "wrong_dimensions",
    `${what}: ${length} numbers, expected ${dimensions} for each. The index belongs to another model; build it anew with this one.`,
  );
}

function notNumbers(what: string): ToolError {
  return new ToolError(
    "wrong_vectors",
    `${what}: a number is not finite, so that nothing would be near. The embedder that made it is at fault.`,
  );
}
