import type { ServerSpec } from "../../../languages/server-spec.ts";
import { isRecord } from "../../../workspace/config/is-record.ts";
import type { LanguageServer, RawDiagnostic } from "../../server/language-server.ts";
import { readDiagnostic } from "../../server/read-diagnostic.ts";
import { uriOf } from "../../server/uri.ts";
import { serverName } from "../provenance.ts";
import type { AskedFile, FileDiagnostics, Limits, Unsettled } from "./file-diagnostics.ts";

export interface Judged {
  readonly files: ReadonlyMap<string, FileDiagnostics>;
  readonly unsettled: readonly Unsettled[];
}

export const pullMethod = "textDocument/diagnostic";
const atOnce = 4;

/** Requests each file separately, so that the answer is about the current text. */
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

interface ReadItems {
  readonly items: readonly RawDiagnostic[];
  /** How many there are beyond those that are kept. */
  readonly more: number;
  /** How many items were not diagnostics. */
  readonly dropped: number;
}

/** More items for one file would not help anyone. */
const maxItems = 500;

/** Reads the answer to `textDocument/diagnostic`; undefined if it is invalid, which must not pass for a clean file. */
function readReport(answer: unknown, spec: Pick<ServerSpec, "isCausedByOurLimits">): ReadItems | undefined {
  if (!isRecord(answer) || !Array.isArray(answer["items"])) return undefined;
  const found = answer["items"].map((item) => readDiagnostic(item, spec));
  const items = found.filter((item) => item !== undefined);
  const kept = inOrder(items).slice(0, maxItems);
  return { items: kept, more: items.length - kept.length, dropped: found.length - items.length };
}

/** From the start of the file; at the same position errors come first. */
export function inOrder(items: readonly RawDiagnostic[]): readonly RawDiagnostic[] {
  return [...items].sort(
    (a, b) =>
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character ||
      a.severity - b.severity,
  );
}
