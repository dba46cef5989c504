import { existsSync } from "node:fs";
import { extname } from "node:path";
import type { Database, Driver, DriverName, DriverOptions } from "./database.ts";
import { findNodeDriver } from "./drivers/node-driver.ts";
import { loadWasmDriver } from "./drivers/wasm-driver.ts";

export interface OpenDatabaseOptions extends Partial<DriverOptions> {
  /** The best that this Node has unless told. */
  readonly driver?: DriverName;
}

/**
 * Opens `name.db`. The drivers lock in ways the other does not see, so each has a file of its own: `databaseFile` says which.
 */
export async function openDatabase(file: string, { driver, busyMs = 50 }: OpenDatabaseOptions = {}): Promise<Database> {
  const chosen = await loadDriver(driver);
  return chosen.open(databaseFile(file, chosen.name), { busyMs });
}

/** `usage.db` is `usage.wasm.db` where WebAssembly works on it. */
export function databaseFile(file: string, driver: DriverName): string {
  if (driver === "node") return file;
  const extension = extname(file);
  return `${file.slice(0, file.length - extension.length)}.wasm${extension}`;
}

/** Which one `openDatabase` takes unless told. */
export function currentDriver(): DriverName {
  return findNodeDriver() === undefined ? "wasm" : "node";
}

export interface FilesOfDrivers {
  readonly readable: readonly DriverName[];
  /** Files that only another Node can read. */
  readonly unreadable: readonly string[];
}

/** What was written under whichever Node, as far as it exists. A Node that lacks SQLite reads only what WebAssembly wrote. */
export function findFiles(file: string, best: DriverName = currentDriver()): FilesOfDrivers {
  const drivers = (["node", "wasm"] as const).filter((driver) => existsSync(databaseFile(file, driver)));
  const canRead = (driver: DriverName): boolean => best === "node" || driver === "wasm";
  return {
    readable: drivers.filter(canRead),
    unreadable: drivers.filter((driver) => !canRead(driver)).map((driver) => databaseFile(file, driver)),
  };
}

async function loadDriver(wanted: DriverName | undefined): Promise<Driver> {
  const node = wanted === "wasm" ? undefined : findNodeDriver();
  if (node !== undefined) return node;
  if (wanted === "node") throw new Error(`Node ${process.version} has no SQLite; it needs 22.13 or later.`);
  return await loadWasmDriver();
}
