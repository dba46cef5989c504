import { parseArgs } from "node:util";
import { didYouMean } from "../tool/nearest-name.ts";
import { type CommandArguments, type Flags, usageError } from "./command.ts";

/** A command line as its command is given it, the name of the command among the positionals. */
export interface ParsedArguments extends Omit<CommandArguments, "interrupted" | "takeInterrupts"> {
  /** As typed; reported once the command is known, with the flags of that command. */
  readonly unknownFlags: readonly string[];
}

/** Flags that every command takes. */
export const sharedFlags = {
  help: { type: "boolean", short: "h", summary: "Show this" },
  version: { type: "boolean", summary: "Show the version" },
} as const satisfies Flags;

/**
 * A command line by these flags and those that every command takes, as `runCli` reads it: for a program that has to know what it says
 * before it loads its commands. `runCli` gives the flags of all commands, since they may also come before the command.
 */
export function parseArguments(argv: readonly string[], ownFlags: Flags): ParsedArguments {
  const flags: Flags = { ...ownFlags, ...sharedFlags };
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short }]) => [name, { type, ...(short === undefined ? {} : { short }) }]),
  );
  // Not strict: Node's messages do not suggest the nearest flag.
  const { tokens } = parseArgs({
    args: joinOptionalValues(argv, flags),
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const positionals: string[] = [];
  const given = new Set<string>();
  const unknownFlags: string[] = [];
  const values: Record<string, string> = Object.create(null);
  const every: Record<string, string[]> = Object.create(null);
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) {
      unknownFlags.push(token.rawName);
      continue;
    }
    if (flag.type === "boolean" && token.value !== undefined) {
      throw usageError(`${token.rawName} takes no value, got ${JSON.stringify(token.value)}.`);
    }
    if (flag.type === "string" && (flag.optional !== true || token.value !== "")) {
      const value = requireValue(token.rawName, flag.value, token.value);
      values[token.name] = value;
      (every[token.name] ??= []).push(value);
    }
    given.add(token.name);
  }
  return { positionals, given, values, every, unknownFlags };
}

/** Node would take the next flag for the value of one whose value may be missing. */
function joinOptionalValues(argv: readonly string[], flags: Flags): string[] {
  const args: string[] = [];
  let waiting: string | undefined;
  for (const [index, word] of argv.entries()) {
    if (waiting !== undefined) {
      const isValue = !word.startsWith("-") && word !== "";
      args.push(`${waiting}=${isValue ? word : ""}`);
      waiting = undefined;
      if (isValue) continue;
    }
    if (word === "--") return [...args, ...argv.slice(index)];
    const name = word.startsWith("--") ? word.slice(2) : "";
    if (Object.hasOwn(flags, name) && flags[name]?.optional === true) waiting = word;
    else args.push(word);
  }
  return waiting === undefined ? args : [...args, `${waiting}=`];
}

/** `flags` are those of the current command. */
export function refuseUnknownFlags([rawName]: readonly string[], flags: Flags): void {
  if (rawName === undefined) return;
  const guess = didYouMean(rawName, Object.keys(flags), (name) => `--${name}`);
  throw usageError(`Unknown flag ${rawName}.${guess} ${listFlags(flags)}`);
}

export function listFlags(flags: Flags): string {
  const names = Object.keys(flags).map((name) => `--${name}`);
  return `Flags: ${names.join(", ")}.`;
}

function requireValue(rawName: string, placeholder = "VALUE", value: string | undefined): string {
  if (value !== undefined && value !== "") return value;
  throw usageError(`${rawName} needs a value: ${rawName} ${placeholder}.`);
}
