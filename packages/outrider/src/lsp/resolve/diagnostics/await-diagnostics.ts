import { limitSignal } from "../../../workspace/time/limit-signal.ts";
import type { LanguageServer } from "../../server/language-server.ts";
import { serverName } from "../provenance.ts";
import type { AskedFile, FileDiagnostics, Limits, Unsettled } from "./file-diagnostics.ts";
import { inOrder, type Judged, pullMethod } from "./pull-diagnostics.ts";

/**
 * Waits until a server that pushes diagnostics has reported on each open file and then been silent for a while. Undefined
 * if it turns out to support pull diagnostics, which some servers announce only after their start.
 */
export async function awaitDiagnostics(
  server: LanguageServer,
  files: readonly AskedFile[],
  { signal, settleMs, until }: Limits,
): Promise<Judged | undefined> {
  const { diagnostics } = server;
  const startedAt = performance.now();
  const ended = endOf(server);
  const limit = limitSignal([signal, ended], Math.max(0, until - startedAt));
  let isSettled = false;
  try {
    while (!limit.signal.aborted && !isSettled) {
      if (server.supports(pullMethod)) return undefined;
      const isSilent = files.some(({ real }) => diagnostics.of(real) === undefined);
      // Effects of other files on this one may still be pending, however long ago it was reported on.
      const left = settleMs - (performance.now() - Math.max(diagnostics.changedAt, startedAt));
      isSettled = !isSilent && left <= 0;
      if (!isSettled) await nextWord(server, limit.signal, isSilent ? lookMs : left);
    }
  } finally {
    limit.release();
  }
  signal.throwIfAborted();
  return judge(server, files, { isSettled, hasEnded: ended.aborted });
}

/** How often to check on a server that has not reported. */
const lookMs = 200;

async function nextWord({ diagnostics }: LanguageServer, signal: AbortSignal, ms: number): Promise<void> {
  const limit = limitSignal([signal], Math.max(1, ms));
  try {
    await diagnostics.next({ signal: limit.signal });
  } catch {
    // The time is up or the caller has gone; the loop finds out which.
  } finally {
    limit.release();
  }
}

function judge(
  server: LanguageServer,
  files: readonly AskedFile[],
  { isSettled, hasEnded }: { readonly isSettled: boolean; readonly hasEnded: boolean },
): Judged {
  const name = serverName(server);
  const judged = new Map<string, FileDiagnostics>();
  const unsettled: Unsettled[] = [];
  for (const { path, real } of files) {
    const word = server.diagnostics.of(real);
    if (word !== undefined)
      judged.set(path, { server: name, items: inOrder(word.items), more: moreOf(word), dropped: 0 });
    if (hasEnded) unsettled.push({ path, why: `${name} ended meanwhile` });
    else if (word === undefined) unsettled.push({ path, why: `${name} has not spoken of it` });
    else if (!isSettled) unsettled.push({ path, why: `${name} goes on changing what it says` });
  }
  return { files: judged, unsettled };
}

function moreOf({ total, items }: { readonly total?: number; readonly items: readonly unknown[] }): number {
  return total === undefined ? 0 : total - items.length;
}

const ends = new WeakMap<LanguageServer, AbortSignal>();

/** One signal per server: handlers on a long-lived promise would pile up with every question. */
function endOf(server: LanguageServer): AbortSignal {
  const known = ends.get(server);
  if (known !== undefined) return known;
  const controller = new AbortController();
  void server.closed.then(({ detail }) => controller.abort(new Error(detail)));
  ends.set(server, controller.signal);
  return controller.signal;
}
