import { ToolError } from "toolwright";
import { editingRulesOf } from "../../../languages/editing-of.ts";
import { languageById } from "../../../languages/language-of.ts";
import type { Span } from "../../../languages/language.ts";
import { codeKinds } from "../../../languages/symbol-kind.ts";
import { resolveReferences } from "../../../lsp/resolve/references/resolve-references.ts";
import type { ResolvedReferences } from "../../../lsp/resolve/references/question.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { findReferences } from "../../../syntax/references/find-references.ts";
import { hasReferenceRules, referenceRulesOf } from "../../../syntax/references/reference-rules.ts";
import { type Target, isMember, targetOf } from "../../../syntax/references/target.ts";
import { relativeTo } from "../../../workspace/paths/inside.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import { findDerived } from "../../proof/find-derived.ts";
import { findInheritedUses } from "../../proof/find-inherited-uses.ts";
import { findRequired } from "../../proof/find-required.ts";
import { impliedBy } from "../../proof/implied.ts";
import { findSoleMentions } from "../../proof/find-sole-mentions.ts";
import { findProof } from "../../proof/prove-places.ts";
import { type UnprovenPlace, listUnproven, noteUnproven, refuseInclude } from "../../proof/proof.ts";
import { refuseLate } from "../../proof/refuse-late.ts";
import type { UnprovenChoice } from "../../code-edit.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import type { FoundSymbol } from "../../find-symbol-to-edit.ts";
import { lineAt } from "../text/lines.ts";
import { findListedFields } from "./listed-fields.ts";

const shown = 10;

/** Refuses if something uses a symbol, or may, unless the caller chose to leave such places; notes say how reliable the search was. */
export async function findUses(
  context: EditContext,
  draft: Draft,
  found: FoundSymbol,
  choice: UnprovenChoice,
): Promise<readonly string[]> {
  refuseInclude("remove", choice);
  const { file, symbol, declared } = found;
  if (!hasReferenceRules(languageById(declared.language))) return [];
  const edited = await usesInDraft(context, draft, found);
  const onDisk = await symbolOnDisk(context, found);
  const target = onDisk === undefined ? undefined : targetOf({ ...onDisk, file: file.path }, onDisk.symbol);
  const answer = target === undefined ? undefined : await resolveReferences({ ...context, target });
  if (answer !== undefined) refuseLate(answer, symbol.name);
  const others = answer === undefined || onDisk === undefined ? [] : usesOf(answer, file.path, onDisk.symbol);
  const values = target === undefined || onDisk === undefined ? [] : await usesOfValues(context, target, onDisk);
  const listed = target === undefined ? [] : await findListedFields(context, target);
  const uses = [
    ...edited.places,
    ...[...values, ...listed, ...others].filter(({ path }) => !edited.paths.has(path)).map(({ line }) => line),
  ];
  const doubt = answer === undefined ? [] : [...doubtsOf(answer)];
  if (uses.length > 0) return [...leaveUses(symbol, uses, choice), ...doubt];
  const required = [...findSoleMentions(found), ...(target === undefined ? [] : await findRequired(context, target))];
  if (target !== undefined && answer !== undefined) required.push(...definedApart(target, answer));
  if (target !== undefined && required.length === 0) required.push(...(await findInheritedUses(context, target)));
  required.push(...findCounted(found), ...findStarted(found));
  const derived = target === undefined ? [] : await findDerived(context, target);
  required.push(...derived.map((each) => `${each.file.path}:${each.symbol.line + 1} ${each.symbol.signature}`));
  if (target !== undefined && onDisk !== undefined && isForAll(target, onDisk))
    required.push(`code everywhere, as ${file.path} exports nothing and describes what is global`);
  if (required.length > 0) doubt.push(...leaveRequired(symbol, required, choice));
  if (target === undefined || answer === undefined || answer.provenance.state === "complete") return doubt;
  const { sure, unproven } = await findProof(context, target, answer.bySyntax);
  // A use that was not there when the answer was made.
  const late = usesOf({ files: sure, unread: [] }, file.path, target.symbol).flatMap(({ path, line }) =>
    edited.paths.has(path) ? [] : [line],
  );
  if (late.length > 0) return [...leaveUses(symbol, late, choice), ...doubt];
  const open = unproven.filter((place) => !edited.paths.has(place.file) && mayUse(place, target));
  return [...leaveUnproven(symbol, open, choice), ...doubt];
}

