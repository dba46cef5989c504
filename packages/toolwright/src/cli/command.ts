import type { Terminal } from "./terminal.ts";

export interface Flag {
  readonly type: "boolean" | "string";
  readonly short?: string;
  /** What stands for the value in the help, such as FILE. */
  readonly value?: string;
  readonly summary: string;
}

export type Flags = Readonly<Record<string, Flag>>;

/** What followed the name of the command. */
export interface CommandArguments {
  readonly positionals: readonly string[];
  /** Every flag that was given, by its long name. */
  readonly given: ReadonlySet<string>;
  /** The values of the flags that take one. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Aborts on the first Ctrl-C. */
  readonly interrupted: AbortSignal;
}

export interface Command {
  readonly name: string;
  /** The arguments as the help shows them, such as `NAME [JSON | -]`. */
  readonly usage: string;
  readonly summary: string;
  /** More for its own help page. */
  readonly details?: string;
  readonly flags: Flags;
  /** How many arguments it takes, from and to. */
  readonly takes: readonly [least: number, most: number];
  /** It ends by itself after an interrupt; any other command is left where it stands. */
  readonly endsWhenInterrupted?: true;
  /** Resolves with the exit code. */
  run(args: CommandArguments, terminal: Terminal): Promise<number>;
}
