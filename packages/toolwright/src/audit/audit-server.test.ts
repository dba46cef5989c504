import { join } from "node:path";
import { expect, test } from "vitest";
import { AuditError } from "./audit-errors.ts";
import { type AuditOptions, auditServer } from "./audit-server.ts";
import { createProcessRunner } from "../process/runner.ts";
import { findSandbox } from "../process/sandbox/find-sandbox.ts";
import type { AuditReport } from "./report/report.ts";
import type { CommandOptions } from "./subject/open-subject.ts";

test.each([
  { only: ["D"], calls: false, ends: false },
  { only: ["E102"], calls: true, ends: false },
  { only: ["R505"], calls: true, ends: false },
  { only: ["R503"], calls: true, ends: true },
])("only $only: nothing is measured that no chosen rule needs", async ({ only, calls, ends }) => {
  const done: string[] = [];
  const report = await auditShips({ only, onStatus: (text) => done.push(text) });
  expect(done.includes("calling list_ships")).toBe(calls);
  expect(done.includes("ending the server")).toBe(ends);
  expect(report.called).toEqual(calls ? ["list_ships", "find_ship"] : []);
  expect(report.unseen.calls).toBe(calls ? undefined : "No rule that was chosen needs it.");
  expect(report.cost?.listTokens).toBeGreaterThan(0);
});

async function auditShips(options: Partial<AuditOptions>, ...faults: readonly string[]): Promise<AuditReport> {
  const server = join(import.meta.dirname, "fixtures", "ship-server.mjs");
  return await auditServer({
    server: { command: process.execPath, args: [server, ...faults], noSandbox: true },
    ...options,
  });
}

test("a good server has no errors, and each of its tools was called with an input that worked", async () => {
  const report = await auditShips({});
  expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(report.called).toEqual(["list_ships", "find_ship"]);
  expect(report.touched).toEqual([]);
});

test("faults in the list, in calls and on the wire are found and quoted", async () => {
  const { findings } = await auditShips({}, "no-description", "protocol-error", "crash-on-noise");
  const errors = findings.filter(({ severity }) => severity === "error");
  expect(new Set(errors.map(({ rule }) => rule))).toEqual(new Set(["E101", "D201", "R505"]));
  expect(errors.find(({ rule }) => rule === "E101")).toMatchObject({
    places: [
      { tool: "list_ships", at: "unknown-argument" },
      { tool: "find_ship", at: "missing-field" },
    ],
    sent: '{"zz_no_such_argument":1}',
    received: expect.stringContaining("There is no argument"),
  });
});

const hostile = join(import.meta.dirname, "..", "..", "test", "audit", "hostile-server.mjs");
const silent = { command: process.execPath, args: [hostile, "never answer", "mark"], noSandbox: true };

test("an audit that is ended while it connects rejects with the reason of its signal", async () => {
  const [ending, reason] = [new AbortController(), new Error("Enough.")];
  const onStatus = (): void => ending.abort(reason);
  await expect(auditServer({ server: silent, signal: ending.signal, onStatus })).rejects.toBe(reason);
});

test("an audit whose time is up while it connects says so, and does not blame the server", async () => {
  const late = auditServer({ server: silent, timeoutMs: 200 });
  await expect(late).rejects.toThrow(AuditError);
  await expect(late).rejects.toThrow("The time of the audit, 0.2 s, was up before the server had listed its tools.");
});

test("what the server got from its user is shown neither in a report nor in an error", async () => {
  const key = "a-very-private-key";
  const server = (code: string): CommandOptions => ({
    command: process.execPath,
    args: ["-e", code],
    env: { SHIP_KEY: key },
    noSandbox: true,
  });
  const dead = auditServer({
    server: server("console.error(`no ship takes\\n::error::${process.env.SHIP_KEY}`); process.exit(3)"),
  });
  await expect(dead).rejects.toThrow("It last wrote to stderr: no ship takes⏎::error::[masked]");
});

test("a server is started without a sandbox only where there is none, unless that is asked", async () => {
  const processes = createProcessRunner();
  const { name } = await findSandbox(processes.openScope());
  await processes.close();
  const wallOf = async (wish: Partial<CommandOptions>): Promise<string> => {
    const args = [join(import.meta.dirname, "fixtures", "ship-server.mjs")];
    return (await auditServer({ server: { command: process.execPath, args, ...wish }, only: ["D"] })).wall;
  };
  expect(await wallOf({ withoutWall: true })).toBe(name === "none" ? "none on this system" : name);
  expect(await wallOf({ noSandbox: true })).toBe("none, as asked");
});
