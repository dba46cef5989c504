import type { LanguageServer } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { serverName } from "../places/describe-server.ts";
import type { AskedFile, FileDiagnostics, Limits, Unsettled } from "./file-diagnostics.ts";
import { readReport } from "./read-diagnostics.ts";

export interface Judged {
  readonly files: ReadonlyMap<string, FileDiagnostics>;
  readonly unsettled: readonly Unsettled[];
}

export const pullMethod = "textDocument/diagnostic";
const atOnce = 4;

/** Asks for each file by itself: what comes back is about the text as it is now. */
export async function pullDiagnostics(
  server: LanguageServer,
  files: readonly AskedFile[],
  { signal, until }: Limits,
): Promise<Judged> {
  const judged = new Map<string, FileDiagnostics>();
  const unsettled: Unsettled[] = [];
  const waiting = files.values();

  async function askInTurn(): Promise<void> {
    for (const { path, real } of waiting) {
      const why = await ask(path, real);
      if (why !== undefined) unsettled.push({ path, why });
    }
  }

  async function ask(path: string, real: string): Promise<string | undefined> {
    const timeoutMs = until - performance.now();
    if (timeoutMs <= 0) return "not asked in the time there was";
    try {
      const answer = await server.request(pullMethod, { textDocument: { uri: uriOf(real) } }, { signal, timeoutMs });
      const report = readReport(answer, server.spec);
      if (report === undefined) return `${serverName(server)} gave no report`;
      judged.set(path, { server: serverName(server), ...report });
      return undefined;
    } catch (error) {
      signal.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, askInTurn));
  return { files: judged, unsettled };
}
