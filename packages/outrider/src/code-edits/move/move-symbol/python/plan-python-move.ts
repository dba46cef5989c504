import { ToolError } from "toolwright";
import { showPath } from "../../../../workspace/paths/check-path.ts";
import type { Draft } from "../../../draft.ts";
import type { EditContext } from "../../../edit-context.ts";
import { replaceChecked } from "../../../replace-checked.ts";
import { createLookup, readModulesNaming } from "../../module-files.ts";
import { cannotProve, listPlaces, type Place } from "../../move-place.ts";
import { stemOf } from "../../python-paths.ts";
import { writeRelative } from "../../python-sources.ts";
import { isCut, type SymbolMove } from "../symbol-move.ts";
import { findCircle } from "./circle.ts";
import { readPythonNeeds, requirePythonMovable } from "./needs.ts";
import { planOldPython } from "./old-file.ts";
import { putIntoPython } from "./target-file.ts";
import { planPythonTaker, type PythonTaker } from "./takers.ts";

export async function planPythonMove(context: EditContext, draft: Draft, move: SymbolMove): Promise<readonly string[]> {
  requirePythonMovable(move);
  const { old, to, name, force } = move;
  const before = createLookup(context, draft);
  const isFile = async (path: string): Promise<boolean> => path === to || (await before(path));
  const needs = await readPythonNeeds(move, isFile);
  const words = [name, stemOf(old.file.path) === "__init__" ? "import" : stemOf(old.file.path)];
  const { modules, closed } = await readModulesNaming(context, draft, words);
  const others = modules.filter(
    ({ file, facts }) => facts.language === "python" && file.path !== old.file.path && file.path !== to,
  );
  const takers: PythonTaker[] = [];
  for (const module of others) takers.push(await planPythonTaker(module, move, isFile));
  const doubts: Place[] = [
    ...closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" })),
    ...takers.flatMap((taker) => taker.doubts),
    ...needs.doubts,
  ];
  if (doubts.length > 0 && !force) {
    throw cannotProve(
      old.file.path,
      `these places may use ${name} in a way that cannot be followed`,
      doubts,
      "Change them first, or use `force` and change them afterwards.",
    );
  }
  const source = await writeRelative(isFile, old.file.path, to.replace(/\.py$/, "").replace(/\/__init__$/, ""), to);
  if (source === undefined)
    throw new ToolError("cannot_prove", `No import of ${showPath(old.file.path)} can name ${showPath(to)}.`);
  const taken = new Set(takers.flatMap((taker) => [...taker.takenNames]));
  const plan = planOldPython(move, { source, taken, takesAll: takers.some(({ takesAll }) => takesAll) });
  const circle = await findCircle(context, draft, move, {
    isFile,
    edges: [
      ...(plan.isStillUsed ? [[old.file.path, to] as const] : []),
      ...takers.flatMap((taker) => (taker.replacements.length > 0 ? [[taker.module.file.path, to] as const] : [])),
      ...needs.files.map((path) => [to, path] as const),
    ],
  });
  if (circle !== undefined && !force) {
    throw new ToolError(
      "circular",
      `${name} was not moved: these would import each other: ${circle.join(" -> ")}. Move what it uses, too, or use \`force\`.`,
    );
  }
  const notes = [...(await putIntoPython(context, draft, move, needs))];
  notes.push(...(await replaceChecked(context, draft, await draft.read(old.file.path), plan.replacements)).notes);
  for (const { module, replacements } of takers) {
    if (replacements.length === 0) continue;
    notes.push(...(await replaceChecked(context, draft, await draft.read(module.file.path), replacements)).notes);
  }
  if (circle !== undefined) notes.push(`These import each other now: ${circle.join(" -> ")}.`);
  if (doubts.length > 0) notes.push(`Left as they are, although they may use it:\n${listPlaces(doubts)}`);
  return notes;
}

export function usesOutside(move: SymbolMove, name: string): SymbolMove["old"]["facts"]["uses"] {
  return move.old.facts.uses.filter((use) => use.name === name && !isCut(move, use.start));
}
