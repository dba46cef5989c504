import { isToolError } from "toolwright";
import { askYes, exitCodes, type Terminal, wrapLine } from "toolwright/cli";
import type { Scope, SetupClient } from "./client.ts";
import { readConfigText } from "./config-text.ts";
import type { Launch } from "./launch.ts";
import { MergeError } from "./merged.ts";
import { mergeEntry, printEntry } from "./print-entry.ts";
import { showDiff } from "./show-diff.ts";
import { writeConfig } from "./write-config.ts";

export interface Job {
  readonly client: SetupClient;
  readonly scope: Scope;
  readonly launch: Launch;
  readonly file: string;
}

/** What to paste, for those who would rather do it by hand. */
export async function printJob({ client, scope, launch, file }: Job, terminal: Terminal): Promise<number> {
  await terminal.print(printEntry(client, launch, scope, file));
  return exitCodes.ok;
}

/** Shows the change, asks, writes. Resolves with the exit code. */
export async function setUp(job: Job, terminal: Terminal, isSure: boolean, interrupted: AbortSignal): Promise<number> {
  const { client, scope, launch, file } = job;
  try {
    const current = await readConfigText(file);
    const { text, changed } = mergeEntry(client, launch, scope, current.text);
    if (!changed) {
      await say(terminal, [`${client.title} has Outrider already; nothing was changed.`, file]);
      return exitCodes.ok;
    }
    await terminal.printPieces(showDiff(file, current.text, text));
    if (!isSure && !(await mayWrite(file, terminal, interrupted))) return exitCodes.failed;
    const backup = await writeConfig(current, text, scope);
    await say(terminal, tellDone(job, backup));
    return exitCodes.ok;
  } catch (error) {
    await terminal.tell(
      `${explain(error, file)} To see what to add by hand: outrider setup ${client.name} --scope ${scope} --print`,
    );
    return exitCodes.failed;
  }
}

async function mayWrite(file: string, terminal: Terminal, interrupted: AbortSignal): Promise<boolean> {
  if (!terminal.canAsk) {
    await terminal.tell(
      "Nothing was written: there is no terminal to ask on. Repeat it with --yes to write, or with --print.",
    );
    return false;
  }
  if (await askYes(`Write ${file}? [y/N] `, terminal, interrupted)) return true;
  await terminal.tell("Nothing was written.");
  return false;
}

function tellDone({ client, scope, launch, file }: Job, backup: string | undefined): readonly string[] {
  return [
    `Written: ${file}`,
    ...(backup === undefined ? [] : [`The old one: ${backup}`]),
    ...(scope === "project" && launch.isLocal
      ? ["The entry names a path of this machine: keep the file out of git."]
      : []),
    `Next: ${client.next(scope)}`,
  ];
}

async function say(terminal: Terminal, lines: readonly string[]): Promise<void> {
  await terminal.print(lines.flatMap((line) => wrapLine(line, terminal.columns)).join("\n"));
}

/** In words; what is not expected goes on as it is. */
function explain(error: unknown, file: string): string {
  if (error instanceof MergeError) return `${file} was left as it is: ${error.message}.`;
  if (isToolError(error)) return error.message;
  if (error instanceof Error && "code" in error) return `${file} cannot be written (${String(error.code)}).`;
  throw error;
}
