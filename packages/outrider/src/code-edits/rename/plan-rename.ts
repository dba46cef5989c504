import { ToolError, isToolError } from "toolwright";
import { editingRulesOf } from "../../languages/editing-of.ts";
import type { NameRules } from "../../languages/editing.ts";
import { languageById } from "../../languages/language-of.ts";
import { plainName } from "../../languages/name-patterns.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { serverName } from "../../lsp/resolve/provenance.ts";
import { resolveReferences } from "../../lsp/resolve/references/resolve-references.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { isMember, targetOf, type Target } from "../../syntax/references/target.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import type { PlannedEdit, RenameEdit } from "../code-edit.ts";
import { type Draft, applyReplacements } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { findLeftovers } from "../proof/find-leftovers.ts";
import { impliedBy, isImplied } from "../proof/implied.ts";
import { type UnprovenPlace, listUnproven, noteUnproven } from "../proof/proof.ts";
import { refuseLate } from "../proof/refuse-late.ts";
import { type FoundSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { putEdit } from "../workspace-edit/apply-workspace-edit.ts";
import { type TouchedFile, editedBefore } from "../workspace-edit/collect-edit.ts";
import { askCurrent } from "./ask-current.ts";
import { checkCoverage, checkOnlyNames } from "./check-coverage.ts";
import { withDerivedNames, withPlaces } from "./derived-names.ts";
import { findCollisions } from "./find-collisions.ts";
import { type Overrides, findOverrides } from "./find-overrides.ts";
import { proveBySyntax } from "./prove-by-syntax.ts";
import { isBeyondSyntax, openPlaces, refuseOpen } from "./open-places.ts";
import { refuseNamedFile, withRenamedFile } from "./rename-file.ts";
import { type RenameEdits, type Renaming, refusal } from "./renaming.ts";
import { wordPattern } from "./special-forms.ts";

export interface PlannedRename extends PlannedEdit {
  /** What it changes. */
  readonly touched: readonly TouchedFile[];
}

/** A rename is worth more time than a question: without an answer it is mostly refused. */
const readyMs = 20_000;
const answerMs = 45_000;
/** What is left of the call's time for the rename itself, its checks, and the problems afterwards. */
const toRenameMs = 25_000;

/** Renames a symbol everywhere: with a language server whose answer is checked, or if scopes and imports prove it. */
export async function planRename(given: EditContext, draft: Draft, edit: RenameEdit): Promise<PlannedRename> {
  const context = { ...given, readyMs: given.readyMs ?? readyMs };
  const { newName, force, unproven } = edit;
  const { file, symbol, declared } = await findRenamed(context, draft, edit);
  const target = targetOf({ file: file.path, language: declared.language, symbols: declared.symbols }, symbol);
  checkNewName(target, newName);
  refuseEdited(draft, file.path, symbol.name);
  const { leftMs } = context;
  const references = await resolveReferences({
    ...context,
    target,
    answerMs,
    leftMs: leftMs === undefined ? undefined : () => leftMs() - toRenameMs,
  });
  refuseLate(references, symbol.name);
  const renaming: Renaming = { context, draft, target, newName, references, unproven };
  const { touched: edits, notes, leftovers } = await editsFor(renaming, file.text);
  const touched = await withDerivedNames(renaming, withRenamedFile(target, newName, edits));
  await refuseNamedFile(renaming, touched);
  const overrides = isMember(target) ? await findOverrides(renaming, touched) : undefined;
  if (unproven !== "leave") refuseOverrides(renaming, overrides);
  if (!force) await refuseTaken(renaming, touched, overrides);
  await checkDeclared(renaming, touched);
  const put = await putEdit(context, draft, touched);
  const edited = new Map(touched.map((each) => [each.file?.path ?? each.path, each.replacements]));
  const { total, shown } = leftovers ?? (await findLeftovers(context, { name: symbol.name, edited }));
  const places = touched.reduce((sum, { replacements }) => sum + replacements.length, 0);
  return {
    done: `renamed ${symbol.kind} ${visibleLine(symbol.path)} to ${visibleLine(newName)}: ${countOf(places, "place")} in ${countOf(touched.length, "file")}`,
    notes: [...notes, ...put.notes, ...movedNotes(touched), ...overrideNotes(overrides), ...ignoredNotes(renaming)],
    names: [symbol.name, newName],
    leftovers: { total, shown },
    touched,
  };
}

/** Several declarations with one name path are one symbol: overloads, and declarations that extend a type. */
async function findRenamed(context: EditContext, draft: Draft, edit: RenameEdit): Promise<FoundSymbol> {
  try {
    return await findSymbolToEdit(context, draft, edit);
  } catch (error) {
    if (!isToolError(error) || error.code !== "ambiguous_symbol" || /\[\d+\]$/.test(edit.symbol)) throw error;
    return await findSymbolToEdit(context, draft, { ...edit, symbol: `${edit.symbol}[0]` }).catch(() => {
      throw error;
    });
  }
}

/** Neither servers nor a search on disk know what earlier edits have done to the name. */
function refuseEdited(draft: Draft, path: string, name: string): void {
  for (const change of draft.changes()) {
    const isNamed = "text" in change && change.text !== undefined && wordPattern(name).test(change.text);
    if (isNamed || change.file.shown === path) throw editedBefore(change.file.shown);
  }
}

async function editsFor(renaming: Renaming, text: string): Promise<RenameEdits> {
  const answer = await askCurrent(renaming, text);
  if (typeof answer === "string") return await provenEdits(renaming, answer);
  const server = serverName(answer.server);
  const { collected } = answer;
  const { references, unproven } = renaming;
  checkOnlyNames(renaming, collected.touched, server);
  try {
    const isOpen = unproven === "refuse" && references.provenance.state !== "complete";
    const asked = isOpen ? { ...renaming, unproven: "leave" as const } : renaming;
    const { notes, missing } = checkCoverage(asked, collected.touched, server);
    const open = [...missing, ...openPlaces(references)];
    if (isOpen) throw refuseOpen(renaming, collected.touched, open);
    const { touched, notes: others } = await withMissing(renaming, collected.touched, open);
    return { touched, notes: [...partialNotes(renaming), ...collected.notes, ...notes, ...others] };
  } catch (error) {
    if (!isToolError(error) || unproven !== "refuse" || isBeyondSyntax(renaming)) throw error;
    return await provenEdits(renaming, `the rename of ${server} is not complete`, error);
  }
}

function partialNotes({ references: { provenance } }: Renaming): readonly string[] {
  if (provenance.state !== "partial") return [];
  return [`${provenance.server} may not know all places: ${visibleLine(provenance.why)}.`];
}

/** Adds the places that a server's rename leaves out, if the caller chose so, and says what became of them. */
async function withMissing(
  renaming: Renaming,
  touched: readonly TouchedFile[],
  missing: readonly UnprovenPlace[],
): Promise<RenameEdits> {
  if (renaming.unproven !== "include") return { touched, notes: noteUnproven(missing, "left") };
  const places = missing.flatMap(({ file, at }) => (at === undefined ? [] : [{ file, at }]));
  return { touched: await withPlaces(renaming, touched, places), notes: noteUnproven(missing, "changed") };
}

async function provenEdits(renaming: Renaming, why: string, error?: ToolError): Promise<RenameEdits> {
  refuseImplied(renaming);
  const proven = await proveBySyntax(renaming);
  const reason = visibleLine(why.replaceAll(/\s*[\r\n]+\s*/g, " ").replace(/\.$/, ""));
  if ("touched" in proven && proven.touched.length > 0) {
    const claim = proven.notes.length === 0 ? "scopes and imports prove every place" : "not every place is proven";
    return { ...proven, notes: [`Without a language server (${reason}); ${claim}.`, ...proven.notes] };
  }
  if (error !== undefined) throw error;
  const { doubt, places } = "touched" in proven ? { doubt: "no place was found", places: [] } : proven;
  const said = `No language server can say where ${visibleLine(renaming.target.symbol.path)} is used (${reason}), and syntax does not prove it`;
  const list = [...(doubt === undefined ? [] : [doubt]), ...(places.length === 0 ? [] : [listUnproven(places)])];
  throw new ToolError(
    "cannot_prove",
    `${said}: ${list.join("; ")}\nNothing was changed. \`unproven\`: "include" renames these places as well, "leave" leaves them; \`wait\` gives a server more time; \`${renaming.context.otherWays.findReferences}\` shows what is known.`,
  );
}

function refuseImplied({ target, unproven }: Renaming): void {
  if (unproven !== "refuse" || !isImplied(target)) return;
  const why = `${visibleLine(target.symbol.path)} may be needed under this name by ${impliedBy}`;
  throw refusal("cannot_prove", why, [], 'If nothing needs it, set `unproven`: "leave".');
}

function refuseOverrides({ target }: Renaming, overrides: Overrides | undefined): void {
  const path = visibleLine(target.symbol.path);
  if (overrides !== undefined && overrides.missing.length > 0) {
    const why = `${path} is declared in types above or below, too, and the rename leaves these out`;
    const next = '`unproven`: "leave" renames without them; they are other methods then.';
    throw refusal("incomplete_rename", why, overrides.missing, next);
  }
  if (overrides?.isCut === true) {
    const why = `Not all types above and below ${path} could be looked at, and one of them may declare it, too`;
    const next = 'Try again when the index is built, or use `unproven`: "leave".';
    throw refusal("incomplete_rename", why, [], next);
  }
}

async function refuseTaken(
  { context, target, newName, references }: Renaming,
  touched: RenameEdits["touched"],
  overrides: Overrides | undefined,
): Promise<void> {
  const found = await findCollisions(context, { target, newName, touched, files: references.files });
  const taken = [...new Set([...found, ...(overrides?.taken ?? [])])];
  if (taken.length === 0) return;
  const path = visibleLine(target.symbol.path);
  const why = `${visibleLine(newName)} is the name of something else where ${path} is declared or used`;
  throw refusal("name_taken", why, taken, "Choose another name, or set `force` where it is no clash.");
}

function movedNotes(touched: readonly TouchedFile[]): readonly string[] {
  return touched.flatMap(({ file, path, isMoved }) =>
    isMoved && file !== undefined ? [`${showPath(file.path)} is ${showPath(path)} now, as its type is named.`] : [],
  );
}

function overrideNotes(overrides: Overrides | undefined): readonly string[] {
  const { missing = [], outside = [] } = overrides ?? {};
  const named = (all: readonly string[]): string => all.slice(0, maxNamed).map(visibleLine).join("; ");
  return [
    ...(missing.length === 0 ? [] : [`Left under the old name, as you chose: ${named(missing)}.`]),
    ...(outside.length === 0 ? [] : [`Whether these types from elsewhere declare it is not known: ${named(outside)}.`]),
  ];
}

const maxNamed = 5;

function ignoredNotes({ references: { ignored } }: Renaming): readonly string[] {
  if (ignored.size === 0) return [];
  const [first = ""] = ignored.keys();
  const others = ignored.size === 1 ? "" : ` and ${ignored.size - 1} more`;
  return [`It is also used in files that git ignores, which were left: ${showPath(first)}${others}.`];
}

/** Refuses a new name under which the symbol is no longer found: a keyword, or a name with a special meaning. */
async function checkDeclared(
  { context: { symbols, signal }, target, newName }: Renaming,
  touched: readonly TouchedFile[],
): Promise<void> {
  const { file: path, symbol } = target;
  const own = touched.find(({ file }) => file?.path === path);
  if (own?.file === undefined) return;
  const text = applyReplacements(own.file, own.replacements);
  const after = await symbols.ofText(path, text, { signal });
  if (after === undefined) return;
  const wanted = symbol.path.slice(0, symbol.path.length - symbol.name.length) + newName;
  const isThere = after.symbols.some((each) => each.path === wanted && each.kind === symbol.kind);
  if (isThere) return;
  throw new ToolError(
    "invalid_name",
    `With the name ${visibleLine(JSON.stringify(newName))} the code does not declare ${visibleLine(symbol.path)} any more, as if that were a word of the language; nothing was changed. Choose another name.`,
  );
}

/** Refuses names that are never valid for a symbol; keywords are noticed when the edited code is parsed. */
function checkNewName(target: Target, newName: string): void {
  const { language, symbol } = target;
  const { name, kind, path } = symbol;
  if (newName === name)
    throw new ToolError(
      "no_change",
      `${visibleLine(path)} has the name ${show(newName)} already; nothing was changed.`,
    );
  if (kind === "constructor") {
    throw new ToolError(
      "invalid_name",
      `${visibleLine(path)} is a constructor, whose name is that of its type. Rename the type.`,
    );
  }
  const { names } = editingRulesOf(language);
  if (!isMember(target) && isReserved(names, kind, newName)) {
    throw new ToolError(
      "invalid_name",
      `${show(newName)} has a meaning of its own in the language, so ${visibleLine(path)} cannot have that name; nothing was changed. Choose another.`,
    );
  }
  if (isName(names, name, newName)) return;
  const title = languageById(language)?.title ?? language;
  throw new ToolError(
    "invalid_name",
    `Expected \`new_name\` to be a name as ${title} allows it, without the path before it, got ${show(newName)}. The symbol is ${show(name)} now.`,
  );
}

function isReserved({ reserved, reservedTypes }: NameRules, kind: CodeSymbol["kind"], newName: string): boolean {
  const isType = typeKinds.has(kind) || kind === "type";
  return reserved?.has(newName) === true || (isType && reservedTypes?.has(newName) === true);
}

/** A private name has to stay private. */
function isName({ pattern, privateMark }: NameRules, old: string, newName: string): boolean {
  const mark = privateMark !== undefined && old.startsWith(privateMark) ? privateMark : "";
  const allowed = pattern?.(old) ?? plainName;
  return newName.startsWith(mark) && allowed.test(newName.slice(mark.length));
}

function show(name: string): string {
  return visibleLine(JSON.stringify(name.slice(0, 120)));
}
