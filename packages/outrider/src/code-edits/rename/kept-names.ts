import type { FileReferences, Reference } from "../../syntax/references/find-references.ts";
import { meansFile } from "../../syntax/references/module-paths.ts";
import { receiverWords, referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { isCovered, type Names } from "./special-forms.ts";

/** A file that uses the symbol, with its edits. */
export interface EditedFile extends FileReferences {
  readonly edits: readonly Replacement[];
}

export interface KeptNames {
  /**
   * Whether a reference may stay unrenamed: its file has its own name for the symbol, as for an imported default export, or
   * imports it from a file that still exports the old name, as with `export { new as old }`.
   */
  readonly mayKeep: (file: EditedFile, at: Reference) => boolean;
  /** Whether a renamed reference is wrong: it imports the new name from a file that exports the old one. */
  readonly mustKeep: (file: EditedFile, at: Reference) => boolean;
}

/** Determines which references keep the old name. */
export function namesThatStay(files: readonly EditedFile[], names: Names): KeptNames {
  const exporting = new Set(files.filter((file) => reexportsOld(file, names)).map(({ file }) => file));
  const getsAny = (file: EditedFile, isWanted: (site: FileReferences["imports"][number]) => boolean): boolean =>
    file.imports.some((site) => isWanted(site) && [...exporting].some((other) => isFrom(file, site, other)));
  for (let size = -1; size !== exporting.size;) {
    size = exporting.size;
    for (const file of files)
      if (getsAny(file, ({ name, exported }) => exported && (name === names.old || name === undefined)))
        exporting.add(file.file);
  }

  const isOfKeeping = (file: EditedFile, receiver: string): boolean => {
    const [first] = receiverWords(receiver);
    return getsAny(file, ({ local, name }) => local === first && name === undefined);
  };

  const mayKeep: KeptNames["mayKeep"] = (file, at) => {
    if (at.exportOf !== undefined && at.exportOf !== names.old) return true;
    if (at.receiver !== undefined) return isOfKeeping(file, at.receiver);
    const isOwn = file.imports.some(({ local, name }) => local === names.old && name !== names.old);
    const isImported = getsAny(file, ({ name }) => name === names.old);
    // A name has one meaning per file: either all of its uses are renamed or none.
    return at.role === "import" ? isImported || isOwn : (isImported || isOwn) && !isUsedRenamed(file, names);
  };
  return { mayKeep, mustKeep: (file, at) => at.receiver !== undefined && isOfKeeping(file, at.receiver) };
}

/** An edit writes `new as old`, or the missing part of it; or the file already exported the symbol under this name. */
function reexportsOld({ edits, references }: EditedFile, names: Names): boolean {
  const aliases = new Set([`${names.new} as ${names.old}`, ` as ${names.old}`, `${names.new} as `]);
  if (edits.some(({ text }) => aliases.has(text))) return true;
  return references.some(({ name, exportOf }) => name === names.old && exportOf !== undefined && exportOf !== name);
}

function isFrom(
  { file, language }: FileReferences,
  site: { source: string; name: string | undefined },
  other: string,
): boolean {
  if (file === other) return false;
  const { source, name } = site;
  return meansFile(referenceRulesOf(language), { source, name, from: file }, { file: other }) === "yes";
}

function isUsedRenamed({ references, edits }: EditedFile, { old }: Names): boolean {
  return references.some(
    (at) => at.name === old && at.receiver === undefined && at.role !== "import" && isCovered(at, edits),
  );
}
