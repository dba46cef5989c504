import type { LanguageServer, Range } from "../../lsp/server/language-server.ts";
import { uriOf } from "../../lsp/server/uri.ts";
import { lineStarts, splitLines, withoutEol } from "../../workspace/text/line-ends.ts";
import type { Replacement } from "../../workspace/text/replacement.ts";
import type { DraftFile } from "../draft.ts";
import { type ReadTextEdit, readWorkspaceEdit } from "../workspace-edit/read-workspace-edit.ts";
import { replaced, toReplacements } from "../workspace-edit/to-replacements.ts";
import { indentationOf } from "./indentation.ts";
import { changesWithin } from "./line-changes.ts";

export interface Formatter {
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

/** What the formatter changes in those lines and nowhere else; undefined when the server has none. */
export async function askFormatter(
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

/** To the end of the last line, not to the beginning of the one behind it, which is nobody's. */
function rangeOf(text: string, { start, end }: Lines): Range {
  const all = splitLines(text);
  const last = Math.max(start, Math.min(end, lineStarts(text).length) - 1);
  return {
    start: { line: start, character: 0 },
    end: { line: last, character: withoutEol(all[last] ?? "").length },
  };
}
