import type { ToolError } from "toolwright";
import type { ImportFact, ImportedName } from "../../../languages/modules/module-facts.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { type Location, cannotProve, listLocations, locationAt } from "../location.ts";
import { type FileLookup, type ModuleFile, readModulesNaming } from "../module-files.ts";
import type { SymbolMove } from "../symbol-move.ts";
import { type CodeStyle, type ImportChange, type WantedImport, styleOf } from "./imports.ts";
import { looseSources } from "./loose-sources.ts";
import { isType } from "./needs.ts";
import { createEntryReader, type EntryReader } from "./package-entry.ts";
import { type MeantFile, type PathStyle, filesMeant, isRelative, mayMeanAlias, writeSource } from "./paths.ts";
import { importsByPath, wordsFor } from "./plan-file.ts";

/** Other files that import the symbol from its old file. */
export interface Dependents {
  readonly files: readonly Dependent[];
  readonly doubts: readonly Location[];
  readonly notes: readonly string[];
  /** How they spell the extension of the old file. */
  readonly style: PathStyle | undefined;
  /** Files that loaded the old file for what moved, and do not import it any more. */
  readonly unloaded: readonly string[];
  refusal(): ToolError;
}

interface Dependent {
  readonly module: ModuleFile;
  readonly change: ImportChange;
  readonly codeStyle: CodeStyle;
  /** Which of the names it gets from the old file. */
  readonly names: readonly string[];
}

export async function planDependents(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
  isFile: FileLookup,
): Promise<Dependents> {
  const { modules, closed } = await readModulesNaming(context, draft, [...move.names, ...wordsFor(move.old.file.path)]);
  const doubts: Location[] = closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" }));
  const files: Dependent[] = [];
  const unloaded: string[] = [];
  let style: PathStyle | undefined;
  const entries = createEntryReader(context, draft, { isFile, old: move.old.file.path });
  for (const module of modules) {
    const { path } = module.file;
    if (path === move.old.file.path || !importsByPath(module)) continue;
    const found = await planDependent(context, module, { move, isFile, entries });
    doubts.push(...found.doubts);
    if (found.leavesOld) unloaded.push(path);
    style ??= found.style;
    if (path !== move.to && found.dependent.names.length > 0) files.push(found.dependent);
  }
  const why = "these places may use it in a way that cannot be followed";
  return {
    files,
    doubts,
    style,
    unloaded,
    notes: doubts.length === 0 ? [] : [`Left as they are, although they may use it:\n${listLocations(doubts)}`],
    refusal: () =>
      cannotProve(
        move.old.file.path,
        why,
        doubts,
        'Change them first, or use `unproven`: "leave" and change them afterwards.',
      ),
  };
}

interface Following {
  readonly move: SymbolMove;
  readonly isFile: FileLookup;
  readonly entries: EntryReader;
}

interface FoundDependent {
  readonly dependent: Dependent;
  readonly doubts: readonly Location[];
  readonly style: PathStyle | undefined;
  readonly leavesOld: boolean;
}

