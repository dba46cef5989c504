import { posix } from "node:path";
import { ToolError } from "toolwright";
import { editingOfFile } from "../../../languages/editing-of.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { findStarClashes } from "../../proof/find-star-clashes.ts";
import { replaceChecked } from "../../replace-checked.ts";
import { type FileLookup, type ModuleFile, createLookup } from "../module-files.ts";
import { cutCode, type SymbolMove } from "../symbol-move.ts";
import { type Companions, findCompanions } from "./companions.ts";
import { planDependents } from "./dependents.ts";
import { changeImports } from "./imports.ts";
import { noteLoadEffects } from "./load-effects.ts";
import { type Needs, isExportedBy, isType, readNeeds } from "./needs.ts";
import { type OldFilePlan, planOldFile } from "./old-file.ts";
import { type PathStyle, filesMeant, isRelative } from "./paths.ts";
import { putIntoTarget } from "./target-file.ts";

/** JavaScript and TypeScript with modules. */
export async function planEcmascriptMove(
  context: EditContext,
  draft: Draft,
  asked: SymbolMove,
): Promise<readonly string[]> {
  const isExported = (name: string): boolean =>
    isExportedBy(asked, name) || asked.old.facts.exports.some((each) => each.name === name);
  const companions = findCompanions({ old: asked.old, asked: asked.names, isExported });
  const { along, opened } = companions;
  const moved = new Set([...asked.names, ...along]);
  const move = { ...asked, cut: cutCode(asked.old, asked.oldSymbols, moved) };
  requireMovable(move);
  await refuseStarClashes(context, move, opened);
  const isFile = createLookup(context, draft);
  const dependents = await planDependents(context, draft, move, isFile);
  const style = await chooseStyle(context, move, { isFile, written: dependents.style });
  const needs = await readNeeds(move, { isFile, style, opened });
  const old = await planOldFile(move, { isFile, style, opened });
  if (dependents.doubts.length > 0 && !move.leavesUnproven) throw dependents.refusal();
  const circle = await judgeCircle(move, { needs, old, isFile });
  const exported = new Set([...old.exported, ...old.stillUsed, ...dependents.files.flatMap(({ names }) => names)]);
  const target = await putIntoTarget(context, draft, move, { needs, exported });
  const notes = [...noteCompanions(move, companions), ...target, ...circle, ...dependents.notes];
  notes.push(...noteLoadEffects(move, needs.ofOld.length > 0 ? [] : dependents.unloaded));
  notes.push(...(await putOldFile(context, draft, move, { replacements: old.replacements, opened })));
  for (const { module, change, codeStyle } of dependents.files) {
    const replacements = changeImports(module, change, codeStyle);
    notes.push(...(await replaceChecked(context, draft, await draft.read(module.file.path), replacements)).notes);
  }
  await requireWhole(context, draft, move);
  return notes;
}

/** A helper that gets exported passes through every `export *` of its file, where another one may have the name. */
async function refuseStarClashes(
  context: EditContext,
  { name, old: { file } }: SymbolMove,
  opened: ReadonlySet<string>,
): Promise<void> {
  for (const helper of opened) {
    const declaring = await context.symbols.filesWith([helper], { signal: context.signal });
    const clashes = await findStarClashes(context, { file: file.path, newName: helper, declaring });
    if (clashes.length === 0) continue;
    throw new ToolError(
      "name_taken",
      `${name} was not moved: ${helper} would have to be exported from ${showPath(file.path)}, as both files need it, and another ${helper} is there where all of that file is re-exported: ${clashes.slice(0, 5).join("; ")}. Rename one of the two first.`,
    );
  }
}

/** A keyword in front makes another statement of one that stays, so what the file declares is compared, too. */
async function putOldFile(
  context: EditContext,
  draft: Draft,
  { old, cut, name }: SymbolMove,
  { replacements, opened }: { readonly replacements: readonly Replacement[]; readonly opened: ReadonlySet<string> },
): Promise<readonly string[]> {
  const mayDisturb = opened.size > 0;
  const file = await draft.read(old.file.path);
  const { file: after, notes } = await replaceChecked(context, draft, file, replacements, { mayDisturb });
  if (!mayDisturb) return notes;
  const facts = await context.symbols.moduleOf(after.path, after.text, { signal: context.signal });
  const left = old.facts.declared.filter((each) => !cut.names.has(each.name)).map((each) => each.name);
  const isWhole = facts?.broken === false && facts.declared.map((each) => each.name).join("\n") === left.join("\n");
  if (isWhole) return notes;
  throw new ToolError("broken_syntax", `${name} cannot be taken out of ${showPath(after.path)}; nothing was changed.`);
}

function noteCompanions({ old, to }: SymbolMove, { along, shared, opened }: Companions): readonly string[] {
  const alone = [...along].filter((name) => !shared.has(name));
  const { path } = old.file;
  return [
    ...(alone.length === 0
      ? []
      : [`${alone.join(", ")} went along: nothing else uses ${alone.length === 1 ? "it" : "them"}.`]),
    ...(shared.size === 0
      ? []
      : [
          `${[...shared].join(", ")} went along and ${shared.size === 1 ? "is" : "are"} exported from ${to}, as ${path} still uses what moved.`,
        ]),
    ...(opened.size === 0
      ? []
      : [
          `${[...opened].join(", ")} stayed and ${opened.size === 1 ? "is" : "are"} exported from ${path} now, as both files use ${opened.size === 1 ? "it" : "them"}.`,
        ]),
  ];
}

