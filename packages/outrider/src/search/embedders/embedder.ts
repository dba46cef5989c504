/**
 * Turns texts into vectors of length 1, so that texts of similar meaning are close to each other. A text that means nothing to
 * the model, such as a blank one, gives zeros: it is close to nothing. One driver per folder; all pass `conformance.test-kit.ts`.
 */
export interface Embedder {
  /** Model and version. Vectors with different ids are never compared: another id means another index. */
  readonly id: string;
  readonly dimensions: number;
  /** The best number of texts per call. */
  readonly batchSize: number;
  /** True if texts leave this machine. */
  readonly remote: boolean;
  /**
   * One vector per text, in order. Rejects with an EmbedderError that suggests the next step, or with the signal's reason.
   */
  embedTexts(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly Float32Array[]>;
  /** For a question; many models expect a different form for it. */
  embedQuery(text: string, options: { readonly signal: AbortSignal }): Promise<Float32Array>;
  close(): Promise<void>;
}

export class EmbedderError extends Error {
  override name = "EmbedderError";
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;

  constructor(message: string, options: ErrorOptions & { readonly retryable: boolean }) {
    super(message, options);
    this.retryable = options.retryable;
  }
}

/** A model's vector, scaled to length 1. If it has no direction, throws with the reason as part of a sentence. */
export function toUnitVector(values: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    squares += value * value;
  }
  if (!Number.isFinite(squares)) throw new Error("a vector holds something that is no number");
  if (squares === 0) throw new Error("a vector has nothing but zeros");
  const factor = 1 / Math.sqrt(squares);
  return Float32Array.from(values, (value) => value * factor);
}

/** Blank text means nothing to any model; servers answer it differently, and some refuse it. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
