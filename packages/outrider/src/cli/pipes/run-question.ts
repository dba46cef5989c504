import { type CommandArguments, type Flags, type Terminal, usageError } from "toolwright/cli";
import { symbolKinds } from "../../languages/symbol-kind.ts";
import { CallFailed, createToolCalls } from "./call-tool.ts";
import { openPlaces } from "./places.ts";
import type { PipeContext } from "./open-caller.ts";
import type { RunQuestion } from "./pipe-session.ts";
import { pipeCodes, Printer, ReaderGone } from "./printer.ts";

interface Question {
  readonly name: string;
  readonly flags: Flags;
  readonly load: () => Promise<RunQuestion>;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  readonly context: PipeContext;
}

/** One command from its arguments to its exit code. */
export async function runQuestion({ name, flags, load, args, terminal, context }: Question): Promise<number> {
  checkValues(args, flags);
  const caller = await context.open(args, (text) => terminal.tell(text));
  try {
    const places = await openPlaces(context.cwd, caller.root);
    const tools = createToolCalls(caller, { command: name, terminal, interrupted: args.interrupted });
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

/** A value that no tool takes is refused in the words of its flag, before anything is opened. */
function checkValues({ values }: CommandArguments, flags: Flags): void {
  for (const [name, { value = "" }] of Object.entries(flags)) {
    const given = values[name];
    if (given === undefined) continue;
    const choices = value === "KIND" ? symbolKinds : /^[a-z]+(?:\|[a-z]+)+$/.test(value) ? value.split("|") : [];
    const words = value === "KIND" ? given.split(/[\s,|]+/).filter((word) => word !== "") : [given];
    const wrong = choices.length === 0 ? undefined : words.find((word) => !choices.some((each) => each === word));
    if (wrong !== undefined) throw usageError(`--${name} ${wrong} is unknown; choose ${choices.join(", ")}.`);
    if (value === "N" && !/^[1-9]\d*$/.test(given))
      throw usageError(`--${name} ${given} must be a whole number, from 1 on.`);
  }
}
