import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { AuditError } from "../../src/audit/audit-errors.ts";
import { auditServer } from "../../src/audit/audit-server.ts";
import { createProcessRunner } from "../../src/process/runner.ts";
import { findSandbox } from "../../src/process/sandbox/find-sandbox.ts";
import { findProcesses } from "../cli-process.ts";
import { proofCases } from "../proof-size.ts";

/** What a server does to the audit, and what the audit must say of it. */
const hostile: readonly (readonly [mode: string, told: RegExp])[] = [
  ["never answer", /no answer within \d+ ms/],
  ["answer late", /no answer within \d+ ms/],
  ["flood stdout", /"server":/],
  ["flood stderr", /"server":/],
  ["crash at start", /exited with code 7.*cannot read the settings/s],
  ["crash at list", /exited with code 3/],
  ["crash at call", /SIGKILL/],
  ["fork deaf children", /"server":/],
  ["double-fork away", /"server":/],
  ["ignore SIGTERM", /"server":/],
  ["noise on stdout", /"server":/],
  ["send 100 MB", /"server":/],
  ["endless line", /no answer within|stopped reading|noise/],
  ["list changes", /"server":/],
  ["ask the client", /"server":/],
  ["deep JSON", /"server":/],
  ["deep list", /./],
  ["invalid UTF-8", /"server":/],
  ["wrong ids", /no answer within/],
  ["answer twice", /"server":/],
  ["wrong shapes", /"server":/],
  ["close stdin", /./],
  ["close stdout", /./],
  ["write outside", /"server":/],
  ["open a port", /"server":/],
  ["stay after stdin closes", /"server":/],
  ["endless pages", /"server":/],
  ["storm of notifications", /"server":|stopped reading/],
];

const server = join(import.meta.dirname, "hostile-server.mjs");
const limits = { startMs: 3_000, callMs: 1_500, answerMs: 1_000, endMs: 700 };
const { HOME, TMPDIR } = process.env;
let base: string;
let withoutWall: boolean;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "hostile-")));
  const processes = createProcessRunner();
  withoutWall = (await findSandbox(processes.openScope())).name === "none";
  await processes.close();
  for (const name of ["HOME", "TMPDIR"]) mkdirSync((process.env[name] = join(base, name)));
});
afterAll(() => {
  Object.assign(process.env, { HOME, TMPDIR });
  if (TMPDIR === undefined) delete process.env["TMPDIR"];
  rmSync(base, { recursive: true, force: true });
});
afterEach(() => {
  expect([...readdirSync(join(base, "HOME")), ...readdirSync(join(base, "TMPDIR"))]).toEqual([]);
});

test.each(proofCases(hostile, 4))(
  "the audit survives a server told to: %s",
  async (mode, told) => {
    const mark = `hostile-${process.pid}-${hostile.findIndex(([name]) => name === mode)}`;
    const { said, touched } = await auditHostile([server, mode, mark, base]);
    expect(said).toMatch(told);
    expect(findProcesses(mark)).toEqual([]);
    expect(touched.length > 0).toBe(mode === "write outside" && withoutWall);
  },
  120_000,
);

/** Ends with a report, or with the sentence that says why there is none; anything else fails the test. */
async function auditHostile(
  args: readonly string[],
): Promise<{ readonly said: string; readonly touched: readonly string[] }> {
  const options = { server: { command: process.execPath, args, withoutWall }, limits, timeoutMs: 60_000 };
  try {
    const report = await auditServer(options);
    return { said: JSON.stringify(report), touched: report.touched };
  } catch (error) {
    if (error instanceof AuditError) return { said: error.message, touched: [] };
    throw error;
  }
}
