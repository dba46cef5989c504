import type { ImportFact } from "../../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../../workspace/text/replacement.ts";
import { stemOf } from "../../python-paths.ts";
import { isCut, type SymbolMove } from "../symbol-move.ts";
import { dropNames, placeForPythonImports } from "./statements.ts";

export interface OldPythonPlan {
  readonly replacements: readonly Replacement[];
  readonly isStillUsed: boolean;
}

/** The old file without the code. What it lists in `__all__` it goes on handing on. */
export function planOldPython(
  move: SymbolMove,
  {
    source,
    taken,
    takesAll,
  }: { readonly source: string; readonly taken: ReadonlySet<string>; readonly takesAll: boolean },
): OldPythonPlan {
  const { old, name, cut } = move;
  const { file, facts } = old;
  const isStillUsed =
    facts.uses.some((use) => use.name === name && !isCut(move, use.start)) ||
    facts.exports.some((each) => each.name === name);
  const isOpen = takesAll || stemOf(file.path) === "__init__";
  const replacements: Replacement[] = cut.gaps.map((gap) => ({ ...gap, text: "" }));
  if (!isOpen) replacements.push(...dropUnused(move, taken, isStillUsed));
  if (isStillUsed) {
    const at = placeForPythonImports(file.text, facts);
    replacements.push({
      start: at.offset,
      end: at.offset,
      text: `${at.before}from ${source} import ${name}\n${at.after}`,
    });
  }
  return { replacements, isStillUsed };
}

/** Imports that only the moved code used, and that nobody takes from here. */
function dropUnused(move: SymbolMove, taken: ReadonlySet<string>, isFollowed: boolean): readonly Replacement[] {
  const { facts, file } = move.old;
  const inside = new Set(facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [name] : [])));
  const outside = new Set([
    ...facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [] : [name])),
    ...facts.exports.map(({ name }) => name),
    ...taken,
  ]);
  const alone = (each: ImportFact): boolean =>
    facts.imports.every((other) => other === each || other.span.start !== each.span.start);
  return facts.imports.flatMap((each) => {
    const dropped = each.names.filter(({ local }) => inside.has(local) && !outside.has(local));
    if (!each.isTop || dropped.length === 0 || !alone(each)) return [];
    return dropNames(file.text, each, new Set(dropped), isFollowed);
  });
}
