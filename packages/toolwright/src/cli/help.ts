import type { Command, Flags } from "./command.ts";

/** The page that `--help` prints for the whole program. */
export function renderHelp(program: string, about: string, commands: readonly Command[], shared: Flags): string {
  const rows = commands.map((command) => [`${command.name} ${command.usage}`.trim(), command.summary] as const);
  return [
    about,
    "",
    `Usage: ${program} COMMAND [FLAGS]`,
    "",
    ...alignRows(rows),
    "",
    ...alignRows(flagRows(shared)),
    "",
    `More on one command: ${program} COMMAND --help`,
    "Exit codes: 0 answered, 1 the tool failed, 2 wrong usage or input, 130 interrupted.",
  ].join("\n");
}

/** The page that `COMMAND --help` prints. */
export function renderCommandHelp(program: string, command: Command, shared: Flags): string {
  return [
    command.summary,
    "",
    `Usage: ${program} ${command.name} ${command.usage}`.trimEnd(),
    "",
    ...(command.details === undefined ? [] : [command.details, ""]),
    ...alignRows(flagRows({ ...command.flags, ...shared })),
  ].join("\n");
}

function flagRows(flags: Flags): readonly (readonly [string, string])[] {
  return Object.entries(flags).map(([name, { short, value, summary }]) => {
    const long = `--${name}${value === undefined ? "" : ` ${value}`}`;
    return [short === undefined ? long : `${long}, -${short}`, summary] as const;
  });
}

/** Two columns, the second at the same place in every row. */
export function alignRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}
