import { resolve } from "node:path";
import { type Command, exitCodes } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import { type Finding, showFinding, summarize } from "./check.ts";

/** `doctor` tests everything the server needs, including the server itself. */
export function createDoctorCommand(context: CommandContext): Command {
  return {
    name: "doctor",
    usage: "",
    summary: "Check that everything works here",
    details:
      "Each line is ok, info, a warning or a problem with what to do. The exit code is 1 when there are problems.",
    flags: {
      project: {
        type: "string",
        value: "DIR",
        summary: "The project; the repository around the current directory unless told",
      },
      json: { type: "boolean", summary: "Print the findings as one line of JSON" },
    },
    takes: [0, 0],
    endsWhenInterrupted: true,
    async run({ given, values, interrupted }, terminal) {
      const named = values["project"] === undefined ? undefined : resolve(context.cwd, values["project"]);
      const findings: Finding[] = [];
      // Loaded lazily: a starting server must not wait for code that only this command needs.
      const { examine } = await import("./examine.ts");
      for await (const finding of examine(context, named, interrupted)) {
        findings.push(finding);
        if (!given.has("json")) await terminal.printPieces(showFinding(finding, terminal.columns));
      }
      const isWell = findings.every(({ level }) => level !== "problem");
      await terminal.print(given.has("json") ? JSON.stringify({ ok: isWell, findings }) : `\n${summarize(findings)}`);
      return isWell ? exitCodes.ok : exitCodes.failed;
    },
  };
}
