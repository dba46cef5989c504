import type { Command } from "toolwright/cli";
import type { CommandContext } from "../command-context.ts";
import type { PipeCaller } from "./pipe-caller.ts";
import type { RunQuestion } from "./pipe-session.ts";

/** Opens what the commands call, and says how to close it. */
export type OpenCaller = (
  args: Parameters<Command["run"]>[0],
  tell: (text: string) => Promise<void>,
) => Promise<PipeCaller & { close?(): Promise<void> }>;

export interface PipeContext extends Pick<CommandContext, "cwd"> {
  readonly open: OpenCaller;
  /** The project is open already: names can be completed. */
  readonly isWarm?: boolean;
}

/** A command that asks tools and prints rows. */
export interface PipeCommand extends Omit<Command, "run" | "group" | "endsWhenInterrupted" | "details"> {
  /** Two command lines and what they do. */
  readonly examples: readonly (readonly [string, string])[];
  readonly more?: string;
  /** What an argument is, for completion. */
  readonly completes: "symbol" | "file" | undefined;
  load(): Promise<RunQuestion>;
}