async function planDependent(
  { project }: EditContext,
  module: ModuleFile,
  { move, isFile, entries }: Following,
): Promise<FoundDependent> {
  const { file, facts } = module;
  const { names, old, to } = move;
  const drop = new Set<ImportedName>();
  const add: WantedImport[] = [];
  const doubts: Location[] = [];
  const ofOld: ImportFact[] = [];
  let style: PathStyle | undefined;
  for (const each of facts.imports) {
    const doubt = (): void => void doubts.push(locationAt(file, each.sourceSpan.start));
    const named = each.names.filter((one) => one.kind === "named" && names.includes(one.name));
    if (!isRelative(each.source)) {
      if (named.length === 0 || !(await mayMeanAlias(project.root, each.source, old.file.path))) continue;
      // What an entry hands on is handed on from the new file.
      for (const { name } of named) if ((await entries.follow(file.path, each.source, name)) === "unknown") doubt();
      continue;
    }
    const meant = await filesMeant(isFile, file.path, each.source);
    const found = meant.find(({ path }) => path === old.file.path);
    if (found === undefined) continue;
    ofOld.push(each);
    if (found.style !== "directory" && meant.length === 1) style ??= found.style;
    const wanted = { source: sourceFor(file.path, to, found), kind: "named", isReexport: each.isReexport } as const;
    if (each.form === "later") {
      if (names.some((name) => new RegExp(`(?<![\\w$])${escape(name)}(?![\\w$])`).test(file.text))) doubt();
    } else if (meant.length > 1 || (named.length > 0 && !each.isTop)) doubt();
    else if (named.length > 0 && file.path !== to) {
      for (const one of named) {
        drop.add(one);
        const isTypeOnly = each.isTypeOnly || one.isTypeOnly;
        add.push({ ...wanted, name: one.name, local: one.local, isTypeOnly, instead: each });
      }
    } else if (each.names.some(({ kind }) => kind === "all") && file.path !== to) {
      if (await reexportsAll(module, to, isFile)) continue;
      for (const name of names) {
        const isTypeOnly = each.isTypeOnly || isType(move.oldSymbols, name);
        add.push({ ...wanted, name, local: name, isTypeOnly, isReexport: true, instead: each });
      }
    } else doubts.push(...names.flatMap((name) => moduleDoubts(module, each, name)));
  }
  for (const { source, sourceSpan } of looseSources(file.text, facts.imports)) {
    const meant = await filesMeant(isFile, file.path, source);
    const isNamed = names.some((name) =>
      new RegExp(`^["']\\s*\\)\\s*\\.\\s*${escape(name)}(?![\\w$])`).test(file.text.slice(sourceSpan.end)),
    );
    if (isNamed && meant.some(({ path }) => path === old.file.path)) doubts.push(locationAt(file, sourceSpan.start));
  }
  const codeStyle = styleOf(file.text, facts.imports);
  const used = [...new Set(add.map(({ name }) => name))];
  const isLoaded = (dropped: ReadonlySet<ImportedName>): boolean => ofOld.some((each) => loads(move, each, dropped));
  const leavesOld = isLoaded(new Set()) && !isLoaded(drop);
  return { dependent: { module, change: { drop, add }, codeStyle, names: used }, doubts, style, leavesOld };
}

/** Types load nothing. */
function loads(
  { oldSymbols }: SymbolMove,
  { form, isTypeOnly, names }: ImportFact,
  dropped: ReadonlySet<ImportedName>,
): boolean {
  if (form === "later" || isTypeOnly) return false;
  const isLoading = (name: ImportedName): boolean => !name.isTypeOnly && !isType(oldSymbols, name.name);
  return names.length === 0 || names.some((name) => isLoading(name) && !dropped.has(name));
}

/** `import * as m`: uses of `m.name`, and every place where `m` itself is used. */
function moduleDoubts({ file, facts }: ModuleFile, each: ImportFact, name: string): readonly Location[] {
  const module = each.names.find(({ kind }) => kind === "module");
  if (module === undefined) return [];
  if (each.isReexport) return [locationAt(file, each.span.start)];
  const uses = facts.uses.filter(
    (use) => use.name === module.local && (use.members.length === 0 || use.members[0] === name),
  );
  const isExported = facts.exports.some((one) => one.name === module.local);
  return [
    ...uses.map(({ start }) => locationAt(file, start)),
    ...(isExported ? [locationAt(file, each.span.start)] : []),
  ];
}

async function reexportsAll({ file, facts }: ModuleFile, to: string, isFile: FileLookup): Promise<boolean> {
  for (const { source, names, isReexport } of facts.imports) {
    if (!isReexport || !names.some(({ kind }) => kind === "all")) continue;
    const meant = await filesMeant(isFile, file.path, source);
    if (meant.length === 1 && meant[0]?.path === to) return true;
  }
  return false;
}

function sourceFor(from: string, to: string, { style }: MeantFile): string {
  return writeSource(from, to, style);
}

function escape(name: string): string {
  return name.replaceAll("$", String.raw`\$`);
}
