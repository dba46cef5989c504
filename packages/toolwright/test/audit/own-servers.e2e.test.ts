import { join } from "node:path";
import { expect, test } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";

const repository = join(import.meta.dirname, "..", "..", "..", "..");
const tools = join(repository, "examples", "first-tools", "tools", "index.ts");

test.each([
  { name: "Outrider", args: ["packages/outrider/bin/outrider.js", "serve"] },
  { name: "the example tools", args: ["packages/toolwright/bin/toolwright.js", "serve", "--from", tools] },
])("$name: an audit finds no error, and the same a second time", async ({ args: [script = "", ...args] }) => {
  const server = { command: process.execPath, args: [join(repository, script), ...args], withoutWall: true };
  const first = await auditServer({ server });
  expect(first.findings.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(first.touched).toEqual([]);
  const second = await auditServer({ server });
  const lasting = first.findings.map(({ fingerprint }) => fingerprint);
  expect(second.findings.map(({ fingerprint }) => fingerprint)).toEqual(lasting);
});
