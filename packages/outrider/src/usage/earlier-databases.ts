import { existsSync } from "node:fs";
import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { StoredEntries } from "./usage-files.ts";
import { usageRecord } from "./usage-record.ts";

interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
    options: { readonly readOnly: boolean },
  ) => {
    prepare(sql: string): { all(...params: readonly number[]): readonly unknown[] };
    close(): void;
  };
}

export interface EarlierEntries extends StoredEntries {
  /** Databases that cannot be read here; their calls are not counted. */
  readonly unread: readonly string[];
}

/**
 * Earlier versions kept the log in SQLite. It is still read there until its calls are older than the retention time: such a
 * version may still be running, and write to it.
 */
export function readEarlierDatabases(folder: string, since: number, sqlite = findSqlite()): EarlierEntries {
  const files = ["usage.db", "usage.wasm.db"].map((name) => join(folder, name)).filter((file) => existsSync(file));
  const read = files.map((file) => (sqlite === undefined ? undefined : readDatabase(sqlite, file, since)));
  return {
    records: read.flatMap((entries) => entries?.records ?? []),
    lost: read.reduce((sum, entries) => sum + (entries?.lost ?? 0), 0),
    unread: files.filter((_file, index) => read[index] === undefined),
  };
}

/** Removes them all, including their log files, once none of them has been written to for long enough. */
export async function forgetEarlierDatabases(folder: string, before: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("usage."));
  const times = await Promise.all(names.map(async (name) => (await lstat(join(folder, name))).mtimeMs));
  if (times.some((time) => time >= before)) return;
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}

/** SQLite as included in Node since 22.13; undefined in older versions. */
export function findSqlite(): NodeSqlite | undefined {
  const warn = process.emitWarning;
  const quiet: typeof warn = (warning: string | Error, ...rest: readonly unknown[]): void => {
    const isAboutSqlite = rest[0] === "ExperimentalWarning" && String(warning).includes("SQLite");
    if (!isAboutSqlite) Reflect.apply(warn, process, [warning, ...rest]);
  };
  // Loading it prints an experimental warning. Loading is synchronous, so no other warning can get lost meanwhile.
  process.emitWarning = quiet;
  try {
    // oxlint-disable-next-line typescript/consistent-type-assertions -- the types of Node 20 do not know this module
    return process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined;
  } finally {
    process.emitWarning = warn;
  }
}

const recordRow = usageRecord.extend({ spilled: z.number().transform((spilled) => spilled === 1) });
const lostRow = z.object({ calls: z.number() });

/** Undefined if it is damaged or locked. */
function readDatabase({ DatabaseSync }: NodeSqlite, file: string, since: number): StoredEntries | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = database.prepare("SELECT * FROM calls WHERE at >= ?").all(since);
      const lost = database.prepare("SELECT calls FROM lost WHERE at >= ?").all(since);
      return {
        records: rows.map((row) => recordRow.parse(row)),
        lost: lost.reduce<number>((sum, row) => sum + lostRow.parse(row).calls, 0),
      };
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
