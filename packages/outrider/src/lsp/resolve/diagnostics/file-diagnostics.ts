import type { RawDiagnostic } from "../../server/language-server.ts";

/** A file of the project to be judged by its server. */
export interface AskedFile {
  /** Below the project's root, "/" between. */
  readonly path: string;
  /** Real and absolute, "/" between. */
  readonly real: string;
}

/** What a server has to say of one file as it is now. */
export interface FileDiagnostics {
  /** As answers name it: `pyright 1.1.414`. */
  readonly server: string;
  /** In the order of the file. */
  readonly items: readonly RawDiagnostic[];
  /** How many more it sent than are kept of one file. */
  readonly more: number;
  /** Items that were none. */
  readonly dropped: number;
}

/** A file that its server has not, or not finally, spoken of. */
export interface Unsettled {
  readonly path: string;
  readonly why: string;
}

/** A file that no server answers for. */
export interface Unknown {
  readonly path: string;
  readonly why: string;
  /** How to get a server. */
  readonly how: string | undefined;
}

export interface Collected {
  /** By the asked path. One that is also in `unsettled` may have more. */
  readonly files: ReadonlyMap<string, FileDiagnostics>;
  readonly unsettled: readonly Unsettled[];
  readonly unknown: readonly Unknown[];
}

export interface Limits {
  readonly signal: AbortSignal;
  /** How long a server that speaks by itself has to be silent before its word is taken as the last one. */
  readonly settleMs: number;
  /** By `performance.now()`; what is not known by then is unsettled. */
  readonly until: number;
}
