import { isToolError } from "toolwright";
import { whySyntactic } from "../../lsp/resolve/provenance.ts";
import { timeoutsOf } from "../../lsp/resolve/timeouts.ts";
import type { LanguageServer, Range } from "../../lsp/server/language-server.ts";
import { uriOf } from "../../lsp/server/uri.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { lineStarts, splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { replaceChecked } from "../replace-checked.ts";
import { findUnit } from "../symbols/text/indent-unit.ts";
import { type ReadTextEdit, readWorkspaceEdit } from "../workspace-edit/read-workspace-edit.ts";
import { replaced, toReplacements } from "../workspace-edit/to-replacements.ts";
import { changesWithin } from "./line-changes.ts";

/** Lines of a file touched by an edit, from 0, end exclusive, in the text on disk. */
export interface TouchedLines {
  readonly path: string;
  readonly lines: readonly { readonly start: number; readonly end: number }[];
}

/**
 * Puts the formatter's changes to those lines into a new draft; notes list files that could not be formatted. Throws only
 * if cancelled: the edit itself is already written.
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

const maxNamed = 3;

function namesOf(paths: readonly string[]): string {
  const more = paths.length > maxNamed ? ` and ${paths.length - maxNamed} more` : "";
  return `${paths.slice(0, maxNamed).map(showPath).join(", ")}${more}`;
}

/** Undefined if it is formatted now or was before; else why not. */
async function formatFile(
  context: EditContext,
  draft: Draft,
  { path, lines }: TouchedLines,
): Promise<string | undefined> {
  const { servers, signal, readyMs, onProgress } = context;
  const timeouts = timeoutsOf(readyMs);
  const limit = limitSignal([signal], timeouts.allMs);
  try {
    const access = await servers.forFile(path, { signal: limit.signal, waitMs: timeouts.readyMs, onProgress });
    if (access.state !== "ready") return whySyntactic(access).replaceAll(/\s+/g, " ");
    const file = await draft.read(path);
    const asked = { server: access.server, signal: limit.signal, timeoutMs: timeouts.requestMs };
    const replacements = await askFormatter(asked, file, lines);
    if (replacements === undefined) return `${access.server.spec.title} does not format`;
    if (replacements.length > 0) await replaceChecked({ ...context, signal: limit.signal }, draft, file, replacements);
    return undefined;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.isLate()) return `the language server took longer than ${timeouts.allMs / 1_000} s`;
    if (isToolError(error)) return `what the formatter wants is left out: ${error.message.replace(/\.$/, "")}`;
    return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
  } finally {
    limit.release();
  }
}

interface Formatter {
  readonly server: LanguageServer;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

interface Lines {
  readonly start: number;
  readonly end: number;
}

const rangeMethod = "textDocument/rangeFormatting";
const wholeMethod = "textDocument/formatting";

/** The formatter's changes to those lines only; undefined if the server has no formatter. */
async function askFormatter(
  { server, signal, timeoutMs }: Formatter,
  { located, path, text }: DraftFile,
  lines: readonly Lines[],
): Promise<readonly Replacement[] | undefined> {
  const uri = uriOf(located.real.replaceAll("\\", "/"));
  const options = { ...indentationOf(text), trimTrailingWhitespace: true };
  const ask = async (method: string, more: object): Promise<readonly ReadTextEdit[]> => {
    const params = { textDocument: { uri }, options, ...more };
    return readEdits(uri, await server.request(method, params, { signal, timeoutMs }));
  };
  const edits: ReadTextEdit[] = [];
  if (server.supports(rangeMethod)) {
    for (const each of lines) edits.push(...(await ask(rangeMethod, { range: rangeOf(text, each) })));
  } else if (server.supports(wholeMethod)) edits.push(...(await ask(wholeMethod, {})));
  else return undefined;
  return changesWithin(text, replaced(text, toReplacements(edits, { text, path })), lines);
}

function readEdits(uri: string, answer: unknown): readonly ReadTextEdit[] {
  if (!Array.isArray(answer)) return [];
  return readWorkspaceEdit({ changes: { [uri]: answer } }).operations.flatMap((each) =>
    each.kind === "edit" ? each.edits : [],
  );
}

/** Ends at the end of the last line, not at the start of the next one, which was not touched. */
function rangeOf(text: string, { start, end }: Lines): Range {
  const all = splitLines(text);
  const last = Math.max(start, Math.min(end, lineStarts(text).length) - 1);
  return {
    start: { line: start, character: 0 },
    end: { line: last, character: withoutEol(all[last] ?? "").length },
  };
}

interface Indentation {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
}

const usual = 4;

/** The indentation of a text, as formatting options. */
export function indentationOf(text: string): Indentation {
  const unit = findUnit(text);
  const insertSpaces = unit !== "\t";
  return { tabSize: insertSpaces ? (unit?.length ?? usual) : usual, insertSpaces };
}
