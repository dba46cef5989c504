/** The terms of one content, by chunk: what the lexical index is made of. Nothing here depends on the file's name or place. */
export interface FileTerms {
  readonly language: string;
  /** Each once, ascending. */
  readonly terms: Uint32Array;
  readonly chunks: readonly ChunkTerms[];
  /** Why it counts less, or has only what is on its top: "generated", "minified" … */
  readonly note: string | undefined;
}

export interface ChunkTerms {
  readonly startLine: number;
  readonly endLine: number;
  /** Index into the symbols of the same content. */
  readonly symbol: number | undefined;
  /** Terms in name, head, doc and body. */
  readonly lengths: readonly [number, number, number, number];
  /** Indexes into the file's terms, ascending. */
  readonly at: Uint32Array;
  /** How often and where, as `counts.ts` packs it. */
  readonly counts: Uint16Array;
}
