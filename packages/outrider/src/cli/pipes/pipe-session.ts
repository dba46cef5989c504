import type { CommandArguments, Terminal } from "toolwright/cli";
import type { Places } from "./places.ts";
import type { Printer } from "./printer.ts";
import type { ToolCalls } from "./call-tool.ts";

/** One command line on its way. */
export interface PipeSession {
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  readonly root: string;
  readonly places: Places;
  readonly tools: ToolCalls;
  readonly printer: Printer;
}

/** What a command does with its arguments; it prints as it goes. */
export type RunQuestion = (session: PipeSession) => Promise<void>;
