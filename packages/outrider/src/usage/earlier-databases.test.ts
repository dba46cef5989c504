import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findSqlite, readEarlierDatabases } from "./earlier-databases.ts";
import { formatStats } from "./format-stats.ts";
import { readUsage } from "./read-usage.ts";
import { appendEntries } from "./usage-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "outrider-usage-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a database of an earlier version is named where this Node cannot read it, not left out in silence", () => {
  writeFileSync(join(folder, "usage.db"), "no database");
  writeFileSync(join(folder, "usage.wasm.db"), "no database");
  for (const sqlite of [undefined, findSqlite()]) {
    const { records, unread } = readEarlierDatabases(folder, 0, sqlite);
    expect(records).toEqual([]);
    expect(unread).toEqual([join(folder, "usage.db"), join(folder, "usage.wasm.db")]);
  }
  const usage = { calls: 0, sessions: 0, first: undefined, last: undefined, lost: 0, unread: ["usage.db"], tools: [] };
  expect(formatStats(usage)).toContain("Not counted: the calls in usage.db, recorded by an earlier version;");
  const tool = { tool: "grep", calls: 1, errors: [], p50Ms: 1, p95Ms: 1, tokens: 1, spilled: 0 };
  expect(formatStats({ ...usage, calls: 1, sessions: 1, tools: [tool] })).toContain("Not counted: the calls in");
});

describe.skipIf(findSqlite() === undefined)("a database of an earlier version", () => {
  /** As it was written, by whichever driver. */
  function plant(name: string): void {
    const sqlite = findSqlite();
    if (sqlite === undefined) return;
    const database = new sqlite.DatabaseSync(join(folder, name), { readOnly: false });
    const run = (sql: string) => database.prepare(sql).all();
    run(
      "CREATE TABLE calls (at INTEGER, tool TEXT, outcome TEXT, code TEXT, ms REAL, tokens INTEGER, spilled INTEGER, session TEXT, project TEXT)",
    );
    run("CREATE TABLE lost (at INTEGER, calls INTEGER)");
    run(
      "INSERT INTO calls VALUES (1000, 'grep', 'ok', NULL, 2.5, 30, 1, 's', 'p'), (2000, 'grep', 'tool_error', 'no_file', 4.5, 10, 0, 's', NULL)",
    );
    run("INSERT INTO lost VALUES (1000, 3), (2000, 4)");
    database.close();
  }

  test("is counted together with what was recorded since", async () => {
    plant("usage.db");
    plant("usage.wasm.db");
    const facts = { at: 3_000, ms: 1, tokens: 2, session: null, project: null };
    await appendEntries(folder, [{ ...facts, tool: "grep", outcome: "ok", code: null, spilled: false }]);
    expect(await readUsage(folder)).toMatchObject({
      calls: 5,
      sessions: 1,
      first: "1970-01-01T00:00:01.000Z",
      lost: 14,
      unread: [],
      tools: [{ tool: "grep", calls: 5, errors: [{ outcome: "tool_error no_file", calls: 2 }], spilled: 2 }],
    });
    expect(await readUsage(folder, 1_500)).toMatchObject({ calls: 3, lost: 8 });
  });

  test("is looked for without a warning, and other warnings are heard", async () => {
    const heard: string[] = [];
    const listen = ({ name }: Error) => void heard.push(name);
    process.on("warning", listen);
    findSqlite();
    process.emitWarning("something else", "ExperimentalWarning");
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", listen);
    expect(heard).toEqual(["ExperimentalWarning"]);
  });
});
