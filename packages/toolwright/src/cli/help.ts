import type { Command, Flags } from "./command.ts";
import { renderColumns } from "./render-columns.ts";
import { wrapLine } from "./text-width.ts";

export interface HelpPage {
  readonly program: string;
  /** Flags that every command takes. */
  readonly shared: Flags;
  readonly columns: number | undefined;
}

/** The page that `--help` prints for the whole program. */
export function renderHelp(
  { program, shared, columns }: HelpPage,
  about: string,
  commands: readonly Command[],
): string {
  const rows = commands.map((command) => [`${command.name} ${command.usage}`.trim(), command.summary] as const);
  return [
    ...prose(about, columns),
    "",
    ...wrapLine(`Usage: ${program} COMMAND [FLAGS]`, columns),
    "",
    ...renderColumns(rows, columns),
    "",
    ...renderColumns(flagRows(shared), columns),
    "",
    ...prose(`More on one command: ${program} COMMAND --help`, columns),
    ...prose("Exit codes: 0 answered, 1 the tool failed, 2 wrong usage or input, 130 interrupted.", columns),
  ].join("\n");
}

/** The page that `COMMAND --help` prints. */
export function renderCommandHelp({ program, shared, columns }: HelpPage, command: Command): string {
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
  return Object.entries(flags).map(([name, { short, value, summary }]) => {
    const long = `--${name}${value === undefined ? "" : ` ${value}`}`;
    return [short === undefined ? long : `${long}, -${short}`, summary] as const;
  });
}
