import { join } from "node:path";
import { expect, test } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";
import type { ReportedFinding } from "../../src/audit/report/report.ts";
import { rules } from "../../src/audit/rules/index.ts";
import { proofCases } from "../proof-size.ts";

const server = join(import.meta.dirname, "fault-server.mjs");
const changing = ["a404_fault", "a404_near"];

test("faults of tools are found by their rules, and what looks like them is left alone", async () => {
  const findings = await auditFaults("none", "e,s,a,c,x");
  for (const rule of [
    ...["E101", "E102", "E103", "E104", "E105", "E106", "S303", "S304", "S305"],
    ...["A403", "A404", "C603", "C604", "X802"],
  ]) {
    const tools = findings.filter((finding) => finding.rule === rule).map(({ tool = "" }) => tool);
    const own = tools.filter((tool) => tool.startsWith(rule.toLowerCase()));
    expect([rule, own.filter((tool) => tool.includes("_fault")).length > 0]).toEqual([rule, true]);
    expect([rule, own.filter((tool) => tool.includes("_near"))]).toEqual([rule, []]);
  }
  expect(findings.filter(({ tool }) => tool === "a403_fault_listener")).not.toEqual([]);
});

/** Faults that need a server of their own, and its near miss. */
const alone: readonly (readonly [rule: string, fault: readonly string[], near: readonly string[]])[] = [
  ["R501", ["none", "r501_fault"], ["none", "r501_near"]],
  ["R502", ["none", "r502_fault,r503_fault"], ["none", "r502_near,r503_near"]],
  ["R503", ["r503-fault"], ["r503-near"]],
  ["R504", ["none", "r504_fault"], ["none", "r504_near"]],
  ["R505", ["r505-fault"], ["r505-near"]],
  ["R506", ["r506-fault"], ["r506-near"]],
  ["R507", ["r507-fault"], ["r507-near"]],
  ["L701", ["l701-fault"], ["l701-near"]],
  ["P901", ["p901-fault"], ["p901-near"]],
  ["P902", ["p902-fault"], ["p902-near"]],
  ["E107", ["none", "e107_fault"], ["none", "e107_near"]],
];

test.each(proofCases(alone, 3))(
  "%s finds its planted fault and leaves its near miss alone",
  async (rule, fault, near) => {
    const [found, left] = await Promise.all([auditFaults(...fault), auditFaults(...near)]);
    expect(found.filter((finding) => finding.rule === rule)).not.toEqual([]);
    expect(left.filter((finding) => finding.rule === rule)).toEqual([]);
    expect(left.filter(({ severity }) => severity === "error")).toEqual([]);
  },
);

async function auditFaults(...args: readonly string[]): Promise<readonly ReportedFinding[]> {
  const report = await auditServer({
    server: { command: process.execPath, args: [server, ...args], withoutWall: true },
    call: changing,
  });
  return report.findings;
}

test("every rule is one of the catalogue", () => {
  expect(rules.length).toBeGreaterThan(40);
});
