import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findNodeDriver } from "./drivers/node-driver.ts";
import { databaseFile, findFiles, openDatabase } from "./open-database.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outrider-sqlite-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hasNodeDriver = findNodeDriver() !== undefined;

// Each driver where it can run: Node 20 has no SQLite of its own.
describe.each(hasNodeDriver ? (["node", "wasm"] as const) : (["wasm"] as const))("driver %s", (driver) => {
  const open = () => openDatabase(join(folder, "a.db"), { driver });

  test("keeps what was written, of every kind, over closing and opening", async () => {
    const first = await open();
    first.exec("CREATE TABLE t (a, b, c, d, e)");
    const row = { a: "Größe'", b: 2 ** 53 - 1, c: -1.5, d: null, e: new Uint8Array([0, 255, 7]) };
    expect(first.run("INSERT INTO t VALUES (?, ?, ?, ?, ?)", Object.values(row))).toBe(1);
    first.close();
    const second = await open();
    const [found] = second.all("SELECT * FROM t");
    expect({ ...found, e: [...new Uint8Array(Buffer.from(found?.e instanceof Uint8Array ? found.e : ""))] }).toEqual({
      ...row,
      e: [0, 255, 7],
    });
    second.close();
  });

  test("a transaction that throws leaves nothing, one that returns leaves all", async () => {
    const database = await open();
    database.exec("CREATE TABLE t (a)");
    const add = (value: number) => database.run("INSERT INTO t VALUES (?)", [value]);
    expect(() =>
      database.transaction(() => {
        add(1);
        throw new Error("changed my mind");
      }),
    ).toThrow("changed my mind");
    expect(database.transaction(() => add(2) + add(3))).toBe(2);
    expect(database.all("SELECT a FROM t ORDER BY a").map(({ a }) => a)).toEqual([2, 3]);
    expect(() => database.transaction(() => database.transaction(() => 1))).toThrow("they do not nest");
    expect(database.transaction(() => "usable")).toBe("usable");
    database.close();
  });

  test("says in which way something failed", async () => {
    const database = await open();
    expect(() => database.exec("SELEC 1")).toThrow(expect.objectContaining({ code: "failed" }));
    expect(() => database.all("SELECT 9007199254740993 AS n")).toThrow(/too large/);
    database.close();
    database.close();
    expect(() => database.all("SELECT 1")).toThrow("The database is closed.");
  });

  test("a file that is none is corrupt", async () => {
    writeFileSync(databaseFile(join(folder, "a.db"), driver), "no database ".repeat(1_000));
    await expect(async () => {
      const database = await open();
      try {
        database.exec("CREATE TABLE t (a)");
      } finally {
        database.close();
      }
    }).rejects.toMatchObject({ code: "corrupt" });
  });

  test("another that is writing makes it busy, and only until it is done", async () => {
    const one = await open();
    one.exec("CREATE TABLE t (a)");
    const two = await open();
    expect(two.all("SELECT * FROM t")).toEqual([]);
    one.transaction(() => {
      one.run("INSERT INTO t VALUES (1)");
      expect(() => two.run("INSERT INTO t VALUES (2)")).toThrow(expect.objectContaining({ code: "busy" }));
    });
    expect(two.run("INSERT INTO t VALUES (2)")).toBe(1);
    expect(one.all("SELECT count(*) AS n FROM t")).toMatchObject([{ n: 2 }]);
    one.close();
    two.close();
  });
});

test("each driver has its own file", async () => {
  const file = join(folder, "usage.db");
  expect(databaseFile(file, "wasm")).toBe(join(folder, "usage.wasm.db"));
  expect(findFiles(file)).toEqual({ readable: [], unreadable: [] });
  (await openDatabase(file, { driver: "wasm" })).exec("CREATE TABLE t (a)");
  expect(findFiles(file)).toEqual({ readable: ["wasm"], unreadable: [] });
});

test.skipIf(hasNodeDriver)("asking for a driver that this Node lacks says which one has it", async () => {
  await expect(openDatabase(join(folder, "a.db"), { driver: "node" })).rejects.toThrow("it needs 22.13 or later");
});

test.skipIf(!hasNodeDriver)("loading it says nothing, other warnings are heard", async () => {
  const heard: string[] = [];
  const listen = ({ name }: Error) => void heard.push(name);
  process.on("warning", listen);
  findNodeDriver();
  process.emitWarning("something else", "ExperimentalWarning");
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(heard).toEqual(["ExperimentalWarning"]);
});

describe("the lock of WebAssembly after kill -9", () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

  /** Stands inside a transaction until it is killed. */
  async function holdLock(file: string): Promise<ChildProcess> {
    const where = JSON.stringify(createRequire(import.meta.url).resolve("node-sqlite3-wasm"));
    const script = `const { Database } = require(${where});
      const database = new Database(${JSON.stringify(file)});
      database.exec("CREATE TABLE IF NOT EXISTS t (a); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)");
      require("node:fs").writeFileSync(${JSON.stringify(file)} + ".owner-" + process.pid + "-1", "");
      console.log("held");
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
    children.push(child);
    await once(child.stdout, "data");
    return child;
  }

  function age(lock: string, seconds: number): void {
    const then = Date.now() / 1000 - seconds;
    utimesSync(lock, then, then);
  }

  test("is removed when its owner is dead, and the half transaction is not there", async () => {
    const file = join(folder, "a.wasm.db");
    const child = await holdLock(file);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(`${file}.lock`)).toBe(true);
    age(`${file}.lock`, 5);
    const database = await openDatabase(join(folder, "a.db"), { driver: "wasm" });
    expect(database.all("SELECT * FROM t")).toEqual([]);
    expect(database.run("INSERT INTO t VALUES (2)")).toBe(1);
    database.close();
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test("is left alone while its owner lives, for a minute at the most", async () => {
    const file = join(folder, "a.wasm.db");
    await holdLock(file);
    age(`${file}.lock`, 5);
    const open = () => openDatabase(join(folder, "a.db"), { driver: "wasm" });
    await expect(open()).rejects.toMatchObject({ code: "busy" });
    age(`${file}.lock`, 120);
    (await open()).close();
  });
});