/** The member of an enum whose value would be another one. */
function findCounted({ file, symbol, declared }: FoundSymbol): readonly string[] {
  const next = editingRulesOf(declared.language).countedBehind?.(file.text, symbol, declared.symbols);
  return next === undefined
    ? []
    : [`${file.path}:${next.line + 1} ${next.name}, whose value is counted from the ones before it`];
}

/** What runs when the program starts or ends says so in front of its head, which is no part of its signature. */
function findStarted({ file, symbol, declared }: FoundSymbol): readonly string[] {
  const head = file.text.slice(symbol.span.start, symbol.bodySpan?.start ?? symbol.span.end);
  const isStarted = codeKinds.has(symbol.kind) && languageById(declared.language)?.entryMarks?.test(head) === true;
  return isStarted ? [impliedBy] : [];
}

/** A file of declarations that exports nothing adds to what the language and its libraries declare. */
function isForAll({ file, language, container }: Target, { symbols }: OnDisk): boolean {
  const isDescription = referenceRulesOf(language)?.descriptions?.test(file) === true;
  return isDescription && container === undefined && !symbols.some(({ exported }) => exported);
}

/** A member without code of its own may be defined elsewhere, as in C++, which takes its declaration. */
function definedApart(target: Target, { files }: ResolvedReferences): readonly string[] {
  const { symbol, language, file: own } = target;
  const isHead = isMember(target) && symbol.bodySpan === undefined;
  if (!isHead || referenceRulesOf(language)?.modules !== "include") return [];
  return files.flatMap(({ file, references }) =>
    references
      .filter(({ role, start }) => role === "definition" && (file !== own || start !== symbol.nameSpan.start))
      .map(({ line, text }) => `${file}:${line + 1} ${text}`),
  );
}

/** Uses of the values of an enum that are visible beside it, as in C; those of one value are enough. */
async function usesOfValues(
  { symbols, signal }: EditContext,
  { file, symbol, language }: Target,
  { symbols: all }: OnDisk,
): Promise<ReturnType<typeof usesOf>> {
  if (symbol.kind !== "enum" || referenceRulesOf(language)?.openEnums?.test(symbol.signature) !== true) return [];
  const values = all.filter(
    ({ parent }) => parent !== undefined && all[parent]?.nameSpan.start === symbol.nameSpan.start,
  );
  for (const value of values) {
    const found = await findReferences(symbols, targetOf({ file, language, symbols: all }, value), { signal });
    const uses = usesOf(found, file, symbol);
    if (uses.length > 0) return uses;
  }
  return [];
}

function leaveUses({ path }: CodeSymbol, uses: readonly string[], choice: UnprovenChoice): readonly string[] {
  const isOne = uses.length === 1;
  const named = `${visibleLine(path)} is used in ${uses.length} other place${isOne ? "" : "s"}`;
  const list = uses.slice(0, shown).map((line) => ` ${line}`);
  const more = uses.length > shown ? [` and ${uses.length - shown} more`] : [];
  if (choice === "leave")
    return [[`${named}, which ${isOne ? "is left as it is" : "are left as they are"}:`, ...list, ...more].join("\n")];
  const next = 'Edit these first, or remove it with `unproven`: "leave":';
  throw new ToolError("still_used", [`${named}; nothing was changed. ${next}`, ...list, ...more].join("\n"));
}

function leaveRequired({ path }: CodeSymbol, types: readonly string[], choice: UnprovenChoice): readonly string[] {
  const list = types.slice(0, shown).map((each) => ` ${visibleLine(each)}`);
  const more = types.length > shown ? [` and ${types.length - shown} more`] : [];
  const named = `${visibleLine(path)} may be needed under this name by:`;
  if (choice === "leave") return [[named, ...list, ...more].join("\n")];
  throw new ToolError(
    "still_required",
    [named, ...list, ...more, 'Nothing was changed. Remove it all the same with `unproven`: "leave".'].join("\n"),
  );
}

function leaveUnproven(
  { path }: CodeSymbol,
  places: readonly UnprovenPlace[],
  choice: UnprovenChoice,
): readonly string[] {
  if (choice === "leave") return noteUnproven(places, "left");
  if (places.length === 0) return [];
  throw new ToolError(
    "cannot_prove",
    `No use of ${visibleLine(path)} is known, but it is not proven that there is none; nothing was changed. ${listUnproven(places)}\nIf none of these uses it, remove it with \`unproven\`: "leave".`,
  );
}

