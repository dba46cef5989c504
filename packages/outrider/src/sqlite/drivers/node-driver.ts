import type { Driver, SqlRow, SqlValue } from "../database.ts";
import { asDatabaseError, guardDatabase } from "../guard-database.ts";

interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => NodeDatabase;
}

interface NodeDatabase {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...params: readonly SqlValue[]): { readonly changes: number | bigint };
    all(...params: readonly SqlValue[]): readonly SqlRow[];
  };
  close(): void;
}

/** SQLite as Node brings it along since 22.13; undefined where it does not. */
export function findNodeDriver(): Driver | undefined {
  const sqlite = loadQuietly();
  if (sqlite === undefined) return undefined;
  return {
    name: "node",
    open(file, { busyMs }) {
      const database = openFile(sqlite, file);
      try {
        // Readers and one writer do not wait for each other, and a commit needs no fsync.
        database.exec(`PRAGMA busy_timeout = ${busyMs}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
      } catch (error) {
        database.close();
        throw asDatabaseError(error);
      }
      return guardDatabase("node", file, {
        exec: (sql) => database.exec(sql),
        run: (sql, params) => Number(database.prepare(sql).run(...params).changes),
        all: (sql, params) => database.prepare(sql).all(...params),
        close: () => database.close(),
      });
    },
  };
}

function openFile({ DatabaseSync }: NodeSqlite, file: string): NodeDatabase {
  try {
    return new DatabaseSync(file);
  } catch (error) {
    throw asDatabaseError(error);
  }
}

/** Loading it warns that it is experimental. Loading is synchronous, so no other warning can come in between and be lost. */
function loadQuietly(): NodeSqlite | undefined {
  const warn = process.emitWarning;
  const quiet: typeof warn = (warning: string | Error, ...rest: readonly unknown[]): void => {
    const isAboutSqlite = rest[0] === "ExperimentalWarning" && String(warning).includes("SQLite");
    if (!isAboutSqlite) Reflect.apply(warn, process, [warning, ...rest]);
  };
  process.emitWarning = quiet;
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of Node 20 do not know this module
    return process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined;
  } finally {
    process.emitWarning = warn;
  }
}
