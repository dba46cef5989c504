import type { ProjectSymbols, SymbolView } from "../project-symbols.ts";
import type { Import, Occurrence, Occurrences } from "./occurrence.ts";
import { pathIndexOf, pathsMeant } from "./path-index.ts";
import { receiverWords } from "./reference-rules.ts";
import { isSuperReceiver, superclassesAt } from "./superclass.ts";

/** Maximum length of a chain of re-exports. */
const maxSteps = 3;
const maxFiles = 60;

/** The files that a file's calls lead to by its imports, and those that they re-export from. */
export async function readLinked(
  symbols: Pick<ProjectSymbols, "occurrences">,
  file: Occurrences,
  calls: readonly Occurrence[],
  { view, signal }: { readonly view: SymbolView; readonly signal: AbortSignal },
): Promise<readonly Occurrences[]> {
  const names = new Set([...calls.map(({ name }) => name), ...file.imports.flatMap(({ name }) => name ?? [])]);
  const received = calls.flatMap(({ receiver }) => (receiver === undefined ? [] : receiverWords(receiver)));
  const index = pathIndexOf(view);
  const linked = new Map<string, Occurrences>();
  let step = [{ file, imports: usedImports(file, calls) }];
  for (let at = 0; at < maxSteps && step.length > 0 && linked.size < maxFiles; at += 1) {
    const paths = new Set(step.flatMap((each) => each.imports.flatMap((site) => pathsMeant(index, each.file, site))));
    const fresh = [...paths].filter((path) => path !== file.file && !linked.has(path)).slice(0, maxFiles - linked.size);
    const found = await readNames(symbols, fresh, { names, signal });
    for (const each of found) linked.set(each.file, each);
    // Whatever else they import, no name of the file leads there.
    const wanted = new Set([...names, ...received]);
    step = found.map((each) => ({ file: each, imports: each.imports.filter((site) => mayBring(site, wanted)) }));
  }
  return [...linked.values()];
}

/** It brings in one of the names, a module around one, or nobody can say what. */
function mayBring({ local, name }: Import, names: ReadonlySet<string>): boolean {
  if (local === undefined || (name !== undefined && names.has(name))) return true;
  return names.has(local) || local.split(/[./]/).some((word) => names.has(word));
}

/** Also by the local names of what they re-export; these are added to the names. */
async function readNames(
  symbols: Pick<ProjectSymbols, "occurrences">,
  paths: readonly string[],
  { names, signal }: { readonly names: Set<string>; readonly signal: AbortSignal },
): Promise<readonly Occurrences[]> {
  const found = await symbols.occurrences(paths, [...names], { signal });
  const renaming = found.filter(({ occurrences }) =>
    occurrences.some(({ exportOf }) => exportOf !== undefined && !names.has(exportOf)),
  );
  if (renaming.length === 0) return found;
  for (const { occurrences } of renaming)
    for (const { exportOf } of occurrences) if (exportOf !== undefined) names.add(exportOf);
  const files = renaming.map(({ file }) => file);
  const again = new Map((await symbols.occurrences(files, [...names], { signal })).map((each) => [each.file, each]));
  return found.map((each) => again.get(each.file) ?? each);
}

function usedImports(file: Occurrences, calls: readonly Occurrence[]): readonly Import[] {
  const used = new Set(
    calls.flatMap((at) => [
      at.name,
      ...(at.receiver === undefined ? [] : receiverWords(at.receiver)),
      ...(isSuperReceiver(at.receiver, file.language) ? superclassesAt(file, at) : []),
    ]),
  );
  return file.imports.filter(
    ({ local }) => local === undefined || used.has(local) || local.split(/[./]/).some((word) => used.has(word)),
  );
}
