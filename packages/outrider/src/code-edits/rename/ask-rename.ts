import { join } from "node:path";
import { ToolError } from "toolwright";
import { timeoutsOf } from "../../lsp/resolve/timeouts.ts";
import { serverName, whySyntactic } from "../../lsp/resolve/provenance.ts";
import { realPathOf } from "../../lsp/resolve/locations.ts";
import { positionAt } from "../../lsp/resolve/symbol-at.ts";
import type { LanguageServer } from "../../lsp/server/language-server.ts";
import { uriOf } from "../../lsp/server/uri.ts";
import { ServerError } from "../../lsp/wire/connection.ts";
import { lineStarts } from "../../workspace/text/line-ends.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Renaming } from "./renaming.ts";

export interface RenameAnswer {
  readonly server: LanguageServer;
  /** A WorkspaceEdit, as received. */
  readonly edit: unknown;
}

/** The server's edit; a sentence if it cannot be asked. A server that fails on it is not asked again here. */
export async function askRename(
  { context, target, newName, references }: Renaming,
  text: string,
): Promise<RenameAnswer | string> {
  const { project, servers, signal, readyMs, onProgress } = context;
  const { provenance } = references;
  if (provenance.state === "syntactic") return provenance.why;
  const timeouts = timeoutsOf(readyMs);
  const access = await servers.forFile(target.file, { signal, waitMs: timeouts.readyMs, onProgress });
  if (access.state !== "ready") return whySyntactic(access);
  const { server } = access;
  if (!server.supports("textDocument/rename")) return `${serverName(server)} does not rename`;
  const path = await realPathOf(join(project.root, target.file));
  const position = positionAt({ starts: lineStarts(text) }, target.symbol.nameSpan.start);
  const at = { textDocument: { uri: uriOf(path) }, position };
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    try {
      return await server.request(method, params, { signal, timeoutMs: timeouts.requestMs });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof ServerError ? refused(server, error) : error;
    }
  };
  if (server.supports("textDocument/prepareRename") && (await ask("textDocument/prepareRename", at)) === null) {
    throw new ToolError(
      "cannot_rename",
      `${serverName(server)} says that ${visibleLine(target.symbol.path)} cannot be renamed; nothing was changed.`,
    );
  }
  return { server, edit: await ask("textDocument/rename", { ...at, newName }) };
}

const maxMessage = 300;

function refused(server: LanguageServer, cause: ServerError): ToolError {
  const { code, message } = cause;
  const said = visibleLine(message.replaceAll(/\s*[\r\n]+\s*/g, " ").slice(0, maxMessage)).replace(/\.$/, "");
  if (code === "server")
    return new ToolError("cannot_rename", `${serverName(server)} refuses to rename it: ${said}. Nothing was changed.`, {
      cause,
    });
  return new ToolError(
    "server_failed",
    `${serverName(server)} gave no answer to the rename: ${said}. Nothing was changed; try once more.`,
  );
}
