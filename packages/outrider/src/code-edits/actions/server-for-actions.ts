import { ToolError } from "toolwright";
import { timeoutsOf } from "../../lsp/resolve/timeouts.ts";
import { tookLonger, whyFailed, whySyntactic } from "../../lsp/resolve/provenance.ts";
import type { LanguageServer } from "../../lsp/server/language-server.ts";
import { ServerError } from "../../lsp/wire/connection.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { EditContext } from "../edit-context.ts";

/** A ready server, and how long to wait for its answers. */
export interface AskedServer {
  readonly server: LanguageServer;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Stops it; the next question starts another. */
  discard(why: string): Promise<void>;
}

/** Runs work with the server of a file; throws a ToolError if there is none, or if it gave no answer in time. */
export async function withServer<Value>(
  { servers, signal, readyMs, onProgress }: EditContext,
  path: string,
  work: (asked: AskedServer) => Promise<Value>,
): Promise<Value> {
  const timeouts = timeoutsOf(readyMs);
  const limit = limitSignal([signal], timeouts.allMs);
  try {
    const access = await servers.forFile(path, { signal: limit.signal, waitMs: timeouts.readyMs, onProgress });
    if (access.state !== "ready") {
      const why = visibleLine(whySyntactic(access).replaceAll(/\s+/g, " "));
      if (access.state === "none")
        throw new ToolError("no_server", `Code actions come from a language server: ${why}. \`replace\` needs none.`);
      throw new ToolError("not_ready", `${why}. Ask again, or give \`wait\` more seconds.`);
    }
    const { server } = access;
    return await work({
      server,
      signal: limit.signal,
      timeoutMs: timeouts.requestMs,
      discard: (why) => servers.discard(server, why),
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!limit.isLate() && !(error instanceof ServerError)) throw error;
    const why = whyFailed(error, limit.isLate() ? tookLonger(timeouts.allMs) : undefined).replaceAll(/\s+/g, " ");
    throw new ToolError("server_failed", `The language server gave no answer: ${visibleLine(why)}. Nothing changed.`, {
      cause: error,
    });
  } finally {
    limit.release();
  }
}
