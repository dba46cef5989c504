import { join } from "node:path";
import { expect, test } from "vitest";
import { auditServer } from "./audit-server.ts";
import type { AuditReport } from "./report/report.ts";

async function auditShips(...faults: readonly string[]): Promise<AuditReport> {
  const server = join(import.meta.dirname, "fixtures", "ship-server.mjs");
  return await auditServer({
    server: { command: process.execPath, args: [server, ...faults], withoutWall: true },
  });
}

test("a good server has no errors, and each of its tools was called with an input that worked", async () => {
  const report = await auditShips();
  expect(report.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(report.called).toEqual(["list_ships", "find_ship"]);
  expect(report.touched).toEqual([]);
});

test("faults in the list, in calls and on the wire are found and quoted", async () => {
  const { findings } = await auditShips("no-description", "protocol-error", "crash-on-noise");
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
