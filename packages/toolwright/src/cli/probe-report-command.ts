import { text as readText } from "node:stream/consumers";
import { formatProbeReport } from "../probe/format-report.ts";
import { reportProbe, type ProbeReport } from "../probe/report.ts";
import { type Command, exitCodes, usageError } from "./command.ts";
import { wrapLine } from "./text-width.ts";

/** The command `probe-report`: derives from the sentinels that a model quoted how much a client delivered to it. */
export function createProbeReportCommand(): Command {
  return {
    name: "probe-report",
    usage: "TEXT | -",
    summary: "Tell how much a client delivers, from what a model quoted of the probe",
    details: "TEXT is the model's answer with the sentinels it sees; - reads it from stdin.",
    flags: { json: { type: "boolean", summary: "Print the report as one line of JSON" } },
    takes: [1, Infinity],
    async run({ positionals, given: flags }, terminal) {
      const given = positionals.join(" ");
      const report = reportProbe(given === "-" ? await readText(terminal.stdin) : given);
      requireSentinel(report);
      const lines = formatProbeReport(report).split("\n");
      const shown = lines.flatMap((line) => wrapLine(line, terminal.columns));
      await terminal.print(flags.has("json") ? JSON.stringify(report) : shown.join("\n"));
      return exitCodes.ok;
    },
  };
}

function requireSentinel({ surfaces, unknown }: ProbeReport): void {
  if (surfaces.some(({ highest }) => highest !== undefined)) return;
  const problem =
    unknown.length === 0
      ? "There is no sentinel in TEXT."
      : `No sentinel of a probe is in TEXT; these are cut, invented or from elsewhere: ${unknown.join(", ")}.`;
  const ask = "Ask a model that was given the probe to quote every word that begins with SENTINEL_";
  throw usageError(`${problem} ${ask}, and paste its answer, or pipe it in with -.`);
}
