import { isToolError } from "toolwright";
import { whySyntactic } from "../../lsp/exact/places/describe-server.ts";
import { patienceOf } from "../../lsp/exact/patience.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { replaceChecked } from "../replace-checked.ts";
import { askFormatter } from "./ask-formatter.ts";

/** Lines of a file that an edit has touched, from 0, the last one exclusive, in the text on disk. */
export interface TouchedLines {
  readonly path: string;
  readonly lines: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Puts into a new draft what the project's formatter changes in those lines; notes say where none could. Throws only when it
 * is cancelled: the edit itself is written already.
 */
export async function formatEdited(
  context: EditContext,
  draft: Draft,
  touched: readonly TouchedLines[],
): Promise<readonly string[]> {
  const whys = new Map<string, string[]>();
  for (const each of touched) {
    const why = await formatFile(context, draft, each);
    if (why !== undefined) whys.set(why, [...(whys.get(why) ?? []), each.path]);
  }
  return [...whys].map(([why, paths]) => visibleLine(`Not formatted: ${namesOf(paths)} (${why}).`));
}

const mostNamed = 3;

function namesOf(paths: readonly string[]): string {
  const more = paths.length > mostNamed ? ` and ${paths.length - mostNamed} more` : "";
  return `${paths.slice(0, mostNamed).map(showPath).join(", ")}${more}`;
}

/** Undefined when it is formatted, or was; else why not. */
async function formatFile(
  context: EditContext,
  draft: Draft,
  { path, lines }: TouchedLines,
): Promise<string | undefined> {
  const { servers, signal, readyMs, onProgress } = context;
  const patience = patienceOf(readyMs);
  const limit = limitSignal([signal], patience.allMs);
  try {
    const access = await servers.forFile(path, { signal: limit.signal, waitMs: patience.readyMs, onProgress });
    if (access.state !== "ready") return whySyntactic(access).replaceAll(/\s+/g, " ");
    const file = await draft.read(path);
    const asked = { server: access.server, signal: limit.signal, timeoutMs: patience.requestMs };
    const replacements = await askFormatter(asked, file, lines);
    if (replacements === undefined) return `${access.server.spec.title} does not format`;
    if (replacements.length > 0) await replaceChecked({ ...context, signal: limit.signal }, draft, file, replacements);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isLate()) return `the language server took longer than ${patience.allMs / 1_000} s`;
    if (isToolError(error)) return `what the formatter wants is left out: ${error.message.replace(/\.$/, "")}`;
    return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
  } finally {
    limit.release();
  }
}
