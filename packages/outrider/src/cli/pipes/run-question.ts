import type { CommandArguments, Terminal } from "toolwright/cli";
import { CallFailed, createToolCalls } from "./call-tool.ts";
import { openPlaces } from "./places.ts";
import type { PipeContext } from "./pipe-command.ts";
import type { RunQuestion } from "./pipe-session.ts";
import { pipeCodes, Printer, ReaderGone } from "./printer.ts";

interface Question {
  readonly name: string;
  readonly load: () => Promise<RunQuestion>;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  readonly context: PipeContext;
}

/** One command from its arguments to its exit code. */
export async function runQuestion({ name, load, args, terminal, context }: Question): Promise<number> {
  const caller = await context.open(args, (text) => terminal.tell(text));
  try {
    const places = await openPlaces(context.cwd, caller.root);
    const tools = createToolCalls(caller, terminal, args.interrupted);
    const printer = new Printer({ name, args, terminal, places });
    const run = await load();
    try {
      await run({ args, terminal, root: caller.root, places, tools, printer });
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      await printer.fail(error.message);
    }
    return await printer.finish();
  } catch (error) {
    if (args.interrupted.aborted) return pipeCodes.interrupted;
    if (error instanceof ReaderGone || terminal.readerGone.aborted) return pipeCodes.readerGone;
    throw error;
  } finally {
    terminal.status(undefined);
    await caller.close?.();
  }
}
