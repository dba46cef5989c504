import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import { namesThatStay } from "./kept-names.ts";
import type { UnprovenPlace } from "../proof/proof.ts";
import { type Renaming, refusal } from "./renaming.ts";
import { isCovered, isRenamed, type Names } from "./special-forms.ts";

/** Refuses a server's edit that changes anything but the name: it is based on other text, or is not a rename. */
export function checkOnlyNames({ target, newName }: Renaming, touched: readonly TouchedFile[], server: string): void {
  const names = { old: target.symbol.name, new: newName };
  const strange = touched.flatMap((file) => strangeEdits(file, names, target.file));
  if (strange.length === 0) return;
  const why = `${server} would change more than the name, or has another text of the files than the one on disk`;
  throw refusal("incomplete_rename", why, strange, "Ask again, or edit these places by `replace`.");
}

export interface Coverage {
  /** About references that rightly keep the old name. */
  readonly notes: readonly string[];
  /** Known references that the edit leaves out; empty unless the caller chose what to do about them. */
  readonly missing: readonly UnprovenPlace[];
}

/** Refuses a server's edit that misses a known reference, unless the caller chose what to do about such. */
export function checkCoverage(
  { references, target, newName, unproven }: Renaming,
  touched: readonly TouchedFile[],
  server: string,
): Coverage {
  const names = { old: target.symbol.name, new: newName };
  if (touched.length === 0) throw refusal("incomplete_rename", `${server} found nothing to rename`, [], nextStep);
  const edited = new Map(touched.map(({ file, replacements }) => [file?.path ?? "", replacements]));
  const files = references.files.map((file) => ({ ...file, edits: edited.get(file.file) ?? [] }));
  const { mayKeep, mustKeep } = namesThatStay(files, names);
  const wrong = files.flatMap((file) =>
    file.references
      .filter((at) => at.name === names.old && isCovered(at, file.edits) && mustKeep(file, at))
      .map((at) => `${file.file}:${at.line + 1}`),
  );
  if (wrong.length > 0) {
    const why = `The rename of ${server} changes places that get it from a file which goes on calling it ${visibleLine(names.old)}`;
    throw refusal("incomplete_rename", why, wrong, nextStep);
  }
  const uncovered = files.flatMap((file) =>
    file.references
      .filter((at) => at.name === names.old && !isCovered(at, file.edits))
      .map((at) => ({ file: file.file, at, place: `${file.file}:${at.line + 1}`, isKept: mayKeep(file, at) })),
  );
  const missing = uncovered.filter(({ isKept }) => !isKept);
  if (missing.length > 0 && unproven === "refuse") {
    const why = `The rename of ${server} leaves out ${missing.length} of the places that use it`;
    const next = `\`unproven\`: "include" renames these as well, "leave" leaves them.`;
    throw refusal(
      "incomplete_rename",
      why,
      missing.map(({ place }) => place),
      next,
    );
  }
  if (references.external > 0) {
    const why = `It is used in ${references.external} places outside of the project, which cannot be changed`;
    throw refusal("incomplete_rename", why, [], nextStep);
  }
  const why = `the rename of ${server} leaves these out`;
  const open = missing.map(({ file, at }) => ({ file, line: at.line, text: at.text, at, why }));
  const left = uncovered.filter(({ isKept }) => isKept).map(({ place }) => place);
  if (left.length === 0) return { notes: [], missing: open };
  const shown = left.slice(0, maxLeft).map(visibleLine).join(", ");
  const more = left.length > maxLeft ? ` and ${left.length - maxLeft} more` : "";
  const note = `${countOf(left.length, "place")} keep the name ${visibleLine(names.old)}, under which a file hands it on or brings it in: ${shown}${more}.`;
  return { notes: [note], missing: open };
}

const maxLeft = 5;
const nextStep = "Rename it by `replace` at each place, or write the new name beside the old one.";

/** Edits that are not renames, and created, moved or removed files; a file named after the symbol may be moved with it. */
function strangeEdits(
  { file, path, isMoved, isRemoved, replacements }: TouchedFile,
  names: Names,
  declaredIn: string,
): readonly string[] {
  if (file === undefined) return [`${path} (made)`];
  if (isRemoved) return [`${path} (removed)`];
  const follows = file.path === declaredIn && path === renamedFile(declaredIn, names);
  if (isMoved && !follows) return [`${file.path} (moved to ${path})`];
  const starts = lineStarts(file.text);
  return replacements
    .filter((each) => !isRenamed(file.text, each, names))
    .map(({ start }) => `${file.path}:${lineIndexAt(starts, start) + 1}`);
}

function renamedFile(path: string, names: Names): string {
  const slash = path.lastIndexOf("/") + 1;
  const name = path.slice(slash);
  return name.startsWith(`${names.old}.`) ? `${path.slice(0, slash)}${names.new}${name.slice(names.old.length)}` : path;
}
