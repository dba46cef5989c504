import { join } from "node:path";
import { expect, test } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";
import type { ReportedFinding } from "../../src/audit/report/report.ts";
import { proofCases } from "../proof-size.ts";
import { rulesWithTools, serverCases } from "./behaviour-cases.ts";

const server = join(import.meta.dirname, "fault-server.mjs");
test("faults of tools are found by their rules, and what looks like them is left alone", async () => {
  const findings = await auditFaults("none", "e10,s,a,c,x");
  const named = (rule: string, kind: string): readonly string[] =>
    findings
      .filter((finding) => finding.rule === rule)
      .flatMap(({ tool = "", places = [{ tool }] }) => places.map((place) => place.tool ?? ""))
      .filter((tool) => tool.startsWith(`${rule.toLowerCase()}_${kind}`));
  expect(rulesWithTools.filter((rule) => named(rule, "fault").length === 0)).toEqual([]);
  expect(rulesWithTools.flatMap((rule) => named(rule, "near"))).toEqual([]);
  expect(named("A403", "fault").toSorted()).toEqual([
    "a403_fault",
    "a403_fault_listener",
    "a403_fault_marked",
    "a403_fault_names",
  ]);
});

test.each(proofCases(serverCases, 4))(
  "$rule finds its planted fault, not its near miss",
  async ({ rule, fault, near }) => {
    const [found, left] = await Promise.all([auditFaults(...fault), auditFaults(...near)]);
    expect(found.filter((finding) => finding.rule === rule)).not.toEqual([]);
    expect(left.filter((finding) => finding.rule === rule || finding.severity === "error")).toEqual([]);
  },
);

async function auditFaults(...args: readonly string[]): Promise<readonly ReportedFinding[]> {
  const report = await auditServer({
    server: { command: process.execPath, args: [server, ...args], noSandbox: true },
    writes: true,
    limits: { endMs: 3_000 },
  });
  return report.findings;
}
