import { nearestName } from "../tool/nearest-name.ts";
import { createCallCommand } from "./call-command.ts";
import { type Command, type Flags, type CommandArguments, exitCodes, isUsageError, usageError } from "./command.ts";
import type { Host } from "./host.ts";
import { listenForInterrupts, type Interrupts, type SignalSource } from "./interrupts.ts";
import { parseArguments, refuseUnknownFlags, listFlags, sharedFlags } from "./parse-arguments.ts";
import { createScriptCommand } from "./script-command.ts";
import { commandLine } from "./shell-quote.ts";
import { openTerminal, type CliStreams, type Terminal } from "./terminal.ts";
import { renderColumns, wrapLine } from "./text-width.ts";
import { createToolsCommand } from "./tools-command.ts";

interface HelpPage {
  readonly program: string;
  /** Flags that every command takes. */
  readonly shared: Flags;
  readonly columns: number | undefined;
}

/** A program: its name, its command line, its kernel and its commands. */
export interface CliOptions {
  /** As a person types it; part of every printed command line. */
  readonly program: string;
  readonly version: string;
  /** One line for the help page. */
  readonly about?: string;
  /** Without the interpreter and the script: `process.argv.slice(2)`. */
  readonly argv: readonly string[];
  /** A kernel, or a function that creates one when a command needs it. Closed when the command is done. */
  readonly kernel: Host["kernel"];
  /** Flags of `tools` and `call` beyond their own, for the function that creates the kernel. */
  readonly flags?: Flags;
  /** Adds the command `script`, which runs scripts that call the tools. Default: false. */
  readonly scripts?: boolean;
  /** Commands in addition to these. */
  readonly commands?: readonly Command[];
  /** The tool that reads spilled answers. Default: "read_output". */
  readonly readWith?: string;
  /** Default: the process's own. */
  readonly streams?: CliStreams;
  readonly signals?: SignalSource;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Runs one command line over a registry of tools and resolves with the exit code; exiting is up to the caller. */
export async function runCli(options: CliOptions): Promise<number> {
  const terminal = openTerminal(options.streams ?? process, options.env ?? process.env);
  const interrupts = listenForInterrupts(options.signals ?? process);
  try {
    return await runCommandLine(options, terminal, interrupts);
  } catch (error) {
    terminal.status(undefined);
    if (interrupts.signal.aborted && error === interrupts.signal.reason) return exitCodes.interrupted;
    return await tellError(error, terminal);
  } finally {
    interrupts.close();
  }
}

async function runCommandLine(options: CliOptions, terminal: Terminal, interrupts: Interrupts): Promise<number> {
  const { program, version, kernel, flags = {}, readWith = "read_output" } = options;
  const host: Host = { program, kernel, flags, readWith };
  const scripts = options.scripts === true ? [createScriptCommand(host)] : [];
  const commands = [createToolsCommand(host), createCallCommand(host), ...scripts, ...(options.commands ?? [])];
  // Two commands may have a flag of one name, such as a switch and one with a value: the one that is named has the last word.
  const named = options.argv.flatMap((word) => commands.find((each) => each.name === word) ?? []).slice(0, 1);
  const allFlags: Flags = Object.assign({}, ...[...commands, ...named].map(({ flags }) => flags), sharedFlags);
  const { positionals, unknownFlags, ...parsed } = parseArguments(options.argv, allFlags);
  const [name, ...rest] = positionals;
  const atHand = commands.find((each) => each.name === name);
  refuseUnknownFlags(unknownFlags, atHand === undefined ? allFlags : { ...atHand.flags, ...sharedFlags });
  if (parsed.given.has("version")) return await show(terminal, version);
  const command = name === undefined ? undefined : chooseCommand(name, commands, program);
  const page = { program, shared: sharedFlags, columns: terminal.columns };
  const help = (): string =>
    command === undefined
      ? renderHelp(page, options.about ?? `${program} ${version}`, commands)
      : renderCommandHelp(page, command);
  if (parsed.given.has("help")) return await show(terminal, help());
  if (command === undefined) {
    await terminal.tell(help());
    return exitCodes.usage;
  }
  const args = { ...parsed, positionals: rest, interrupted: interrupts.signal, takeInterrupts: interrupts.take };
  checkArguments(command, args, sharedFlags, program);
  return await Promise.race([command.run(args, terminal), abandoned(command, interrupts)]);
}

async function show(terminal: Terminal, text: string): Promise<number> {
  await terminal.print(text);
  return exitCodes.ok;
}

/** Resolves when the command is no longer waited for. */
async function abandoned(command: Command, { signal, again }: Interrupts): Promise<number> {
  if (command.endsWhenInterrupted === true) await again;
  else {
    await new Promise((resolve) => {
      signal.addEventListener("abort", resolve, { once: true });
    });
  }
  return exitCodes.interrupted;
}

async function tellError(error: unknown, terminal: Terminal): Promise<number> {
  if (isUsageError(error)) {
    await terminal.tell(error.message);
    return exitCodes.usage;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await terminal.tell(`Failed unexpectedly: ${detail}`);
  return exitCodes.failed;
}

/** The command with that name, or a usage error that suggests the nearest. */
function chooseCommand(name: string, commands: readonly Command[], program: string): Command {
  const command = commands.find((candidate) => candidate.name === name);
  if (command !== undefined) return command;
  const names = commands.filter(({ hidden }) => hidden !== true).map((candidate) => candidate.name);
  const nearest = nearestName(name, names);
  const guess =
    nearest === undefined
      ? ` To call a tool: ${commandLine(program, "call", name)}.`
      : ` Did you mean ${commandLine(program, nearest)}?`;
  throw usageError(`There is no command ${JSON.stringify(name)}.${guess} Commands: ${names.join(", ")}.`);
}

/** Refuses flags of other commands and a wrong number of arguments. */
function checkArguments(command: Command, args: CommandArguments, shared: Flags, program: string): void {
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

/** The page that `--help` prints for the whole program. */
function renderHelp({ program, shared, columns }: HelpPage, about: string, commands: readonly Command[]): string {
  const groups = new Map<string, (readonly [string, string])[]>();
  for (const { name, usage, summary, group = "", hidden } of commands) {
    if (hidden === true) continue;
    groups.set(group, [...(groups.get(group) ?? []), [`${name} ${usage}`.trim(), summary]]);
  }
  const plain = groups.get("") ?? [];
  groups.delete("");
  return [
    ...prose(about, columns),
    "",
    ...wrapLine(`Usage: ${program} COMMAND [FLAGS]`, columns),
    "",
    ...renderColumns(plain, columns),
    ...[...groups].flatMap(([group, rows]) => ["", ...prose(group, columns), ...renderColumns(rows, columns)]),
    "",
    ...renderColumns(flagRows(shared), columns),
    "",
    ...prose(`More on one command: ${program} COMMAND --help`, columns),
    ...prose("Exit codes: 0 answered, 1 the tool failed, 2 wrong usage or input, 130 interrupted.", columns),
  ].join("\n");
}

/** The page that `COMMAND --help` prints. */
function renderCommandHelp({ program, shared, columns }: HelpPage, command: Command): string {
  return [
    ...prose(command.summary, columns),
    "",
    ...wrapLine(`Usage: ${program} ${command.name} ${command.usage}`.trimEnd(), columns),
    "",
    ...(command.details === undefined ? [] : [...prose(command.details, columns), ""]),
    ...renderColumns(flagRows({ ...command.flags, ...shared }), columns),
  ].join("\n");
}

function prose(text: string, columns: number | undefined): readonly string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, columns, ""));
}

function flagRows(flags: Flags): readonly (readonly [string, string])[] {
  return Object.entries(flags).map(([name, { short, value, optional, summary }]) => {
    const placeholder = optional === true ? `[${value}]` : value;
    const long = `--${name}${placeholder === undefined ? "" : ` ${placeholder}`}`;
    return [short === undefined ? long : `${long}, -${short}`, summary] as const;
  });
}