/** A new file has no previous text to be checked against, so it is parsed here. */
async function requireWhole(
  { symbols, signal }: EditContext,
  draft: Draft,
  { to, name, cut }: SymbolMove,
): Promise<void> {
  const { path, text } = await draft.read(to);
  const facts = await symbols.moduleOf(path, text, { signal });
  const declared = new Set(facts?.declared.map((each) => each.name));
  if (facts?.broken === false && [...cut.names].every((each) => declared.has(each))) return;
  throw new ToolError("broken_syntax", `${name} cannot be read as code in ${showPath(to)}; nothing was changed.`);
}

/** Refuses a symbol that others import by another name, and modules that do not export plain names. */
function requireMovable({ old, target, to, name, names, cut }: SymbolMove): void {
  const refuse = (why: string, next: string): never => {
    throw new ToolError("cannot_prove", `${name} in ${showPath(old.file.path)} was not moved: ${why}. ${next}`);
  };
  const isDefault =
    /^export\s+default\b/m.test(cut.text) ||
    old.facts.exports.some((each) => names.includes(each.name) && each.as === "default");
  if (isDefault) refuse("it is the default export of its file", "Make it a named one first.");
  const renamed = old.facts.exports.find((each) => names.includes(each.name) && each.as !== each.name);
  if (renamed !== undefined) refuse(`it is exported as ${renamed.as}`, "Export it by its own name first.");
  for (const { file } of target === undefined ? [old] : [old, target]) {
    if (/\bmodule\.exports\b|(?<![.\w])exports\.\w|^export\s*=/m.test(file.text))
      refuse(`${file.path} exports in the way of CommonJS`, "`insert` and `remove` it by hand.");
  }
  if (/@jsx\b/.test(old.file.text))
    refuse("a comment says how its elements are made", "`insert` and `remove` it by hand.");
  const isTyped = (path: string): boolean => editingOfFile(path).moves.hasTypes === true;
  if (isTyped(old.file.path) !== isTyped(to))
    refuse("the other file has other rules for types", "Choose a file of the same kind.");
}

/** How imports spell file extensions here: as in the two files, else as in the importers of the old one, else as the compiler settings require. */
async function chooseStyle(
  { project }: EditContext,
  { old, target, to }: SymbolMove,
  { isFile, written }: { readonly isFile: FileLookup; readonly written: PathStyle | undefined },
): Promise<PathStyle> {
  for (const module of target === undefined ? [old] : [old, target]) {
    const style = await styleIn(module, isFile);
    if (style !== undefined) return style;
  }
  if (written !== undefined) return written;
  if (/\.[mc]?jsx?$/.test(to)) return "exact";
  for (let directory = posix.dirname(to); ; directory = posix.dirname(directory)) {
    const path = posix.join(directory, "tsconfig.json");
    if (await isFile(path))
      return settingsStyle((await project.files.readText(await project.files.locate(path, "read"))).text);
    if (directory === "." || directory === "/") return "none";
  }
}

async function styleIn({ file, facts }: ModuleFile, isFile: FileLookup): Promise<PathStyle | undefined> {
  for (const { source, form } of facts.imports) {
    if (form !== "static" || !isRelative(source)) continue;
    const [first, ...others] = await filesMeant(isFile, file.path, source);
    const isCode = first !== undefined && /\.[mc]?[jt]sx?$/.test(first.path);
    if (isCode && others.length === 0) return first.style === "directory" ? "none" : first.style;
  }
  return undefined;
}

function settingsStyle(text: string): PathStyle {
  if (/"(?:allowImportingTsExtensions|rewriteRelativeImportExtensions)"\s*:\s*true/.test(text)) return "exact";
  return /"module(?:Resolution)?"\s*:\s*"node(?:16|18|20|next)"/i.test(text) ? "js" : "none";
}

/** Two files that import each other: fine if neither reads the other's values while loading. */
async function judgeCircle(
  move: SymbolMove,
  { needs, old, isFile }: { readonly needs: Needs; readonly old: OldFilePlan; readonly isFile: FileLookup },
): Promise<readonly string[]> {
  const { to, leavesUnproven } = move;
  const path = move.old.file.path;
  const values = [...old.stillUsed].filter((name) => !isType(move.oldSymbols, name));
  if (values.length === 0) return [];
  const before = await importsOld(move, isFile, needs);
  if (needs.ofOld.length === 0 && !before) return [];
  const isSafe = old.isDeferred && needs.ofOld.every(({ isDeferred }) => isDeferred);
  if (!isSafe && !leavesUnproven) {
    throw new ToolError(
      "circular",
      `${move.name} was not moved: ${showPath(path)} and ${showPath(to)} would import each other and read each other's values while they are loaded. Move what ${move.name} uses, too, or use \`unproven\`: "leave".`,
    );
  }
  return [`${path} and ${to} import each other now.`];
}

async function importsOld({ target, old, to }: SymbolMove, isFile: FileLookup, { drop }: Needs): Promise<boolean> {
  for (const { source, names, isTypeOnly } of target?.facts.imports ?? []) {
    const meant = await filesMeant(isFile, to, source);
    const isKept = names.length === 0 || names.some((name) => !drop.has(name) && !name.isTypeOnly);
    if (!isTypeOnly && isKept && meant.some(({ path }) => path === old.file.path)) return true;
  }
  return false;
}
