import type { ExactReferences } from "../../lsp/exact/references/question.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { findReferences } from "../../syntax/references/find-references.ts";
import type { Target } from "../../syntax/references/target.ts";

export interface LibraryQuestion {
  readonly library: { readonly name: string; readonly version: string | undefined };
  readonly signal: AbortSignal;
}

/** Uses inside of a library, by syntax: a language server would take its directory for a project, and prepare it as one. */
export async function findInLibrary(
  symbols: ProjectSymbols,
  target: Target,
  { library, signal }: LibraryQuestion,
): Promise<ExactReferences> {
  const { looked: _looked, ...found } = await findReferences(symbols, target, { signal });
  const version = library.version === undefined ? "" : ` ${library.version}`;
  const why = `only files of ${library.name}${version} were looked at; in the project grep finds the word`;
  return { ...found, knowledge: { state: "syntactic", why }, external: 0, ignored: new Map(), unconfirmed: [] };
}
