/** Where an answer that was too long to show is stored. */
export interface SpilledOutput {
  /** Unguessable, e.g. `@out_k3v9…`; any process with the same state directory can read it for its principal. */
  readonly handle: string;
  readonly bytes: number;
  readonly lines: number;
  /** Wall-clock milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Which lines of a stored output to read, and for whom. */
export interface SpillRange {
  /** Whose output it must be; another principal's is as unknown as one that never was. Default: that of nobody. */
  readonly principal?: string;
  /** First line to read, counted from 0. */
  readonly offset?: number;
  /** Maximum number of lines. */
  readonly limit?: number;
  /** Bytes of the first line to skip: continues a line too long for one page. */
  readonly column?: number;
  /** Maximum number of bytes; a store may allow fewer. */
  readonly maxBytes?: number;
}

/** Lines of a stored output, and where to read on. */
export interface SpillPage {
  /** With its line endings: all pages joined are the stored text. */
  readonly text: string;
  readonly offset: number;
  /** Where in its first line the page starts, in bytes; absent at the start of the line. */
  readonly column?: number;
  /** Number of lines in the page, whole or in part. */
  readonly shownLines: number;
  readonly totalLines: number;
  /** Present while anything remains. */
  readonly nextOffset?: number;
  /** Present if the page ends inside the line at `nextOffset`. */
  readonly nextColumn?: number;
}

/** Where a stored output comes from, and whose it is. */
export interface SpillFacts {
  readonly tool: string;
  readonly callId: string;
  /** The only one that can read it. Default: nobody in particular. */
  readonly principal?: string;
}

/** Stores whole answers by handle. The disk store is `openSpillStore` in `toolwright/spill`. */
export interface SpillStore {
  /** Stores all of `text` or rejects; never a part of it. */
  write(text: string, about: SpillFacts): Promise<SpilledOutput>;
  /** Rejects with a ToolError that says what to do if the handle is unknown or expired. */
  read(handle: string, range?: SpillRange): Promise<SpillPage>;
  close(): Promise<void>;
}
