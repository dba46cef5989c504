import { ToolError } from "toolwright";
import { editingRulesOf } from "../../../languages/editing-of.ts";
import type { ImportFact, ImportedName } from "../../../languages/modules/module-facts.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { showPath } from "../../../workspace/paths/check-path.ts";
import type { FileLookup } from "../module-files.ts";
import { type SymbolMove, isCut } from "../symbol-move.ts";
import type { WantedImport } from "./imports.ts";
import { type PathStyle, filesMeant, isRelative, moveSource, writeSource } from "./paths.ts";

/** What the moved code uses from its old file. */
export interface Needs {
  /** Imports that the target needs and does not have yet. */
  readonly add: readonly WantedImport[];
  /** Imports of the target to be replaced: of the symbol itself, and of types that are needed as values. */
  readonly drop: ReadonlySet<ImportedName>;
  /** Those that are values of the old file, and whether all uses are inside functions. */
  readonly ofOld: readonly { readonly name: string; readonly isDeferred: boolean }[];
  /** The target re-exported these from the old file and has to keep exporting them. */
  readonly reexported: ReadonlySet<string>;
}

interface Surroundings {
  readonly isFile: FileLookup;
  readonly style: PathStyle;
  /** Private names of the old file that it is going to export. */
  readonly opened: ReadonlySet<string>;
}

export async function readNeeds(move: SymbolMove, { isFile, style, opened }: Surroundings): Promise<Needs> {
  const { old, target, to, cut } = move;
  const names = new Set(usesOf(move).flatMap(({ name }) => (cut.names.has(name) ? [] : [name])));
  for (const name of cut.names)
    if (!move.names.includes(name)) requireFree(move, name, "the moved code brings its own with it");
  if (needsReact(move)) names.add("React");
  const own = await ownImports(move, isFile);
  const drop = new Set<ImportedName>(own.drop);
  const add: WantedImport[] = [];
  const ofOld: Needs["ofOld"][number][] = [];
  const privates: string[] = [];
  for (const each of inOrder(old.facts.imports, names)) {
    const found = findImport(old.facts.imports, each);
    const isDeclared = old.facts.declared.some((declared) => declared.name === each);
    if (found === undefined && !isDeclared) {
      requireFree(move, each, "the moved code means another one by that name");
      continue;
    }
    if (found === undefined) {
      if (!isExportedBy(move, each) && !opened.has(each)) privates.push(each);
      else {
        const isTypeOnly = isType(move.oldSymbols, each);
        if (!isTypeOnly)
          ofOld.push({ name: each, isDeferred: usesOf(move).every((use) => use.name !== each || use.isDeferred) });
        add.push({
          source: writeSource(to, old.file.path, style),
          kind: "named",
          name: each,
          local: each,
          isTypeOnly,
          isReexport: false,
        });
      }
      continue;
    }
    requirePlain(move, found.statement);
    add.push(copyImport(move, found));
  }
  if (privates.length > 0) throw usesPrivate(move, privates);
  const left: WantedImport[] = [];
  for (const wanted of add) if (!(await isThere(move, wanted, { isFile, drop }))) left.push(wanted);
  const known = new Set(own.drop.map(({ name }) => name));
  const other = target?.facts.uses.find(({ name }) => cut.names.has(name) && !known.has(name));
  if (other !== undefined) throw taken(move, other.name, `${to} uses another one by that name`);
  return { add: left, drop, ofOld, reexported: own.reexported };
}

export function usesOf({ old, cut }: SymbolMove): SymbolMove["old"]["facts"]["uses"] {
  return old.facts.uses.filter(({ start }) => isCut({ cut }, start));
}

/** In the order of the old file's imports. */
function inOrder(imports: readonly ImportFact[], names: ReadonlySet<string>): readonly string[] {
  const locals = imports.flatMap((each) => each.names.map(({ local }) => local)).filter((local) => names.has(local));
  return [...new Set([...locals, ...names])];
}

/** JSX needs React in scope even if it is not mentioned. */
function needsReact({ cut, old }: SymbolMove): boolean {
  return (
    /<[A-Za-z>]/.test(cut.text) &&
    editingRulesOf(old.facts.language).moves.hasElements === true &&
    findImport(old.facts.imports, "React") !== undefined
  );
}

interface FoundImport {
  readonly statement: ImportFact;
  readonly name: ImportedName;
}

export function findImport(imports: readonly ImportFact[], local: string): FoundImport | undefined {
  for (const statement of imports) {
    if (statement.form !== "static" || statement.isReexport) continue;
    const name = statement.names.find((each) => each.local === local);
    if (name !== undefined) return { statement, name };
  }
  return undefined;
}

function copyImport({ old, to }: SymbolMove, { statement, name }: FoundImport): WantedImport {
  const { source } = statement;
  return {
    source: isRelative(source) ? moveSource(old.file.path, to, source) : source,
    kind: name.kind,
    name: name.name,
    local: name.local,
    isTypeOnly: statement.isTypeOnly || name.isTypeOnly,
    isReexport: false,
  };
}

