import type { CommandArguments, Flags } from "../cli/command.ts";
import type { Host } from "../cli/host.ts";

/** A program that talks to a model with its tools. */
export interface ChatOptions {
  /** Of the command. */
  readonly name: string;
  readonly summary: string;
  /** What the command takes beside its flags, such as `[QUESTION]`. */
  readonly usage: string;
  /** As a person types it. */
  readonly program: string;
  /** The tools. `instructions` of what it opens are what the model is told first. */
  readonly kernel: Host["kernel"];
  /** Flags of the function that opens the kernel. */
  readonly flags: Flags;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names the model where `--model` does not, such as `TOOLWRIGHT_MODEL`. */
  readonly modelVariable: string;
  /** Directories whose installed packages may be loaded, before those beside this program. Code in them runs. */
  readonly packageDirectories: readonly string[];
  /** Where `--resume` keeps threads unless `--store` names a directory. */
  readonly threadDirectory: (args: CommandArguments) => string | Promise<string>;
  /** A directory whose files may come from strangers: `--store` is refused in it, since a thread that it brings could hold decisions that nobody made. */
  readonly untrustedDirectory?: (args: CommandArguments) => string | Promise<string>;
}
