import { ToolError } from "toolwright";
import { editingRulesOf } from "../../languages/editing-of.ts";
import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import {
  type FileReferences,
  findReferences,
  type Reference,
  type References,
} from "../../syntax/references/find-references.ts";
import type { Occurrence, Occurrences } from "../../syntax/references/occurrence.ts";
import { namesModules, referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import { type Target, isMember, sharesPackage } from "../../syntax/references/target.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { EditContext } from "../edit-context.ts";
import { type FoundLeftovers, findLeftovers, mayUse } from "./find-leftovers.ts";
import { findPasted } from "./find-pasted.ts";
import { isOtherMember, isPrivateName } from "./member-doubt.ts";
import type { Proof, UnprovenPlace } from "./proof.ts";
import { refuseLate } from "./refuse-late.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";

/** Searches for all places of a symbol and judges them; files may change between the two, and then it is searched again. */
export async function findProof(context: EditContext, target: Target, found: References | undefined): Promise<Proof> {
  const search = () => findReferences(context.symbols, target, { signal: context.signal });
  let searched = found ?? (await search());
  for (let attempt = 1; ; attempt += 1) {
    const proof = await provePlaces(context, target, searched);
    if (proof.changed === undefined) return proof;
    if (attempt === maxAttempts)
      throw new ToolError(
        "changed_meanwhile",
        `${showPath(proof.changed)} changes all the time; nothing was changed. Ask again.`,
      );
    searched = await search();
  }
}

const maxAttempts = 4;

/** Judges every place with the name of a symbol, in all files of the project, by what syntax says of it. */
export async function provePlaces(context: EditContext, target: Target, found: References): Promise<Proof> {
  refuseLate(found, target.symbol.name);
  const known = new Map(
    found.files.map(({ file, references }) => [file, new Map(references.map((each) => [each.start, each]))]),
  );
  const sure: FileReferences[] = [];
  const unproven: UnprovenPlace[] = found.unread.map((file) => ({
    file,
    line: undefined,
    text: "",
    why: "files with the name could not be read",
    at: undefined,
  }));
  let others = 0;
  for (const { occurrences, ...file } of found.looked) {
    const references: Reference[] = [];
    const meant = known.get(file.file);
    const isReached = [...(meant?.values() ?? [])].some(({ certainty }) => certainty === "sure");
    for (const at of occurrences) {
      const judged = judge(target, { ...file, occurrences }, meant?.get(at.start) ?? at, isReached);
      if (judged === "sure") references.push({ ...at, certainty: "sure" });
      else if (judged === "other") others += 1;
      else
        unproven.push({
          file: file.file,
          line: at.line,
          text: at.text,
          at,
          why: judged,
          isDeclaration: at.role === "definition",
        });
    }
    if (references.length > 0) sure.push({ ...file, references });
  }
  const edited = new Map(sure.map(({ file, references }) => [file, references.map(spanOf)]));
  const leftovers = await findLeftovers(context, {
    name: target.symbol.name,
    language: target.language,
    edited,
  });
  const unseen = leftovers.unseen.filter((place) => !isModuleName(found.looked, target.symbol.name, place));
  unproven.push(...unseen.map((place) => ({ ...place, why: unseenWhy })));
  const quoted = leftovers.quoted.filter(({ text }) => isNamedInTexts(target, text));
  unproven.push(...quoted.map((place) => ({ ...place, why: quotedWhy })));
  unproven.push(...(await findPasted(context, target)));
  const changed = changedSince(found, leftovers);
  const own = isPrivateName(target) ? unproven.filter(isIn(target.file)) : unproven;
  return { sure, unproven: own, others, changed, leftovers };
}

/** A file in whose code the name stands where the search did not see it. */
function changedSince({ looked, unread }: References, { inCode }: FoundLeftovers): string | undefined {
  const searched = new Map(
    looked.map(({ file, occurrences }) => [file, new Set(occurrences.map(({ start }) => start))]),
  );
  const isNew = (file: string, start: number): boolean => searched.get(file)?.has(start) !== true;
  return [...inCode].find(
    ([file, starts]) => !unread.includes(file) && starts.some((start) => isNew(file, start)),
  )?.[0];
}

/** `from a.name import b`: the words of the path are modules. */
function isModuleName(
  files: readonly Occurrences[],
  name: string,
  { file, line }: Omit<UnprovenPlace, "why">,
): boolean {
  const read = files.find((each) => each.file === file);
  if (read === undefined || !namesModules(referenceRulesOf(read.language))) return false;
  return read.imports.some((site) => site.line === line && site.source.split(".").includes(name));
}

const quotedWhy = "a text there is its name, by which code may reach it";
const unseenWhy = "code there has the name, and the parser does not see what it means";

function spanOf({ start, name }: Occurrence): { readonly start: number; readonly end: number } {
  return { start, end: start + name.length };
}

function isIn(path: string): (place: UnprovenPlace) => boolean {
  return ({ file }) => file === path;
}

/** "sure", "other", or why neither is proven. */
function judge(target: Target, file: Occurrences, at: Occurrence | Reference, isReached: boolean): string {
  const certainty = "certainty" in at ? at.certainty : "other";
  const companion = at.role === "definition" ? companionOf(target, file, at, isReached) : undefined;
  if (certainty === "sure" || companion === "sure") return doubtOfSure(target, file, at) ?? "sure";
  if (companion !== undefined) return companion.why;
  if (certainty === "likely") {
    if (isForeign(target, file)) return "other";
    return isMember(target) && at.receiver !== undefined
      ? "a value there may have it"
      : "some places only probably mean it";
  }
  if (at.name !== target.symbol.name || isSurelyOther(target, file, at)) return "other";
  return "some places with the name may mean it";
}

/** Members of C and C++ are not known to languages that read no headers; such a place is told among those that are left. */
function isForeign(target: Target, { language }: Occurrences): boolean {
  const found = languageById(language);
  const isMemberOfHeader = isMember(target) && referenceRulesOf(target.language)?.modules === "include";
  if (!isMemberOfHeader || found === undefined || mayUse(found, target.language)) return false;
  return referenceRulesOf(language)?.readsHeaders !== true;
}

function doubtOfSure(target: Target, { language }: Occurrences, at: Occurrence): string | undefined {
  // `alias A.B` makes the name `B`, which changes with the whole name.
  if (target.symbol.name.endsWith(`.${at.name}`)) return "the last part of its name stands there alone";
  if (at.role === "use" && editingRulesOf(language).bareWords === true) return "a word in a script may be a mere text";
  const isTaken = at.role === "definition" && at.key !== undefined && !isMember(target);
  return isTaken ? "it is taken out of a value by its name" : undefined;
}

/** Callbacks, annotations and types name methods in strings, and fields where types are shapes; some languages, functions. */
function isNamedInTexts(target: Target, line: string): boolean {
  const { inTexts } = editingRulesOf(target.language).names;
  if (!isMember(target)) return inTexts?.(line, target.symbol.name) === true;
  return codeKinds.has(target.symbol.kind) || languageById(target.language)?.members?.shared === "shapes";
}

/** What the classifier excludes is proven, except for members that are declared elsewhere. */
function isSurelyOther(target: Target, file: Occurrences, at: Occurrence): boolean {
  return at.role !== "definition" || !isMember(target) || isOtherMember(target, file, at);
}

/** Whether a declaration with the same name belongs to a symbol, so that both always have one name. */
type Companion = "sure" | { readonly why: string } | undefined;

/**
 * Constructors have the name of their type; partial classes, extensions, separate definitions and prototypes declare the same
 * thing once more. Undefined for a declaration of something else.
 */
function companionOf(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  /** The file surely uses the symbol, so that the same name is the same thing there. */
  isReached: boolean,
): Companion {
  const { symbol } = target;
  const declared = file.symbols.find(({ nameSpan }) => nameSpan.start <= at.start && at.start < nameSpan.end);
  if (declared === undefined || !isNamedLike(target, declared)) return undefined;
  if (file.file === target.file) return "sure";
  const rules = referenceRulesOf(file.language);
  if (rules?.modules === "include") {
    // Of a type, a static member is visible wherever the type is.
    const isHidden = [symbol, declared].some(({ signature }) => /^static\b/.test(signature));
    if (isHidden && !isMember(target)) return undefined;
    return isReached ? "sure" : { why: "it is declared there, too" };
  }
  if (rules?.hasPartialTypes !== true || file.language !== target.language) return undefined;
  const holder = declared.path === symbol.path ? declared : (file.symbols[declared.parent ?? -1] ?? declared);
  const isPartial = [symbol, holder].every(({ signature }) => /\bpartial\b/.test(signature));
  if (isPartial && sharesPackage(target, file)) return "sure";
  const mayContinue = declared.kind === "impl" || symbol.kind === "impl" || isPartial;
  return mayContinue ? { why: "a type of that name is continued there" } : undefined;
}

/** The same path, or a constructor in the type. */
function isNamedLike({ symbol }: Target, declared: CodeSymbol): boolean {
  if (declared.path === symbol.path) return true;
  const isMadeBy = declared.kind === "constructor" || declared.signature.includes(`~${symbol.name}`);
  return typeKinds.has(symbol.kind) && isMadeBy && isBelow(declared.path, symbol.path);
}

function isBelow(path: string, outer: string): boolean {
  return path.slice(0, path.lastIndexOf("/")) === outer;
}
