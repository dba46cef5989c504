import { join } from "node:path";
import { describe, expect } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";
import { verifies } from "../verifies.ts";

const server = join(import.meta.dirname, "fault-server.mjs");

describe("files that change while tools are called that say that they only read", () => {
  verifies("audit:footprints", "a log of the server a second after a call is an info of no tool", async () => {
    expect(await findChanges("a403-usage")).toEqual([
      { tool: undefined, severity: "info", at: "cache", places: undefined },
    ]);
  });

  verifies("audit:footprints", "a log in a directory that is marked as a cache is no finding", async () => {
    expect(await findChanges("a403-cache")).toEqual([]);
  });

  verifies("audit:footprints", "a file of the project that changes all the time is a warning of no tool", async () => {
    expect(await findChanges("a403-heartbeat")).toEqual([
      { tool: undefined, severity: "warning", at: "files", places: undefined },
    ]);
  });
});

async function findChanges(fault: string) {
  const { findings, unseen } = await auditServer({
    server: { command: process.execPath, args: [server, fault], noSandbox: true },
    only: ["A403"],
    limits: { endMs: 3_000 },
  });
  expect(unseen.footprints).toBeUndefined();
  return findings.map(({ tool, severity, at, places }) => ({ tool, severity, at, places }));
}
