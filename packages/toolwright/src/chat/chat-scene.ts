import type { Model } from "../agent/model/model.ts";
import type { CommandArguments } from "../cli/command.ts";
import { commandLine } from "../cli/shell-quote.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { ChatOptions } from "./chat-options.ts";
import type { ChosenThread } from "./threads.ts";

/** Everything a conversation needs that was read from the command line. */
export interface ChatScene {
  readonly options: ChatOptions;
  readonly args: CommandArguments;
  readonly terminal: Terminal;
  readonly chosen: ChosenThread;
  /** Undefined to go on where the thread stands, or to be asked at a prompt. */
  readonly input: string | undefined;
  readonly model: Model;
}

/** The command that goes on with the thread; undefined if it is not kept. */
export function goOnCommand({ options, args, chosen }: ChatScene, thread: string): string | undefined {
  if (chosen.kept === undefined) return undefined;
  const repeated = [...Object.keys(options.flags), ...repeatedFlags];
  const flags = repeated.flatMap((name) => {
    if (!args.given.has(name)) return [];
    const value = args.values[name];
    return value === undefined ? [`--${name}`] : [`--${name}`, value];
  });
  return commandLine(options.program, options.name, ...flags, "--resume", thread);
}

/** What holds for the whole thread. */
const repeatedFlags = [
  "store",
  "model",
  "base-url",
  "key-env",
  "prices",
  "max-turns",
  "max-tokens",
  "max-cost",
  "replay",
] as const;
