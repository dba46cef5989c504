/**
 * What turns texts into vectors of length 1, so that texts of like meaning lie close to each other. A text that says nothing to the
 * model, as a blank one, gives zeros: it is near to nothing. One driver a folder; all pass `conformance.ts`.
 */
export interface Embedder {
  /** Model and version. Vectors of different ids are never compared: another id means another index. */
  readonly id: string;
  readonly dimensions: number;
  /** In which batches texts are asked for at best. */
  readonly batchSize: number;
  /** True when texts leave this machine. */
  readonly remote: boolean;
  /**
   * One vector for each text, in their order. Rejects with an EmbedderError that tells the next step, or with the signal's reason.
   */
  embedTexts(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly Float32Array[]>;
  /** Of a question; many models want another form for it. */
  embedQuery(text: string, options: { readonly signal: AbortSignal }): Promise<Float32Array>;
  close(): Promise<void>;
}

export class EmbedderError extends Error {
  override name = "EmbedderError";
  /** Whether the same call may do better later. */
  readonly retryable: boolean;

  constructor(message: string, options: ErrorOptions & { readonly retryable: boolean }) {
    super(message, options);
    this.retryable = options.retryable;
  }
}

/** A model's vector with length 1. Throws, with the reason as a part of a sentence, when it has no direction. */
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

/** Says nothing to any model; servers differ in what they answer to it, and some refuse it. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}
