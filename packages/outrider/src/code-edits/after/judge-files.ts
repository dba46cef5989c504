import { collectDiagnostics } from "../../lsp/resolve/diagnostics/collect-diagnostics.ts";
import type { AskedFile } from "../../lsp/resolve/diagnostics/file-diagnostics.ts";
import { maskDiagnostics } from "../../lsp/resolve/diagnostics/mask-diagnostics.ts";
import { whySyntactic } from "../../lsp/resolve/provenance.ts";
import type { RawDiagnostic } from "../../lsp/server/language-server.ts";
import { splitLines } from "../../workspace/text/line-ends.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { EditContext } from "../edit-context.ts";

/** What is known about the problems of one file. */
export type CheckedFile =
  | { readonly state: "known"; readonly problems: readonly FoundProblem[] }
  | { readonly state: "missing" }
  /** A server could have reported on it, but has not. */
  | { readonly state: "unsettled"; readonly why: string }
  /** There is no server for it. */
  | { readonly state: "none"; readonly why: string };

export interface FoundProblem extends RawDiagnostic {
  /** The text of its line with whitespace normalized: it moves with the code around it. */
  readonly shown: string;
  /** The part of the line that it is about. */
  readonly flagged: string;
}

/** In addition to the servers' time: for our own work, such as a look at the disk. */
const graceMs = 1_000;
const atOnce = 4;

/** Errors and warnings of files as they are on disk, as far as available within the time. Throws only if cancelled. */
export async function judgeFiles(
  context: EditContext,
  paths: readonly string[],
  budgetMs: number,
): Promise<ReadonlyMap<string, CheckedFile>> {
  const judged = new Map<string, CheckedFile>();
  const until = performance.now() + budgetMs;
  const limit = limitSignal([context.signal], budgetMs + graceMs);
  const limited = { ...context, signal: limit.signal };
  try {
    const asked = await readyFiles(limited, paths, { until, judged });
    const waitMs = Math.max(1, until - performance.now());
    const {
      files: found,
      unsettled,
      unknown,
    } = await collectDiagnostics(context.servers, asked, {
      signal: limit.signal,
      waitMs,
    });
    const files = await maskDiagnostics(limited, found);
    const isLate = performance.now() >= until;
    for (const { path, why } of unsettled)
      judged.set(path, { state: "unsettled", why: isLate ? "no answer in time" : why });
    for (const { path, why } of unknown) judged.set(path, { state: "none", why });
    for (const { path, lines } of asked) {
      const file = files.get(path);
      if (file === undefined || judged.has(path)) continue;
      if (file.more > 0) judged.set(path, { state: "unsettled", why: "it has more problems than are counted" });
      else judged.set(path, { state: "known", problems: file.items.flatMap((item) => withLine(item, lines)) });
    }
  } catch (error) {
    context.signal.throwIfAborted();
    const why = limit.isLate() ? "no answer in time" : messageOf(error);
    for (const path of paths) if (!judged.has(path)) judged.set(path, { state: "unsettled", why });
  } finally {
    limit.release();
  }
  return judged;
}

interface ReadFile extends AskedFile {
  readonly lines: readonly string[];
}

interface Judging {
  /** By `performance.now()`. */
  readonly until: number;
  readonly judged: Map<string, CheckedFile>;
}

async function readyFiles(
  context: EditContext,
  paths: readonly string[],
  judging: Judging,
): Promise<readonly ReadFile[]> {
  const ready: ReadFile[] = [];
  const waiting = paths.values();
  async function readInTurn(): Promise<void> {
    for (const path of waiting) {
      const file = await readyFile(context, path, judging);
      if (file !== undefined) ready.push(file);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, readInTurn));
  return ready;
}

/** A file whose server is ready; otherwise the reason is recorded. Starts servers, but does not wait beyond the time. */
async function readyFile(
  { project, servers, signal }: EditContext,
  path: string,
  { until, judged }: Judging,
): Promise<ReadFile | undefined> {
  const located = await project.files.locate(path, "read").catch((error: unknown) => messageOf(error));
  if (typeof located === "string") {
    judged.set(path, { state: "none", why: located });
    return undefined;
  }
  if (located.kind === "missing") {
    judged.set(path, { state: "missing" });
    return undefined;
  }
  const access = await servers.forFile(path, { signal, waitMs: Math.max(0, until - performance.now()) });
  if (access.state === "ready") {
    const { text } = await project.files.readText(located);
    return { path, real: located.real.replaceAll("\\", "/"), lines: splitLines(text) };
  }
  judged.set(
    path,
    access.state === "none" ? { state: "none", why: access.reason } : { state: "unsettled", why: whySyntactic(access) },
  );
  return undefined;
}

function withLine(item: RawDiagnostic, lines: readonly string[]): readonly FoundProblem[] {
  if (item.severity > 2) return [];
  const { start, end } = item.range;
  const line = lines[start.line] ?? "";
  const flagged = line.slice(start.character, end.line === start.line ? end.character : undefined);
  return [{ ...item, shown: line.replaceAll(/\s+/g, " ").trim(), flagged }];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
