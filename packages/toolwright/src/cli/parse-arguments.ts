import { parseArgs } from "node:util";
import { nearestName } from "../tool/nearest-name.ts";
import type { CommandArguments, Flags } from "./command.ts";
import { usageError } from "./usage-error.ts";

/** Parses with the flags of all commands, since they may stand before the command as well. */
export function parseArguments(argv: readonly string[], flags: Flags): Omit<CommandArguments, "interrupted"> {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, { type, short }]) => [name, { type, ...(short === undefined ? {} : { short }) }]),
  );
  // Not strict: Node's messages know no nearest flag.
  const { tokens } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true });
  const positionals: string[] = [];
  const given = new Set<string>();
  const values: Record<string, string> = Object.create(null);
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const flag = Object.hasOwn(flags, token.name) ? flags[token.name] : undefined;
    if (flag === undefined) throw usageError(describeUnknownFlag(token.rawName, Object.keys(flags)));
    if (flag.type === "boolean" && token.value !== undefined) {
      throw usageError(`${token.rawName} takes no value, got ${JSON.stringify(token.value)}.`);
    }
    if (flag.type === "string") values[token.name] = requireValue(token.rawName, flag.value, token.value);
    given.add(token.name);
  }
  return { positionals, given, values };
}

export function describeUnknownFlag(rawName: string, names: readonly string[]): string {
  const nearest = nearestName(rawName, names);
  const guess = nearest === undefined ? "" : ` Did you mean --${nearest}?`;
  return `Unknown flag ${rawName}.${guess} Flags: ${names.map((name) => `--${name}`).join(", ")}.`;
}

function requireValue(rawName: string, placeholder = "VALUE", value: string | undefined): string {
  if (value !== undefined && value !== "") return value;
  throw usageError(`${rawName} needs a value: ${rawName} ${placeholder}.`);
}
