import { ToolError } from "toolwright";
import { ServerError } from "../../lsp/wire/connection.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { commandOf, type OfferedAction, type SentCommand } from "./offered-action.ts";
import type { AskedServer } from "./server-for-actions.ts";

export interface ActionResult {
  /** A WorkspaceEdit as sent by the server. */
  readonly edit: unknown;
  readonly notes: readonly string[];
}

/** The edit of an action: its own, one that the server computes now, or one that its command asks for. */
export async function editOfAction(action: OfferedAction, asked: AskedServer): Promise<ActionResult> {
  const { commands } = asked.server.spec;
  if (action.disabled !== undefined) throw notAnEdit(action, action.disabled);
  const sent = await resolve(action.sent, asked);
  const command = commandOf(sent);
  if (hasChanges(sent["edit"])) {
    const isLost = command !== undefined && commands?.idle?.includes(command.command) !== true;
    const notes = isLost ? [`Its command ${visibleLine(command.command)}, to follow the edit, was not run.`] : [];
    return { edit: sent["edit"], notes };
  }
  if (command === undefined) throw notAnEdit(action, "the server gives no edit for it");
  if (commands?.edits?.includes(command.command) !== true)
    throw notAnEdit(action, `it is the command ${command.command}, which is not known to be an edit alone`);
  return { edit: onlyEdit(action, command, await editsOf(command, asked)), notes: [] };
}

/** Edits from a command that outlived its caller would be attributed to the next command, so the server is discarded. */
async function editsOf(
  command: SentCommand,
  { server, signal, timeoutMs, discard }: AskedServer,
): Promise<readonly unknown[]> {
  try {
    return await server.editsOf(command, { signal, timeoutMs });
  } catch (error) {
    const isAnswered = error instanceof ServerError && error.code === "server";
    if (!isAnswered) await discard("a command that it was given did not end");
    throw error;
  }
}

async function resolve(
  sent: OfferedAction["sent"],
  { server, signal, timeoutMs }: AskedServer,
): Promise<OfferedAction["sent"]> {
  const isWhole = isRecord(sent["edit"]) || typeof sent["command"] === "string";
  if (isWhole || !server.supports("codeAction/resolve")) return sent;
  const resolved = await server.request("codeAction/resolve", sent, { signal, timeoutMs });
  return isRecord(resolved) ? resolved : sent;
}

function hasChanges(edit: unknown): boolean {
  if (!isRecord(edit)) return false;
  const { documentChanges, changes } = edit;
  if (Array.isArray(documentChanges)) return documentChanges.length > 0;
  return isRecord(changes) && Object.values(changes).some((edits) => !Array.isArray(edits) || edits.length > 0);
}

/** Of several edits, the later ones would apply to the result of the earlier ones, which is never on disk. */
function onlyEdit(action: OfferedAction, { command }: SentCommand, edits: readonly unknown[]): unknown {
  if (edits.length === 1) return edits[0];
  throw notAnEdit(
    action,
    edits.length === 0
      ? `its command ${command} asked for no edit`
      : `its command ${command} makes edits in several steps`,
  );
}

function notAnEdit({ title }: OfferedAction, why: string): ToolError {
  return new ToolError("not_an_edit", visibleLine(`\`${title}\` cannot be applied: ${why}. Nothing was changed.`));
}
