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