function requirePlain({ old, name }: SymbolMove, { span, sourceSpan }: ImportFact): void {
  const rest = old.file.text.slice(sourceSpan.end + 1, span.end).trim();
  const isPlain = rest === "" || rest === ";";
  if (isPlain) return;
  throw new ToolError(
    "cannot_prove",
    `${name} was not moved: it uses ${old.file.text.slice(span.start, span.end)}, which cannot be copied. Import it in the other file first.`,
  );
}

/** Whether the target already has the import; refused if the name means something else there. */
async function isThere(
  move: SymbolMove,
  wanted: WantedImport,
  { isFile, drop }: { readonly isFile: FileLookup; readonly drop: Set<ImportedName> },
): Promise<boolean> {
  const { target, to } = move;
  if (target === undefined) return false;
  const meant = await onlyFile(isFile, to, wanted.source);
  if (meant === to && wanted.kind === "named" && wanted.name === wanted.local) {
    if (target.facts.declared.some(({ name }) => name === wanted.name)) return true;
  }
  const there = findImport(target.facts.imports, wanted.local);
  if (there === undefined || drop.has(there.name)) {
    requireFree(move, wanted.local, "the moved code brings one of that name with it");
    return false;
  }
  const isSame =
    there.name.kind === wanted.kind &&
    there.name.name === wanted.name &&
    (there.statement.source === wanted.source ||
      (meant !== undefined && (await onlyFile(isFile, to, there.statement.source)) === meant));
  if (!isSame) throw taken(move, wanted.local, `${to} imports another one by that name`);
  if (wanted.isTypeOnly || !(there.statement.isTypeOnly || there.name.isTypeOnly)) return true;
  drop.add(there.name);
  return false;
}

async function onlyFile(isFile: FileLookup, from: string, source: string): Promise<string | undefined> {
  const [first, ...others] = await filesMeant(isFile, from, source);
  return others.length === 0 ? first?.path : undefined;
}

/** The target's imports of the symbol from its old file. */
async function ownImports(
  move: SymbolMove,
  isFile: FileLookup,
): Promise<{ readonly drop: readonly ImportedName[]; readonly reexported: ReadonlySet<string> }> {
  const { target, old, to } = move;
  const drop: ImportedName[] = [];
  const reexported = new Set<string>();
  for (const { source, names, isReexport, form } of target?.facts.imports ?? []) {
    for (const each of names) {
      const name = move.names.find((asked) => each.name === asked || each.local === asked);
      if (form !== "static" || each.kind !== "named" || name === undefined) continue;
      const isOld = (await onlyFile(isFile, to, source)) === old.file.path;
      if (!isOld && !isReexport) throw taken(move, name, `${to} imports another one by that name`);
      if (!isOld) throw taken(move, name, `${to} exports another one by that name`);
      if (each.name !== each.local) throw taken(move, name, `${to} brings it in as ${each.local}`);
      drop.push(each);
      if (isReexport) reexported.add(name);
    }
  }
  return { drop, reexported };
}

function requireFree(move: SymbolMove, name: string, why: string): void {
  const { target } = move;
  const isTaken =
    target !== undefined &&
    (target.facts.declared.some((each) => each.name === name) || findImport(target.facts.imports, name) !== undefined);
  if (isTaken) throw taken(move, name, why);
}

function taken({ to, name: moved }: SymbolMove, name: string, why: string): ToolError {
  return new ToolError("name_taken", `${moved} was not moved: ${name} is taken in ${showPath(to)}: ${why}.`);
}

/** Exported by a keyword or in an export list. */
export function isExportedBy({ oldSymbols, old }: Pick<SymbolMove, "oldSymbols" | "old">, name: string): boolean {
  const inList = old.facts.exports.some((each) => each.name === name && each.as === name);
  const symbols = oldSymbols.filter((each) => each.parent === undefined && each.name === name);
  const isDirect = symbols.some(({ span }) =>
    /^(?:@[^]*?\s)?export\s+(?!default\b)/.test(old.file.text.slice(span.start, span.end)),
  );
  return (
    inList ||
    isDirect ||
    old.facts.statements.some(({ start, end }) => {
      const holds = old.facts.declared.some((each) => each.name === name && each.start >= start && each.start < end);
      return holds && /^export\s+(?!default\b)/.test(old.file.text.slice(start, end));
    })
  );
}

export function isType(symbols: readonly CodeSymbol[], name: string): boolean {
  const all = symbols.filter((each) => each.parent === undefined && each.name === name);
  return all.length > 0 && all.every(({ kind }) => kind === "interface" || kind === "type");
}

function usesPrivate({ name, old }: SymbolMove, privates: readonly string[]): ToolError {
  const list = privates.join(", ");
  return new ToolError(
    "uses_private",
    `${name} was not moved: it uses ${list}, which ${showPath(old.file.path)} exports by another name. Export them first, or move them with it, by edits of the same call.`,
  );
}
