import {
  DatabaseError,
  type Database,
  type DatabaseErrorCode,
  type DriverName,
  type SqlRow,
  type SqlValue,
} from "./database.ts";

/** What differs between the drivers; `guardDatabase` makes a `Database` of it. */
export interface RawDatabase {
  exec(sql: string): void;
  run(sql: string, params: readonly SqlValue[]): number;
  all(sql: string, params: readonly SqlValue[]): readonly SqlRow[];
  close(): void;
}

/** The part that is the same for every driver: typed errors, transactions, closing once. */
export function guardDatabase(driver: DriverName, file: string, raw: RawDatabase): Database {
  let open = true;
  let inTransaction = false;

  function guarded<Value>(work: () => Value): Value {
    if (!open) throw new DatabaseError("failed", "The database is closed.");
    try {
      return work();
    } catch (error) {
      throw asDatabaseError(error);
    }
  }

  return {
    driver,
    file,
    exec: (sql) => guarded(() => raw.exec(sql)),
    run: (sql, params = []) => guarded(() => raw.run(sql, params)),
    all: (sql, params = []) => guarded(() => raw.all(sql, params)),
    transaction(work) {
      if (inTransaction) throw new DatabaseError("failed", "A transaction is open already; they do not nest.");
      // Immediate: two that begin with a read and then both want to write would block each other.
      guarded(() => raw.exec("BEGIN IMMEDIATE"));
      inTransaction = true;
      try {
        const value = work();
        guarded(() => raw.exec("COMMIT"));
        return value;
      } catch (error) {
        rollBack(raw);
        throw error;
      } finally {
        inTransaction = false;
      }
    },
    close() {
      if (!open) return;
      open = false;
      raw.close();
    },
  };
}

/** SQLite has often rolled back by itself; that it did is no further error. */
function rollBack(raw: RawDatabase): void {
  try {
    raw.exec("ROLLBACK");
  } catch {
    // The error that led here is the one to tell.
  }
}

export function asDatabaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new DatabaseError(codeOf(message), `SQLite: ${message}`, error);
}

/** By words, because only one of the drivers has numbers; they are SQLite's own and have not changed in many years. */
function codeOf(message: string): DatabaseErrorCode {
  if (/database (?:table )?is locked|database schema is locked/i.test(message)) return "busy";
  return /malformed|not a database|disk image/i.test(message) ? "corrupt" : "failed";
}
