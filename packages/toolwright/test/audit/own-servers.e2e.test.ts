import { join } from "node:path";
import { expect, test } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";
import { proofSize } from "../proof-size.ts";

const repository = join(import.meta.dirname, "..", "..", "..", "..");
const tools = join(repository, "examples", "first-tools", "tools", "index.ts");

/** What depends on how busy the machine is. */
const timed = ["R501", "R504", "R507", "R508"];

test.each([
  { name: "Outrider", args: ["packages/outrider/bin/outrider.js", "serve"], again: proofSize(2, 0) },
  {
    name: "the example tools",
    args: ["packages/toolwright/bin/toolwright.js", "serve", "--from", tools],
    again: proofSize(2, 1),
  },
])("$name: an audit finds no error, and each time the same", async ({ args: [script = "", ...args], again }) => {
  const server = { command: process.execPath, args: [join(repository, script), ...args], withoutWall: true };
  const first = await auditServer({ server, skip: timed });
  expect(first.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(first.touched).toEqual([]);
  const known = first.findings.map(({ fingerprint }) => fingerprint);
  for (let run = 0; run < again; run += 1) {
    const { findings } = await auditServer({ server, skip: timed });
    expect(findings.map(({ fingerprint }) => fingerprint)).toEqual(known);
  }
});
