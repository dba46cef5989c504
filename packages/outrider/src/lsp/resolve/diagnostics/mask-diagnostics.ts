import { join } from "node:path";
import type { Project } from "../../../workspace/project.ts";
import { splitLines } from "../../../workspace/text/line-ends.ts";
import { limitSignal } from "../../../workspace/time/limit-signal.ts";
import { readForServer } from "../../judge-file.ts";
import type { ProjectServers } from "../../project-servers.ts";
import type { RawDiagnostic } from "../../server/language-server.ts";
import { realPathOf } from "../locations.ts";
import { createValueCheck, maskMessage, type ReadQuotable } from "../server-values.ts";
import { textsBehind } from "../texts-behind.ts";
import type { FileDiagnostics } from "./file-diagnostics.ts";

export interface MaskingContext {
  readonly project: Project;
  readonly servers: ProjectServers;
  readonly readQuotable: ReadQuotable;
  readonly signal: AbortSignal;
}

/** For all files together: unknown values are rare, and masking them is harmless. */
const maxQuestions = 60;
const maxMs = 4_000;

/** Messages repeat values of other files; those that are in no file that may be quoted are masked. */
export async function maskDiagnostics(
  context: MaskingContext,
  files: ReadonlyMap<string, FileDiagnostics>,
): Promise<ReadonlyMap<string, FileDiagnostics>> {
  const shown = new Map<string, FileDiagnostics>();
  const limit = limitSignal([context.signal], maxMs);
  const search: Search = { ...context, signal: limit.signal, budget: { left: maxQuestions } };
  try {
    for (const [path, file] of files) {
      const isPlain = file.items.every(({ message }) => !/["'`\d]/.test(message));
      shown.set(path, isPlain ? file : { ...file, items: await maskItems(search, path, file.items) });
    }
  } finally {
    limit.release();
  }
  context.signal.throwIfAborted();
  return shown;
}

interface Search extends MaskingContext {
  readonly budget: { left: number };
}

async function maskItems(
  search: Search,
  path: string,
  items: readonly RawDiagnostic[],
): Promise<readonly RawDiagnostic[]> {
  const { servers, project } = search;
  const text = (await readForServer(project, path)) ?? "";
  const access = await servers.forFile(path, { signal: search.signal, waitMs: 0 }).catch(() => undefined);
  const server = access === undefined || access.state === "none" ? undefined : access.server;
  const isOwn = createValueCheck([text, path]);
  const lines = splitLines(text);
  const real = await realPathOf(join(project.root, path));
  const masked: RawDiagnostic[] = [];
  for (const item of items) {
    const spec = server?.spec ?? {};
    if (maskMessage(item.message, spec, isOwn) === item.message) masked.push(item);
    else {
      const { line } = item.range.start;
      const at = { path: real, line, text: lines[line] ?? "" };
      const isBehind = createValueCheck(server === undefined ? [] : await textsBehind(at, { ...search, server }));
      const message = maskMessage(item.message, spec, (value) => isOwn(value) || isBehind(value));
      masked.push(message === item.message ? item : { ...item, message: message + note });
    }
  }
  return masked;
}

const note = " (… is in no file that may be shown here)";