/** Code outside of the declaration that does not declare anything itself. */
function mayUse({ file, at, isDeclaration, text }: UnprovenPlace, { file: own, symbol: { span } }: Target): boolean {
  const isInside = file === own && at !== undefined && at.start >= span.start && at.start < span.end;
  return !isInside && isDeclaration !== true && !namesPackage(text);
}

interface OnDisk {
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
  readonly symbol: CodeSymbol;
}

/** Servers and the table read the disk: finds the symbol as it is there, if it exists. */
async function symbolOnDisk(
  { symbols, signal }: EditContext,
  { file, symbol, declared }: FoundSymbol,
): Promise<OnDisk | undefined> {
  if (!file.isChanged) return { language: declared.language, symbols: declared.symbols, symbol };
  const read = file.hash === undefined ? undefined : await symbols.ofFile(file.located, { signal });
  const same = read?.symbols.find(
    ({ path, kind, overload }) => path === symbol.path && kind === symbol.kind && overload === symbol.overload,
  );
  return read === undefined || same === undefined
    ? undefined
    : { language: read.language, symbols: read.symbols, symbol: same };
}

/** Imports count, since importing a removed symbol is an error; other declarations do not. Unread files may contain uses. */
function usesOf(
  { files, unread }: Pick<ResolvedReferences, "files" | "unread">,
  own: string,
  { span }: CodeSymbol,
): readonly { readonly path: string; readonly line: string }[] {
  const known = files.flatMap(({ file, references }) =>
    references
      .filter(({ start, role }) => role !== "definition" && !(file === own && start >= span.start && start < span.end))
      .filter(({ text }) => !namesPackage(text))
      .map(({ line, text, certainty }) => ({
        path: file,
        line: visibleLine(`${file}:${line + 1}${certainty === "likely" ? " (likely)" : ""} ${text}`),
      })),
  );
  const others = unread.filter((path) => path !== own);
  return [...known, ...others.map((path) => ({ path, line: visibleLine(`${path} names it and could not be read`) }))];
}

function doubtsOf({ provenance }: ResolvedReferences): readonly string[] {
  if (provenance.state === "complete") return [];
  const how =
    provenance.state === "syntactic" ? "by syntax alone" : `by ${provenance.server}, perhaps not in all files`;
  return [`Uses were looked for ${how}: ${provenance.why}.`];
}

/** In files changed by earlier edits, any word with that name outside the declaration counts. */
async function usesInDraft(
  context: EditContext,
  draft: Draft,
  { file: own, symbol }: FoundSymbol,
): Promise<{ readonly paths: ReadonlySet<string>; readonly places: readonly string[] }> {
  const paths = new Set<string>();
  const places: string[] = [];
  for (const change of draft.changes()) {
    const path = relativeTo(context.project.root, change.file.real);
    // A file moved without changes uses what it used before.
    if (change.kind === "move" && change.text === undefined) continue;
    paths.add(path);
    if (change.kind === "remove" || change.text === undefined) continue;
    const { comments } = await context.symbols.partsOf(path, change.text, { signal: context.signal });
    const declares = path === own.path ? [symbol.span] : [];
    places.push(
      ...findWords(change.text, symbol.name, [...comments, ...declares]).map((line) => visibleLine(`${path}:${line}`)),
    );
  }
  return { paths, places };
}

/** Lines that contain a name as a whole word outside the given spans: `12 the line`. */
function findWords(text: string, name: string, outside: readonly Span[]): readonly string[] {
  const found: string[] = [];
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_$]/u.test(character);
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
    if (isWord(text[at - 1]) || isWord(text[at + name.length])) continue;
    if (outside.some(({ start, end }) => at >= start && at < end) || namesPackage(lineAt(text, at))) continue;
    found.push(`${text.slice(0, at).split("\n").length} ${lineAt(text, at).trim().slice(0, 120)}`);
  }
  return found;
}

/** `package a` says where a file belongs, and does not use anything of that name. */
function namesPackage(line: string): boolean {
  return /^\s*package\s+[\w.]+\s*;?\s*(?:\/\/.*)?$/.test(line);
}
