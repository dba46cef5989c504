import type { ImportFact, NameUse } from "../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import { type Location, locationAt } from "../location.ts";
import type { FileLookup, ModuleFile } from "../module-files.ts";
import type { SymbolMove } from "../symbol-move.ts";
import { directoryOf, meansModule, relativeTarget, stemOf, writeModuleSource } from "./paths.ts";
import { renderFrom } from "./statements.ts";

/** What another file imports from the old one. */
export interface PythonDependent {
  readonly module: ModuleFile;
  readonly replacements: readonly Replacement[];
  readonly doubts: readonly Location[];
  /** Names that it imports, which the old file has to keep. */
  readonly importedNames: ReadonlySet<string>;
  readonly importsAll: boolean;
}

export async function planPythonDependent(
  module: ModuleFile,
  move: SymbolMove,
  isFile: FileLookup,
): Promise<PythonDependent> {
  const { file, facts } = module;
  const { old, name, to } = move;
  const replacements: Replacement[] = [];
  const doubts: Location[] = [];
  const importedNames = new Set<string>();
  let importsAll = false;
  for (const each of facts.imports) {
    const meaning = await meansModule(isFile, file.path, each.source, old.file.path);
    const uses = moduleUses(module, each, move, meaning.is === "yes");
    for (const { members } of uses) if (members[0] !== undefined) importedNames.add(members[0]);
    if (uses.some(({ members }) => members.length === 0)) importsAll = true;
    doubts.push(
      ...uses
        .filter(({ members }) => members.length === 0 || members[0] === name)
        .map(({ start }) => locationAt(file, start)),
    );
    if (meaning.is === "no") continue;
    const named = each.names.filter((one) => one.kind === "named" && one.name === name);
    const isAll = each.names.some(({ kind }) => kind === "all");
    for (const one of each.names) if (one.kind === "named") importedNames.add(one.name);
    importsAll ||= isAll;
    if (named.length === 0 && !isAll) continue;
    const source =
      meaning.is === "yes"
        ? await writeModuleSource(isFile, file.path, to, { source: each.source, root: meaning.root })
        : undefined;
    const written = file.text.slice(each.span.start, each.span.end);
    if (source === undefined || written.includes("#")) {
      doubts.push(locationAt(file, each.span.start));
      continue;
    }
    replacements.push({ ...each.span, text: rewrite(file.text, each, name, source) });
  }
  doubts.push(...quotedPaths(module, move));
  return { module, replacements, doubts, importedNames, importsAll };
}

/** `from old import a, b` becomes two statements; after `from old import *`, the name is imported separately. */
function rewrite(text: string, each: ImportFact, name: string, source: string): string {
  const written = text.slice(each.span.start, each.span.end);
  const indent = /[ \t]*$/.exec(text.slice(0, each.span.start))?.[0] ?? "";
  const show = (names: ImportFact["names"]): readonly string[] =>
    names.map(({ span }) => text.slice(span.start, span.end));
  if (each.names.some(({ kind }) => kind === "all")) return `${written}\n${indent}from ${source} import ${name}`;
  const moved = renderFrom(source, show(each.names.filter((one) => one.name === name)));
  const kept = each.names.filter((one) => one.name !== name);
  return kept.length === 0 ? moved : `${renderFrom(each.source, show(kept), written)}\n${indent}${moved}`;
}

/** Uses of the old file as a module, with the attributes that follow: `old.name`, `pkg.old.name`. */
function moduleUses(
  { file, facts }: ModuleFile,
  each: ImportFact,
  { old }: SymbolMove,
  isOld: boolean,
): readonly NameUse[] {
  const follow = (local: string, words: readonly string[]): readonly NameUse[] =>
    facts.uses
      .filter((use) => use.name === local && words.every((word, at) => use.members[at] === word))
      .map((use) => ({ ...use, members: use.members.slice(words.length) }));
  const [only] = each.names;
  if (isOld && only?.kind === "module") {
    const words = only.local === each.source.split(".")[0] ? each.source.split(".").slice(1) : [];
    return follow(only.local, words);
  }
  const stem = stemOf(old.file.path);
  const directory = directoryOf(old.file.path);
  const isPackage = each.source.startsWith(".")
    ? relativeTarget(file.path, each.source) === directory
    : directory !== "" && `/${directory}`.endsWith(`/${each.source.replaceAll(".", "/")}`);
  if (!isPackage) return [];
  if (only?.kind === "module") {
    const words = only.local === each.source.split(".")[0] ? each.source.split(".").slice(1) : [];
    return follow(only.local, [...words, stem]);
  }
  return each.names.flatMap((one) => (one.kind === "named" && one.name === stem ? follow(one.local, []) : []));
}

/** `"pkg.old.name"` in a string: it may be looked up by that path. */
function quotedPaths({ file }: ModuleFile, { old, name }: SymbolMove): readonly Location[] {
  const module = `.${old.file.path.replace(/(?:\/__init__)?\.py$/, "").replaceAll("/", ".")}`;
  return [...file.text.matchAll(/["']([\w.]+)/g)].flatMap(({ 1: path = "", index }) => {
    const [way, rest] = path.split(new RegExp(`\\.${name}(?![\\w])`));
    return rest !== undefined && way !== undefined && module.endsWith(`.${way}`) ? [locationAt(file, index)] : [];
  });
}
