import { renameSync, rmSync } from "node:fs";
import { DatabaseError, type Database } from "../sqlite/database.ts";
import { currentDriver, databaseFile, openDatabase, type OpenDatabaseOptions } from "../sqlite/open-database.ts";
import type { UsageRecord } from "./usage-record.ts";

export const retentionDays = 90;
const dayMs = 24 * 60 * 60 * 1000;
const version = 1;

const schema = `
  CREATE TABLE IF NOT EXISTS calls (
    at INTEGER NOT NULL, tool TEXT NOT NULL, outcome TEXT NOT NULL, code TEXT, ms REAL NOT NULL,
    tokens INTEGER NOT NULL, spilled INTEGER NOT NULL, session TEXT, project TEXT
  );
  CREATE INDEX IF NOT EXISTS calls_at ON calls (at);
  CREATE TABLE IF NOT EXISTS lost (at INTEGER NOT NULL, calls INTEGER NOT NULL);
  PRAGMA user_version = ${version};
`;

/** Opens the log, makes it where there is none, and puts one that is damaged aside to begin anew. */
export async function openUsageDatabase(file: string, options: OpenDatabaseOptions = {}): Promise<Database> {
  try {
    return await openChecked(file, options);
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== "corrupt") throw error;
    putAside(databaseFile(file, options.driver ?? currentDriver()));
    return await openChecked(file, options);
  }
}

async function openChecked(file: string, options: OpenDatabaseOptions): Promise<Database> {
  const database = await openDatabase(file, options);
  try {
    const found = database.all("PRAGMA user_version")[0]?.["user_version"];
    if (typeof found === "number" && found > version) {
      throw new DatabaseError("failed", `The usage log has version ${found}; this Outrider knows ${version}.`);
    }
    const [check] = database.all("PRAGMA quick_check(1)");
    if (check?.["quick_check"] !== "ok") throw new DatabaseError("corrupt", "The usage log is damaged.");
    if (found !== version) database.exec(schema);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** One damaged file is kept for whoever wants to look; its journals would spoil the new one. */
function putAside(file: string): void {
  renameSync(file, `${file}.damaged`);
  for (const end of ["-wal", "-shm", "-journal"]) rmSync(`${file}${end}`, { force: true });
}

/** All records or none of them. `lost` is how many could not be kept since the last time. */
export function writeRecords(database: Database, records: readonly UsageRecord[], lost: number): void {
  database.transaction(() => {
    for (const { at, tool, outcome, code, ms, tokens, spilled, session, project } of records) {
      const row = [at, tool, outcome, code, ms, tokens, spilled ? 1 : 0, session, project];
      database.run("INSERT INTO calls VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row);
    }
    if (lost > 0) database.run("INSERT INTO lost VALUES (?, ?)", [Date.now(), lost]);
  });
}

export function forgetOld(database: Database, now: number): void {
  const before = now - retentionDays * dayMs;
  database.run("DELETE FROM calls WHERE at < ?", [before]);
  database.run("DELETE FROM lost WHERE at < ?", [before]);
}
