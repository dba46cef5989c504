import { setTimeout } from "node:timers/promises";
import { isToolError } from "toolwright";
import { timeoutsOf } from "../../lsp/resolve/timeouts.ts";
import { ServerError } from "../../lsp/wire/connection.ts";
import { type CollectedEdit, collectEdit } from "../workspace-edit/collect-edit.ts";
import { type RenameAnswer, askRename } from "./ask-rename.ts";
import type { Renaming } from "./renaming.ts";

export interface CurrentAnswer {
  readonly server: RenameAnswer["server"];
  readonly collected: CollectedEdit;
}

const firstPauseMs = 50;
const longestPauseMs = 1_000;
/** The server's own word for an answer that a change has overtaken. */
const contentModified = -32_801;

/**
 * The server's edit, for the texts that are on disk. Right after a change a server may be one version behind: it is asked again
 * until it has caught up, as long as a server may take to become ready. A sentence if it cannot be asked.
 */
export async function askCurrent(renaming: Renaming, text: string): Promise<CurrentAnswer | string> {
  const { context, draft } = renaming;
  const until = performance.now() + timeoutsOf(context.readyMs).readyMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      const answer = await askRename(renaming, text);
      if (typeof answer === "string") return answer;
      const { server, edit } = answer;
      return { server, collected: await collectEdit(context, draft, edit, server) };
    } catch (error) {
      if (!isBehind(error) || performance.now() + pauseMs > until) throw error;
      await setTimeout(pauseMs, undefined, { signal: context.signal });
    }
  }
}

function isBehind(error: unknown): boolean {
  if (!isToolError(error)) return false;
  return error.code === "stale" || (error.cause instanceof ServerError && error.cause.rpcCode === contentModified);
}
