import { type CommandArguments, type Terminal, usageError } from "toolwright/cli";
import { type Output, output } from "../../tools/changes/schema.ts";
import { CallFailed, createToolCalls } from "../pipes/call-tool.ts";
import type { PipeContext } from "../pipes/open-caller.ts";
import { openPlaces } from "../pipes/places.ts";
import { showMarkdown } from "./show-markdown.ts";
import { showPage } from "./show-page.ts";

/** Resolves with whether there was something to show. */
export async function runChanges(
  { cwd, open }: PipeContext,
  args: CommandArguments,
  terminal: Terminal,
): Promise<boolean> {
  const { given, values, positionals, interrupted } = args;
  const caller = await open(args, (text) => terminal.tell(text));
  try {
    const places = await openPlaces(cwd, caller.root);
    const calls = createToolCalls(caller, { command: "changes", terminal, interrupted });
    const { path, history } = values;
    const value = await calls.value("changes", output, {
      range: given.has("staged") ? "staged" : positionals[0],
      path: path === undefined ? undefined : places.asked(path),
      symbol: history,
      limit: 1000,
    });
    await show(value, given, terminal);
    return value.files > 0 || (value.history?.length ?? 0) > 0;
  } catch (error) {
    throw error instanceof CallFailed ? usageError(error.message) : error;
  } finally {
    await caller.close?.();
  }
}

async function show(value: Output, given: CommandArguments["given"], terminal: Terminal): Promise<void> {
  if (given.has("json")) return await terminal.print(JSON.stringify(value));
  if (given.has("markdown")) return await terminal.print(showMarkdown(value));
  await terminal.printPieces(showPage(value, terminal.columns));
}
