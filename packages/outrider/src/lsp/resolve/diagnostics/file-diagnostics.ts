import type { RawDiagnostic } from "../../server/language-server.ts";

/** A file of the project to be checked by its server. */
export interface AskedFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  /** Real and absolute, with forward slashes. */
  readonly real: string;
}

/** A server's diagnostics for one file as it is now. */
export interface FileDiagnostics {
  /** As shown in answers: `pyright 1.1.414`. */
  readonly server: string;
  /** In the order of the file. */
  readonly items: readonly RawDiagnostic[];
  /** How many more it sent than are kept per file. */
  readonly more: number;
  /** Items that were not diagnostics. */
  readonly dropped: number;
}

/** A file that its server has not reported on, or not conclusively. */
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
  /** By requested path. A file that is also in `unsettled` may have more diagnostics. */
  readonly files: ReadonlyMap<string, FileDiagnostics>;
  readonly unsettled: readonly Unsettled[];
  readonly unknown: readonly Unknown[];
}

export interface Limits {
  readonly signal: AbortSignal;
  /** How long a server that pushes diagnostics has to be silent before its last report counts as final. */
  readonly settleMs: number;
  /** In terms of `performance.now()`; files without a result by then are unsettled. */
  readonly until: number;
}
