import { ToolError } from "toolwright";
import type { ImportFact } from "../../../languages/modules/module-facts.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { replaceChecked } from "../../replace-checked.ts";
import { type Location, cannotProve, listLocations } from "../location.ts";
import { createLookup, readModulesNaming } from "../module-files.ts";
import { type SymbolMove, isCut } from "../symbol-move.ts";
import { findCircle } from "./circle.ts";
import { type PythonDependent, planPythonDependent } from "./dependents.ts";
import { readPythonNeeds, requirePythonMovable } from "./needs.ts";
import { stemOf, writeRelative } from "./paths.ts";
import { dropNames, importPosition, isPythonModule } from "./statements.ts";
import { putIntoPython } from "./target-file.ts";

export async function planPythonMove(context: EditContext, draft: Draft, move: SymbolMove): Promise<readonly string[]> {
  requirePythonMovable(move);
  const { old, to, name, leavesUnproven } = move;
  const before = createLookup(context, draft);
  const isFile = async (path: string): Promise<boolean> => path === to || (await before(path));
  const needs = await readPythonNeeds(move, isFile);
  const words = [name, stemOf(old.file.path) === "__init__" ? "import" : stemOf(old.file.path)];
  const { modules, closed } = await readModulesNaming(context, draft, words);
  const others = modules.filter(
    (module) => isPythonModule(module) && module.file.path !== old.file.path && module.file.path !== to,
  );
  const dependents: PythonDependent[] = [];
  for (const module of others) dependents.push(await planPythonDependent(module, move, isFile));
  const doubts: Location[] = [
    ...closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" })),
    ...dependents.flatMap((dependent) => dependent.doubts),
    ...needs.doubts,
  ];
  if (doubts.length > 0 && !leavesUnproven) {
    throw cannotProve(
      old.file.path,
      `these places may use ${name} in a way that cannot be followed`,
      doubts,
      'Change them first, or use `unproven`: "leave" and change them afterwards.',
    );
  }
  const source = await writeRelative(isFile, old.file.path, to.replace(/\.py$/, "").replace(/\/__init__$/, ""), to);
  if (source === undefined)
    throw new ToolError("cannot_prove", `No import of ${showPath(old.file.path)} can name ${showPath(to)}.`);
  const importedNames = new Set(dependents.flatMap((dependent) => [...dependent.importedNames]));
  const plan = planOldPython(move, {
    source,
    importedNames,
    importsAll: dependents.some(({ importsAll }) => importsAll),
  });
  const circle = await findCircle(context, draft, move, {
    isFile,
    edges: [
      ...(plan.isStillUsed ? [[old.file.path, to] as const] : []),
      ...dependents.flatMap((dependent) =>
        dependent.replacements.length > 0 ? [[dependent.module.file.path, to] as const] : [],
      ),
      ...needs.files.map((path) => [to, path] as const),
    ],
  });
  if (circle !== undefined && !leavesUnproven) {
    throw new ToolError(
      "circular",
      `${name} was not moved: these would import each other: ${circle.join(" -> ")}. Move what it uses, too, or use \`unproven\`: "leave".`,
    );
  }
  const notes = [...(await putIntoPython(context, draft, move, needs))];
  notes.push(...(await replaceChecked(context, draft, await draft.read(old.file.path), plan.replacements)).notes);
  for (const { module, replacements } of dependents) {
    if (replacements.length === 0) continue;
    notes.push(...(await replaceChecked(context, draft, await draft.read(module.file.path), replacements)).notes);
  }
  if (circle !== undefined) notes.push(`These import each other now: ${circle.join(" -> ")}.`);
  if (doubts.length > 0) notes.push(`Left as they are, although they may use it:\n${listLocations(doubts)}`);
  return notes;
}

interface OldPythonPlan {
  readonly replacements: readonly Replacement[];
  readonly isStillUsed: boolean;
}

/** The old file without the code. It keeps exporting what it lists in `__all__`. */
function planOldPython(
  move: SymbolMove,
  {
    source,
    importedNames,
    importsAll,
  }: { readonly source: string; readonly importedNames: ReadonlySet<string>; readonly importsAll: boolean },
): OldPythonPlan {
  const { old, name, cut } = move;
  const { file, facts } = old;
  const isStillUsed =
    facts.uses.some((use) => use.name === name && !isCut(move, use.start)) ||
    facts.exports.some((each) => each.name === name);
  const isOpen = importsAll || stemOf(file.path) === "__init__";
  const replacements: Replacement[] = cut.gaps.map((gap) => ({ ...gap, text: "" }));
  if (!isOpen) replacements.push(...dropUnused(move, importedNames, isStillUsed));
  if (isStillUsed) {
    const at = importPosition(file.text, facts);
    replacements.push({
      start: at.offset,
      end: at.offset,
      text: `${at.before}from ${source} import ${name}\n${at.after}`,
    });
  }
  return { replacements, isStillUsed };
}

/** Imports that only the moved code used, and that no other file imports from here. */
function dropUnused(move: SymbolMove, importedNames: ReadonlySet<string>, isFollowed: boolean): readonly Replacement[] {
  const { facts, file } = move.old;
  const inside = new Set(facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [name] : [])));
  const outside = new Set([
    ...facts.uses.flatMap(({ name, start }) => (isCut(move, start) ? [] : [name])),
    ...facts.exports.map(({ name }) => name),
    ...importedNames,
  ]);
  const alone = (each: ImportFact): boolean =>
    facts.imports.every((other) => other === each || other.span.start !== each.span.start);
  return facts.imports.flatMap((each) => {
    const dropped = each.names.filter(({ local }) => inside.has(local) && !outside.has(local));
    if (!each.isTop || dropped.length === 0 || !alone(each)) return [];
    return dropNames(file.text, each, new Set(dropped), isFollowed);
  });
}
