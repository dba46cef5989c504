import { posix } from "node:path";
import { editingRulesOf, editingOfFile } from "../../languages/editing-of.ts";
import type { ViewedFile } from "../../syntax/project-symbols.ts";
import { meansFile } from "../../syntax/references/module-paths.ts";
import type { Occurrences } from "../../syntax/references/occurrence.ts";
import { mustImport, referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import type { EditContext } from "../edit-context.ts";

export interface StarQuestion {
  /** Has the name at its top, or will have it. */
  readonly file: string;
  readonly newName: string;
  /** Files that declare the new name somewhere. */
  readonly declaring: readonly ViewedFile[];
}

/**
 * Files that re-export everything from the symbol's file and also have the new name, declared there or from another file: one
 * of the two would be hidden, although no file that mentions either name has to change.
 */
export async function findStarClashes(
  context: EditContext,
  { file: declaredIn, newName, declaring }: StarQuestion,
): Promise<readonly string[]> {
  const above = await reexporters(context, declaredIn, newName);
  if (above.size === 0) return [];
  const clashes = [...above.values()].filter((file) => exportsName(file, newName)).map(({ file }) => file);
  for (const { path, language, symbols } of declaring) {
    const isExported = symbols.some(
      ({ name, parent, exported }) =>
        name === newName &&
        parent === undefined &&
        (exported || !mustImport(language) || editingRulesOf(language).starImportsReexport),
    );
    if (path === declaredIn || !isExported) continue;
    if (above.has(path)) clashes.push(path);
    const others = await reexporters(context, path, newName);
    clashes.push(...[...others.keys()].filter((each) => above.has(each)));
  }
  return [...new Set(clashes)].map((path) => `${path}:1 hands on all of ${declaredIn}`);
}

/** Files that re-export all of a file, directly or through another file. */
async function reexporters(
  { symbols, signal }: EditContext,
  file: string,
  name: string,
): Promise<ReadonlyMap<string, Occurrences>> {
  const found = new Map<string, Occurrences>();
  const left = [file];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const meant = at;
    const near = await symbols.filesNaming(wordsFor(meant), { signal });
    const read = await symbols.occurrences([...near], [name], { signal });
    for (const each of read.filter((one) => one.file !== file && !found.has(one.file) && reexportsAll(one, meant))) {
      found.set(each.file, each);
      left.push(each.file);
    }
  }
  return found;
}

/** Any import of the file contains one of these words; an index is imported by its directory's name, or by dots alone. */
function wordsFor(file: string): readonly string[] {
  const [stem = ""] = posix.basename(file).split(".");
  return stem === editingOfFile(file).directoryFile ? [stem, posix.basename(posix.dirname(file)), "export"] : [stem];
}

function reexportsAll({ file, language, imports }: Occurrences, other: string): boolean {
  return imports.some(({ source, name, local, exported }) => {
    if (name !== undefined || local !== undefined) return false;
    if (!exported && editingRulesOf(language).starImportsReexport !== true) return false;
    return meansFile(referenceRulesOf(language), { source, name, from: file }, { file: other }) === "yes";
  });
}

function exportsName({ imports, occurrences }: Occurrences, name: string): boolean {
  return (
    imports.some((each) => each.exported && (each.local ?? each.name) === name) ||
    occurrences.some((at) => at.exportedAs === name || (at.name === name && at.exportOf !== undefined))
  );
}
