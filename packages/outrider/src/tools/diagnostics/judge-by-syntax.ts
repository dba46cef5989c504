import type { ProjectSymbols } from "../../syntax/project-symbols.ts";

interface Candidate {
  readonly path: string;
  /** Why no server has spoken of it. */
  readonly why: string;
  readonly how?: string | undefined;
}

export interface ParsedFiles {
  readonly parsed: readonly { readonly path: string; readonly why: string; readonly broken: boolean }[];
  /** Files that are of no known language. */
  readonly foreign: readonly string[];
  /** Files of a known language that the parser has not, or not fully, read. */
  readonly unread: readonly { readonly path: string; readonly why: string }[];
}

/** What the parser knows of files that no server has spoken of: whether there are syntax errors, not where. */
export async function judgeBySyntax(
  symbols: ProjectSymbols,
  files: readonly Candidate[],
  signal: AbortSignal,
): Promise<ParsedFiles> {
  const parsed: { path: string; why: string; broken: boolean }[] = [];
  const foreign: string[] = [];
  const unread: { path: string; why: string }[] = [];
  if (files.length === 0) return { parsed, foreign, unread };
  const wanted = new Set(files.map(({ path }) => path));
  const view = await symbols.view({ signal, scope: (path) => wanted.has(path) });
  for (const { path, why, how } of files) {
    const file = view.file(path);
    if (file === undefined && view.completeness.state === "partial") unread.push({ path, why: "not parsed yet" });
    else if (file === undefined || file.note === "no language") foreign.push(path);
    else if (file.note !== undefined && file.note !== "generated") unread.push({ path, why: file.note });
    else parsed.push({ path, why: how === undefined ? why : `${why}; ${how}`, broken: file.broken });
  }
  return { parsed, foreign, unread };
}
