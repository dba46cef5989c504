import type { ProjectSymbols, SymbolView } from "../syntax/project-symbols.ts";

/** Files with syntax errors that contain one of these words: an answer about the words may lack what is around the errors. */
export async function brokenFilesNaming(
  words: readonly string[],
  symbols: Pick<ProjectSymbols, "filesNaming">,
  view: Pick<SymbolView, "file">,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const naming = words.length === 0 ? [] : await symbols.filesNaming(words, { signal });
  return naming.filter((path) => view.file(path)?.broken === true);
}
