import { nearestName } from "../tool/nearest-name.ts";
import type { Command, CommandArguments, Flags } from "./command.ts";
import { listFlags } from "./parse-arguments.ts";
import { commandLine } from "./shell-quote.ts";
import { usageError } from "./usage-error.ts";

/** The command of that name, or a usage error that names the nearest. */
export function chooseCommand(name: string, commands: readonly Command[], program: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.map((candidate) => candidate.name);
  const nearest = nearestName(name, names);
  const guess =
    nearest === undefined
      ? ` To call a tool: ${commandLine(program, "call", name)}.`
      : ` Did you mean ${commandLine(program, nearest)}?`;
  throw usageError(`There is no command ${JSON.stringify(name)}.${guess} Commands: ${names.join(", ")}.`);
}

/** Refuses flags of other commands and a wrong number of arguments. */
export function checkArguments(command: Command, args: CommandArguments, shared: Flags, program: string): void {
  const valid = { ...command.flags, ...shared };
  for (const name of args.given) {
    if (!Object.hasOwn(valid, name)) throw usageError(`${command.name} takes no --${name}. ${listFlags(valid)}`);
  }
  const [least, most] = command.takes;
  const count = args.positionals.length;
  if (count >= least && count <= most) return;
  const problem =
    count < least
      ? `${command.name} needs an argument.`
      : `${command.name} takes no argument ${JSON.stringify(args.positionals[most])}.`;
  const hint = command.name === "call" && count > most ? " Put the JSON in single quotes, as one argument." : "";
  throw usageError(`${problem}${hint} Usage: ${program} ${command.name} ${command.usage}`);
}
