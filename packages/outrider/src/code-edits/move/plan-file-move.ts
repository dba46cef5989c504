import { posix } from "node:path";
import { ToolError } from "toolwright";
import { editingOfFile } from "../../languages/editing-of.ts";
import { checkNewName } from "../../workspace/paths/check-new-name.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { MoveEdit, PlannedEdit } from "../code-edit.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { replaceChecked } from "../replace-checked.ts";
import { refuseInclude } from "../proof/proof.ts";
import { planMentionedFile, planNamedFile } from "./by-path/plan-file.ts";
import { planEcmascriptFile } from "./es-modules/plan-file.ts";
import type { FileMove, FilePlan } from "./file-plan.ts";
import { planGoFile } from "./go-packages/plan-file.ts";
import { planIncludedFile } from "./includes/plan-file.ts";
import { cannotProve, listLocations } from "./location.ts";
import { findPathLeftovers } from "./path-mentions.ts";
import { planPythonFile } from "./python-packages/plan-file.ts";

/** Moves a file to another path, and updates its own imports and those that refer to it. */
export async function planFileMove(context: EditContext, draft: Draft, edit: MoveEdit): Promise<PlannedEdit> {
  if (edit.path === undefined) throw new ToolError("unclear_edit", "`path` is missing: the file that is to be moved.");
  refuseInclude("move", edit.unproven);
  const leaves = edit.unproven === "leave";
  const file = await draft.read(edit.path);
  requireExpected(file, edit.expect);
  const to = await targetOf(context, file, edit.to);
  const move = { file, to };
  const plan = await planBySyntax(context, draft, move, leaves);
  if (plan.doubts.length > 0 && !leaves) {
    throw cannotProve(
      file.path,
      "these places may mean it, and it cannot be proven what they have to be",
      plan.doubts,
      unlessLeft,
    );
  }
  const leftovers = await findPathLeftovers(context, draft, move);
  const notes = await putPlan(context, draft, move, plan);
  return { done: `moved ${file.path} to ${to}`, notes, names: [], ...(leftovers.total === 0 ? {} : { leftovers }) };
}

const unlessLeft = '`unproven`: "leave" moves the file and leaves these places for you to edit.';

async function planBySyntax(context: EditContext, draft: Draft, move: FileMove, leaves: boolean): Promise<FilePlan> {
  const way = editingOfFile(move.file.path).moves.files;
  switch (way) {
    case "es modules":
      return await planEcmascriptFile(context, draft, move);
    case "python packages":
      return await planPythonFile(context, draft, move);
    case "go packages":
      return planGoFile(move, leaves);
    case "includes":
      return await planIncludedFile(context, draft, move);
    case "named by path":
      return await planNamedFile(context, draft, move, leaves);
    case undefined:
      return await planMentionedFile(context, draft, move);
    default:
      return way satisfies never;
  }
}

async function putPlan(
  context: EditContext,
  draft: Draft,
  { file, to }: FileMove,
  { others, own, doubts, leftAlone, notes }: FilePlan,
): Promise<readonly string[]> {
  const checked: string[] = [];
  for (const each of others)
    checked.push(...(await replaceChecked(context, draft, each.file, each.replacements)).notes);
  const current = await draft.read(file.path);
  const edited = own.length === 0 ? current : (await replaceChecked(context, draft, current, own)).file;
  await draft.move(edited, to);
  return [
    ...notes,
    ...checked,
    ...(doubts.length === 0 ? [] : [`Left as they are, although they mean the file:\n${listLocations(doubts)}`]),
    ...(leftAlone.length === 0
      ? []
      : [`Not changed, as only their user knows what they mean:\n${listLocations(leftAlone)}`]),
  ];
}

async function targetOf({ project }: EditContext, file: DraftFile, wanted: string): Promise<string> {
  const located = await project.files.locate(wanted, "write");
  checkNewName(wanted, located);
  const isDirectory = located.kind === "directory" || /[\\/]$/.test(wanted);
  if (located.kind === "file") throw taken(wanted);
  const below = relativeTo(project.root, located.real);
  const to = isDirectory ? posix.join(below, posix.basename(file.path)) : below;
  if (to === file.path) throw new ToolError("no_change", `${showPath(file.path)} is there already.`);
  if (isDirectory && (await project.files.locate(to, "write")).kind !== "missing") throw taken(to);
  return to;
}

function taken(path: string): ToolError {
  return new ToolError("exists", `There is something at ${showPath(path)} already; nothing was changed.`);
}

function requireExpected({ hash, text, path }: DraftFile, expect: string | undefined): void {
  if (expect === undefined || expect === hash || text.includes(expect)) return;
  throw new ToolError("stale", `${showPath(path)} does not hold what was expected; nothing was changed.`);
}
