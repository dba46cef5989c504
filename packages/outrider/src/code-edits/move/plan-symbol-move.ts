import { ToolError } from "toolwright";
import { editingRulesOf, editingOfFile } from "../../languages/editing-of.ts";
import type { MoveRules } from "../../languages/editing.ts";
import { checkNewName } from "../../workspace/paths/check-new-name.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import type { MoveEdit, PlannedEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { type FoundSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { planEcmascriptMove } from "./es-modules/plan-symbol.ts";
import { refuseInclude } from "../proof/proof.ts";
import { planGoMove } from "./go-packages/plan-symbol.ts";
import { type ModuleFile, readModuleFile } from "./module-files.ts";
import { planPythonMove } from "./python-packages/plan-symbol.ts";
import { type SymbolMove, cutCode } from "./symbol-move.ts";

export type SymbolEdit = MoveEdit & { readonly symbol: string };

/** Moves a declaration to the end of another file, with the imports that it needs, and updates the imports of others. */
export async function planSymbolMove(context: EditContext, draft: Draft, edit: SymbolEdit): Promise<PlannedEdit> {
  const { move, way } = await readMove(context, draft, edit);
  const notes = await planners[way](context, draft, move);
  return tellMove(move, notes);
}

/** Several declarations of one file to one other file: where modules are files, they are cut as one, and need nothing of each other. */
export async function planSymbolMoves(
  context: EditContext,
  draft: Draft,
  edits: readonly SymbolEdit[],
): Promise<readonly PlannedEdit[]> {
  const planned: PlannedEdit[] = [];
  const read: ReadMove[] = [];
  for (const edit of edits) {
    const { move, way } = await readMove(context, draft, edit);
    if (way === "es modules") read.push(move);
    else planned.push(tellMove(move, await planners[way](context, draft, move)));
  }
  const [first] = read;
  if (first === undefined) return planned;
  const names = [...new Set(read.flatMap((move) => move.names))];
  const { old, oldSymbols } = first;
  const all = { ...first, name: names.join(", "), names, cut: cutCode(old, oldSymbols, new Set(names)) };
  const notes = await planners["es modules"](context, draft, all);
  return read.map((move, index) => tellMove(move, index === 0 ? notes : []));
}

function tellMove({ name, symbol, old, to }: ReadMove, notes: readonly string[]): PlannedEdit {
  return { done: `moved ${symbol.kind} ${symbol.path} from ${old.file.path} to ${to}`, notes, names: [name] };
}

interface ReadMove extends SymbolMove {
  readonly symbol: FoundSymbol["symbol"];
}

async function readMove(
  context: EditContext,
  draft: Draft,
  edit: SymbolEdit,
): Promise<{ readonly move: ReadMove; readonly way: SymbolMoves }> {
  refuseInclude("move", edit.unproven);
  const found = await findOne(context, draft, edit);
  const { symbol, file, declared } = found;
  if (symbol.parent !== undefined) {
    throw refusal(
      file.path,
      symbol.path,
      "it is a part of another declaration",
      "Move that one, or insert and remove.",
    );
  }
  const way = editingRulesOf(declared.language).moves.symbols;
  if (way === undefined) {
    throw refusal(
      file.path,
      symbol.path,
      `what it uses and who uses it cannot be proven in ${declared.language}`,
      "`insert` it in the other file and `remove` it here, in one call.",
    );
  }
  const to = await targetPath(context, edit.to);
  if (to === file.path) throw new ToolError("no_change", `${symbol.name} is in ${showPath(to)} already.`);
  const old = await readWhole(context, await draft.read(file.path));
  const target = await readTarget(context, draft, to, way);
  if (target?.facts.declared.some(({ name }) => name === symbol.name) === true) {
    throw new ToolError("name_taken", `${showPath(to)} declares ${symbol.name} already; nothing was changed.`);
  }
  const move: ReadMove = {
    name: symbol.name,
    names: [symbol.name],
    symbol,
    old,
    oldSymbols: declared.symbols,
    target,
    to,
    cut: cutCode(old, declared.symbols, new Set([symbol.name])),
    leavesUnproven: edit.unproven === "leave",
  };
  return { move, way };
}

type SymbolMoves = NonNullable<MoveRules["symbols"]>;

const planners: Readonly<Record<SymbolMoves, (...of: Parameters<typeof planGoMove>) => Promise<readonly string[]>>> = {
  "es modules": planEcmascriptMove,
  "python packages": planPythonMove,
  "go packages": planGoMove,
};

/** Overloads count as one symbol here: they move together. */
async function findOne(context: EditContext, draft: Draft, edit: SymbolEdit): Promise<FoundSymbol> {
  try {
    return await findSymbolToEdit(context, draft, edit);
  } catch (error) {
    if (!(error instanceof ToolError) || error.code !== "ambiguous_symbol" || edit.path === undefined) throw error;
    const first = await findSymbolToEdit(context, draft, { ...edit, symbol: `${edit.symbol}[0]` });
    const same = first.declared.symbols.filter(({ name }) => name === first.symbol.name);
    if (first.symbol.parent === undefined && same.every(({ parent }) => parent === undefined)) return first;
    throw error;
  }
}

async function targetPath({ project }: EditContext, wanted: string): Promise<string> {
  const located = await project.files.locate(wanted, "write");
  checkNewName(wanted, located);
  if (located.kind === "directory" || /[\\/]$/.test(wanted))
    throw new ToolError("is_directory", `${showPath(wanted)} is a directory; a symbol is moved to a file.`);
  return relativeTo(project.root, located.real);
}

async function readTarget(
  context: EditContext,
  draft: Draft,
  to: string,
  way: SymbolMoves,
): Promise<ModuleFile | undefined> {
  if (editingOfFile(to).moves.symbols !== way || /\.d\.[mc]?ts$/.test(to)) {
    throw new ToolError(
      "other_language",
      `${showPath(to)} is in another language than the symbol; nothing was changed.`,
    );
  }
  const isNew = (await context.project.files.locate(to, "write")).kind === "missing";
  const changed = draft
    .changes()
    .some((change) => change.file.shown === to || (change.kind === "move" && change.to.shown === to));
  return isNew && !changed ? undefined : await readWhole(context, await draft.read(to));
}

async function readWhole(context: EditContext, file: ModuleFile["file"]): Promise<ModuleFile> {
  const module = await readModuleFile(context, file);
  if (module === undefined) throw new ToolError("cannot_prove", `${showPath(file.path)} could not be read as code.`);
  if (!module.facts.broken) return module;
  throw new ToolError(
    "cannot_prove",
    `${showPath(file.path)} has syntax errors, so that nothing can be proven of it. Mend it first.`,
  );
}

function refusal(path: string, symbol: string, why: string, next: string): ToolError {
  return new ToolError("cannot_prove", `${symbol} in ${showPath(path)} was not moved: ${why}. ${next}`);
}
