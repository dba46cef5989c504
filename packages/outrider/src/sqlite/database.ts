/** What a column holds. Whole numbers beyond 2^53 are an error, since a driver could only round them; text ends at a NUL. */
export type SqlValue = string | number | null | Uint8Array;

export type SqlRow = Readonly<Record<string, SqlValue>>;

/** One open file. Everything is synchronous: keep statements small, or other work waits. */
export interface Database {
  /** Which driver it is, and so which file it has. */
  readonly driver: DriverName;
  readonly file: string;
  /** One or several statements without parameters. */
  exec(sql: string): void;
  /** Returns how many rows were changed. */
  run(sql: string, params?: readonly SqlValue[]): number;
  all(sql: string, params?: readonly SqlValue[]): readonly SqlRow[];
  /** All of the work or nothing of it. Not nested. */
  transaction<Value>(work: () => Value): Value;
  /** Again is allowed. */
  close(): void;
}

export type DriverName = "node" | "wasm";

export interface DriverOptions {
  /** How long a statement may wait for another process, with everything else standing still. */
  readonly busyMs: number;
}

export interface Driver {
  readonly name: DriverName;
  open(file: string, options: DriverOptions): Database;
}

export type DatabaseErrorCode = "busy" | "corrupt" | "failed";

/** What went wrong, in one of three ways that a caller can act on. */
export class DatabaseError extends Error {
  override readonly name = "DatabaseError";
  readonly code: DatabaseErrorCode;

  constructor(code: DatabaseErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
