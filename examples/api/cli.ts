// toolwright/cli: Tools in a terminal
import { createKernel } from "toolwright";
import {
  askYes,
  type CliStreams,
  type Command,
  commandLine,
  createProbeReportCommand,
  exitCodes,
  fitText,
  type OpenedKernel,
  type OpenRequest,
  padText,
  parseArguments,
  runCli,
  usageError,
  wrapLine,
  wrapText,
} from "toolwright/cli";
import { tools } from "./define-tool.ts";

const notes = new Map([["groceries", "Bread, milk."]]);

/** A command beside `tools` and `call`, which every program has. */
const listNotes: Command = {
  name: "notes",
  usage: "[WORD]",
  summary: "List the notes",
  flags: { clear: { type: "boolean", summary: "Remove them all" } },
  takes: [0, 1],
  async run({ positionals: [word = ""], given, interrupted }, terminal) {
    if (given.has("clear")) {
      if (!terminal.canAsk) throw usageError("Nobody is there to confirm --clear.");
      if (await askYes("Remove all notes? [y/N] ", terminal, interrupted)) notes.clear();
      return exitCodes.ok;
    }
    const columns = terminal.columns ?? 80;
    const rows = [...notes].filter(([title]) => title.includes(word));
    for (const [title, text] of rows)
      await terminal.print(padText(fitText(title, 12), 14) + fitText(text, columns - 14));
    const next = commandLine("notes", "call", "read_note", JSON.stringify({ title: "groceries" }));
    await terminal.print([...wrapText("To read one:", "", columns), ...wrapLine(`  ${next}`, columns)].join("\n"));
    return exitCodes.ok;
  },
};

/** Opened when a command needs it, and closed after it. */
function openKernel({ full }: OpenRequest): OpenedKernel {
  const output = full ? { budgetTokens: 1_000_000 } : {};
  return { kernel: createKernel({ tools, services: () => ({ notes }), output }) };
}

/** What decides before anything is loaded; read as the command itself reads it. */
export function wantsHelp(argv: readonly string[]): boolean {
  return parseArguments(argv, listNotes.flags).given.has("help");
}

/** The program; `process.exitCode = await main(process.argv.slice(2))` starts it. */
export async function main(argv: readonly string[], streams: CliStreams = process): Promise<number> {
  return await runCli({
    program: "notes",
    version: "1.0.0",
    argv,
    streams,
    kernel: openKernel,
    // The second reads what a model quoted of the delivery probe.
    commands: [listNotes, createProbeReportCommand()],
  });
}
