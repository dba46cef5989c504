import type { ConformanceReport } from "../../testing/index.ts";
import type { Command } from "../command.ts";
import { exitCodes } from "../exit-code.ts";
import { findModule } from "./find-module.ts";
import type { ToolModule } from "./read-exports.ts";

/** `test` runs the conformance suite on every tool of the modules. */
export function createTestCommand(cwd: string): Command {
  return {
    name: "test",
    usage: "[FILE…]",
    summary: "Run the conformance suite on every tool of the modules",
    flags: { json: { type: "boolean", summary: "Print the reports as one line of JSON" } },
    takes: [0, Infinity],
    async run({ positionals, given }, terminal) {
      // Loaded here: listing and calling tools must not wait for the test kit.
      const [{ formatReport, runConformance }, { loadTools }] = await Promise.all([
        import("../../testing/index.ts"),
        import("./load-tools.ts"),
      ]);
      const named = positionals.length === 0 ? [undefined] : positionals;
      const modules: ToolModule[] = [];
      for (const file of named) modules.push(await loadTools(findModule(file, cwd)));
      const asJson = given.has("json");
      const reports: ConformanceReport[] = [];
      for (const { tools, services } of modules) {
        for (const tool of tools) {
          terminal.status(() => `… testing ${tool.name}`);
          const report = await runConformance(tool, { services, registry: tools });
          reports.push(report);
          if (!asJson) await terminal.print(`${formatReport(report)}\n\n`);
        }
      }
      await terminal.print(asJson ? JSON.stringify(reports) : summarize(reports));
      return reports.length > 0 && reports.every((report) => report.ok) ? exitCodes.ok : exitCodes.failed;
    },
  };
}

function summarize(reports: readonly ConformanceReport[]): string {
  const failing = reports.filter((report) => !report.ok).map((report) => report.tool);
  if (reports.length === 0) return "There are no tools to test.";
  const count = reports.length === 1 ? "1 tool" : `${reports.length} tools`;
  return failing.length === 0
    ? `${count} tested, all conform.`
    : `${count} tested; not conforming: ${failing.join(", ")}.`;
}
