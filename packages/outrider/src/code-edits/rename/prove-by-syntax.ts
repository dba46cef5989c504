import { editingRulesOf } from "../../languages/editing-of.ts";
import { codeKinds } from "../../languages/symbol-kind.ts";
import { type References, findReferences } from "../../syntax/references/find-references.ts";
import type { Occurrence, Occurrences } from "../../syntax/references/occurrence.ts";
import { mustImport, referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import { type Target, isMember } from "../../syntax/references/target.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import { type TouchedFile, editedBefore } from "../workspace-edit/collect-edit.ts";
import { refuseIgnored } from "../workspace-edit/refuse-ignored.ts";
import { findLeftovers } from "./find-leftovers.ts";
import type { RenameEdits, Renaming } from "./renaming.ts";

/** Why scopes and imports alone do not prove that a rename is right. */
export interface Unproven {
  readonly doubt: string;
  readonly places: readonly string[];
}

/** The edits by scopes and imports, if these leave no doubt that all references are renamed and nothing else. */
export async function proveBySyntax(renaming: Renaming): Promise<RenameEdits | Unproven> {
  const { context, draft, target, newName } = renaming;
  const { symbols, signal } = context;
  if (referenceRulesOf(target.language) === undefined)
    return { doubt: "references are not looked for in its language", places: [] };
  if (isMember(target) && !isPrivateName(target))
    return { doubt: "it is reached through values, whose types only a server knows", places: [] };
  const found = await findReferences(symbols, target, { signal });
  const doubt = doubtOf(target, found) ?? (await doubtfulTexts(renaming, found));
  if (doubt !== undefined) return doubt;
  const touched: TouchedFile[] = [];
  for (const { file: path, references } of found.files) {
    const named = references.filter(({ name }) => name === target.symbol.name);
    if (named.length === 0) continue;
    const file = await draft.read(path);
    if (file.isChanged) throw editedBefore(path);
    const replacements = named.map((each) => replacementAt(each, newName));
    const isStale = named.some(({ start, name }) => !file.text.startsWith(name, start));
    if (isStale) return { doubt: `${path} changed meanwhile`, places: [] };
    touched.push({ file, path: file.path, isMoved: false, isRemoved: false, replacements, text: "" });
  }
  await refuseIgnored(context, touched);
  return { touched, notes: [] };
}

/** A shorthand keeps its key, which other code uses: `{ a }` becomes `{ a: b }`. */
function replacementAt({ start, name, key }: Occurrence, newName: string): Replacement {
  return { start, end: start + name.length, text: key === "also" ? `${name}: ${newName}` : newName };
}

/** `#name` is only visible in its class, whatever precedes it. */
function isPrivateName({ language, symbol }: Target): boolean {
  const { privateMark } = editingRulesOf(language).names;
  return privateMark !== undefined && symbol.name.startsWith(privateMark);
}

function doubtOf(target: Target, { files, unread, looked }: References): Unproven | undefined {
  if (unread.length > 0) return { doubt: "files with the name could not be read", places: unread };
  const likely = files.flatMap(({ file, references }) =>
    references.filter(({ certainty }) => certainty !== "sure").map((at) => showAt(file, at)),
  );
  if (likely.length > 0) return { doubt: "some places only probably mean it", places: likely };
  const words = files.flatMap(({ file, language, references }) =>
    references
      .filter(({ role }) => role === "use" && editingRulesOf(language).bareWords === true)
      .map((at) => showAt(file, at)),
  );
  if (words.length > 0) return { doubt: "a word in a script may be a mere text", places: words };
  const taken = files.flatMap(({ file, references }) =>
    references.filter(({ role, key }) => role === "definition" && key !== undefined).map((at) => showAt(file, at)),
  );
  if (taken.length > 0 && !isMember(target)) return { doubt: "it is taken out of a value by its name", places: taken };
  const known = new Set(files.flatMap(({ file, references }) => references.map(({ start }) => `${file}:${start}`)));
  const open = looked.flatMap((file) =>
    file.occurrences
      .filter((at) => at.name === target.symbol.name && !known.has(`${file.file}:${at.start}`))
      .filter((at) => !isSurelyOther(target, file, at))
      .map((at) => showAt(file.file, at)),
  );
  return open.length > 0 ? { doubt: "some places with the name may mean it", places: open } : undefined;
}

/** Certainly something else: a local value, another declaration, or a name that the file declares or imports itself. */
function isSurelyOther(target: Target, file: Occurrences, at: Occurrence): boolean {
  if (at.local !== undefined || at.role === "definition") return true;
  const { container, symbol } = target;
  const isElsewhere = file.file !== target.file;
  if (container !== undefined && codeKinds.has(container.kind) && isElsewhere) return true;
  // A name that is not exported is only visible in its own module.
  if (isElsewhere && !symbol.exported && mustImport(target.language) && isModule(file)) return true;
  if (at.key === "alone") return true;
  if (at.receiver !== undefined) return isPrivateName(target) ? isElsewhere : false;
  const isDeclared = file.symbols.some(({ name }) => name === at.name);
  return isElsewhere && (isDeclared || file.imports.some(({ local }) => local === at.name));
}

/** A script without imports shares its names with other scripts. */
function isModule({ imports, symbols, language }: Occurrences): boolean {
  const isAlways = editingRulesOf(language).everyFileIsModule === true;
  return isAlways || imports.length > 0 || symbols.some(({ exported }) => exported);
}

/** Exported symbols may be looked up by name, so a string in code that contains the name is a doubt. */
async function doubtfulTexts({ context, target }: Renaming, found: References): Promise<Unproven | undefined> {
  const { symbol, container } = target;
  if (!symbol.exported || container !== undefined || isPrivateName(target)) return undefined;
  const edited = new Map(
    found.files.map(({ file, references }) => [
      file,
      references.map(({ start, name }) => ({ start, end: start + name.length })),
    ]),
  );
  const { strings } = await findLeftovers(context, { name: symbol.name, edited });
  return strings.length > 0 ? { doubt: "a text in code has its name", places: strings } : undefined;
}

function showAt(file: string, { line, text }: Occurrence): string {
  return `${file}:${line + 1} ${text}`;
}
