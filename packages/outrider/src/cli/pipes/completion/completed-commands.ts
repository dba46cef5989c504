import type { Command, Flag } from "toolwright/cli";
import type { PipeCommand } from "../pipe-table.ts";

/** What a shell completes of one command. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** What its arguments are. */
  readonly takes: "symbol" | "file" | "words";
  /** The words, if its arguments are some of a few. */
  readonly words: readonly string[];
}

export interface CompletedFlag {
  readonly name: string;
  readonly short: string | undefined;
  readonly summary: string;
  /** "switch" has no value; the values of "choice" are in `choices`; "file" may be any file, "text" anything. */
  readonly value: "switch" | "choice" | "file" | "text";
  readonly choices: readonly string[];
}

export function describeCommands(
  commands: readonly Pick<Command, "name" | "usage" | "summary" | "flags" | "hidden">[],
  pipes: readonly PipeCommand[],
): readonly CompletedCommand[] {
  return commands
    .filter(({ hidden }) => hidden !== true)
    .map(({ name, summary, usage, flags }) => {
      const words = usage.split(" | ").filter((each) => /^[a-z-]+$/.test(each));
      const takes =
        pipes.find((pipe) => pipe.name === name)?.completes ?? (/\b(?:FILE|DIR|PATH)\b/.test(usage) ? "file" : "words");
      return { name, summary, takes, words, flags: [...Object.entries(flags).map(describeFlag), helpFlag] };
    });
}

const helpFlag: CompletedFlag = { name: "help", short: "h", summary: "Show this", value: "switch", choices: [] };

function describeFlag([name, { type, short, value = "", summary }]: readonly [string, Flag]): CompletedFlag {
  const choices = /^[a-z]+(?:\|[a-z]+)+$/.test(value) ? value.split("|") : [];
  const about = { name, short, summary, choices };
  if (type === "boolean") return { ...about, value: "switch" };
  if (choices.length > 0) return { ...about, value: "choice" };
  return { ...about, value: /^(?:FILE|DIR|PATH)$/.test(value) ? "file" : "text" };
}

/** What bash and zsh write in their own ways: the arms of two `case`s, one for the words before a value, one for commands. */
interface Arms {
  readonly open: string;
  /** Between the patterns of an arm. */
  readonly or: string;
  /** What completes the value of a flag. */
  value(flag: CompletedFlag): string;
  /** What is set for a command. */
  set(flags: string, command: CompletedCommand): string;
}

export function writeArms(commands: readonly CompletedCommand[], { open, or, value, set }: Arms) {
  const values = commands.flatMap(({ name, flags }) =>
    flags
      .filter((flag) => flag.value !== "switch")
      .map((flag) => {
        const words = flag.short === undefined ? [`--${flag.name}`] : [`--${flag.name}`, `-${flag.short}`];
        return `    ${open}${words.map((word) => `"${name} ${word}"`).join(or)}) ${value(flag)} return ;;`;
      }),
  );
  const arms = commands.map((command) => {
    const flags = command.flags.map((flag) => `--${flag.name}`).join(" ");
    return `    ${open}${command.name}) ${set(flags, command)} ;;`;
  });
  return { values: values.join("\n"), arms: arms.join("\n") };
}
