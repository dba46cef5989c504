import { ToolError } from "toolwright";
import type { Replacement } from "../../../../workspace/text/replacement.ts";
import { showPath } from "../../../../workspace/paths/check-path.ts";
import type { Draft } from "../../../draft.ts";
import type { EditContext } from "../../../edit-context.ts";
import { replaceChecked } from "../../../replace-checked.ts";
import { createLookup } from "../../module-files.ts";
import { readNeeds } from "./needs.ts";
import { requireMovable } from "./require-movable.ts";
import { planTakers } from "./takers.ts";
import { chooseStyle } from "./path-style.ts";
import { changeImports } from "./import-list.ts";
import { planOldFile } from "./old-file.ts";
import { putIntoTarget } from "./target-file.ts";
import type { SymbolMove } from "../symbol-move.ts";
import { judgeCircle } from "./circle.ts";

/** JavaScript and TypeScript with modules. */
export async function planEcmascriptMove(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
): Promise<readonly string[]> {
  requireMovable(move);
  const isFile = createLookup(context, draft);
  const style = await chooseStyle(context, draft, move, isFile);
  const needs = await readNeeds(move, { isFile, style });
  const old = await planOldFile(move, { isFile, style });
  const takers = await planTakers(context, draft, move, isFile);
  if (takers.doubts.length > 0 && !move.force) throw takers.refusal();
  const circle = await judgeCircle(move, { needs, old, isFile });
  const isExported = old.isExported || old.isStillUsed || takers.files.length > 0;
  const target = await putIntoTarget(context, draft, move, { needs, isExported });
  const notes = [...target, ...circle, ...takers.notes];
  notes.push(...(await replaceChecked(context, draft, await draft.read(move.old.file.path), old.replacements)).notes);
  for (const { module, change, extra, codeStyle } of takers.files) {
    const replacements: readonly Replacement[] = [...changeImports(module, change, codeStyle), ...extra];
    notes.push(...(await replaceChecked(context, draft, await draft.read(module.file.path), replacements)).notes);
  }
  await requireWhole(context, draft, move);
  return notes;
}

/** A file that is made was never checked against what it was. */
async function requireWhole({ symbols, signal }: EditContext, draft: Draft, { to, name }: SymbolMove): Promise<void> {
  const { path, text } = await draft.read(to);
  const facts = await symbols.moduleOf(path, text, { signal });
  if (facts?.broken === false && facts.declared.some((each) => each.name === name)) return;
  throw new ToolError("broken_syntax", `${name} cannot be read as code in ${showPath(to)}; nothing was changed.`);
}
