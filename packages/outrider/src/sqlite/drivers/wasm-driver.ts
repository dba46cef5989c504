import type { Database as WasmDatabase } from "node-sqlite3-wasm";
import { DatabaseError, type Driver, type SqlRow, type SqlValue } from "../database.ts";
import { asDatabaseError, guardDatabase } from "../guard-database.ts";
import { claimFile } from "./wasm-lock.ts";

/** SQLite in WebAssembly, for Node 20. Its lock is a directory beside the file. */
export async function loadWasmDriver(): Promise<Driver> {
  const { default: sqlite } = await import("node-sqlite3-wasm");
  return {
    name: "wasm",
    open(file, { busyMs }) {
      const claim = claimFile(file);
      try {
        const database = new sqlite.Database(file);
        const raw = {
          exec: (sql: string) => freed(() => database.exec(sql)),
          run: (sql: string, params: readonly SqlValue[]) => freed(() => database.run(sql, [...params]).changes),
          all: (sql: string, params: readonly SqlValue[]) => freed(() => readRows(database, sql, params)),
          close() {
            database.close();
            claim.release();
          },
        };
        // Truncating the journal saves a directory fsync for each commit.
        raw.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = TRUNCATE; PRAGMA synchronous = NORMAL`);
        return guardDatabase("wasm", file, raw);
      } catch (error) {
        claim.release();
        throw asDatabaseError(error);
      }

      /** Whoever was killed inside a statement has left the lock behind: found out once somebody is kept waiting by it. */
      function freed<Value>(work: () => Value): Value {
        try {
          return work();
        } catch (error) {
          if (asDatabaseError(error).code !== "busy" || !claim.removeStaleLock()) throw error;
          return work();
        }
      }
    },
  };
}

function readRows(database: WasmDatabase, sql: string, params: readonly SqlValue[]): readonly SqlRow[] {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- without "expand" rows are flat; large numbers are refused below
  const rows = database.all(sql, [...params]) as unknown as SqlRow[];
  for (const row of rows) {
    for (const name in row) {
      if (typeof row[name] === "bigint") {
        throw new DatabaseError(
          "failed",
          `SQLite: the number in ${name} is too large to be represented as a JavaScript number.`,
        );
      }
    }
  }
  return rows;
}
