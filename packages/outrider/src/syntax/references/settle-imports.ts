import { posix } from "node:path";
import type { ReferenceRules } from "../../languages/language.ts";
import { valueKinds } from "../../languages/symbol-kind.ts";
import { type Importer, type Importers, learnMember } from "./importer.ts";
import {
  type ImportSite,
  isModuleItself,
  localModule,
  meansFile,
  meansOutside,
  type ModuleFile,
} from "./module-paths.ts";
import type { Import, Occurrences } from "./occurrence.ts";
import { type PathIndex, pathsMeant } from "./path-index.ts";
import { stem } from "./path-words.ts";
import { namesModules, referenceRulesOf } from "./reference-rules.ts";

interface Settling {
  readonly file: Occurrences;
  readonly importer: Importer;
  readonly home: ModuleFile;
  readonly byFile: ReadonlyMap<string, Occurrences>;
  readonly importers: Importers;
  readonly paths: PathIndex | undefined;
}

/** Tells for an import that does not lead to the target whether it surely leads elsewhere. */
export function settleImport(site: Import, { file, importer, home, byFile, importers, paths }: Settling): void {
  const { local, source, name } = site;
  const known =
    local === undefined ? undefined : (importer.names.get(local) ?? importer.modules.get(localModule(local)));
  if (known !== undefined || hasModuleBelow(importer, local)) return;
  const rules = referenceRulesOf(file.language);
  const asked = { source, name, from: file.file, package: file.package };
  const isExact = isExactly(rules, home) && meansFile(rules, asked, home) === "no";
  const leads = paths === undefined || isExact ? [] : pathsMeant(paths, file, site);
  if (namesModules(rules)) addModulesBelow(site, { leads, importer, importers });
  if (hasModuleBelow(importer, local)) return;
  const isRead =
    leads.length > 0 &&
    leads.every((path) => byFile.has(path)) &&
    (rules?.valueMembers !== "modules" ||
      !leads.some((path) => handsOn(path, name, { leads, byFile, importers, paths })));
  const isElsewhere =
    isExact || isRead || meansOutside(rules, asked) || (paths !== undefined && isUnknownRoot(rules, asked, paths));
  if (local === undefined) importer.isOpen ||= !isElsewhere;
  else if (isElsewhere) importer.elsewhere.add(localModule(local));
}

/** `from a import b`: what anything imports below the package `b` is a member of it, too: `b.c.name`. */
function addModulesBelow(
  { local, name }: Import,
  { leads, importer, importers }: Pick<Settling, "importer" | "importers"> & { leads: readonly string[] },
): void {
  if (local === undefined || name === undefined) return;
  const own = leads.find((path) => isModuleItself(name, path) && /\/__init__\.pyi?$/.test(path));
  if (own === undefined) return;
  const folder = posix.dirname(own);
  for (const [file, { exports }] of importers) {
    if (exports.size === 0 || file === own || !file.startsWith(`${folder}/`)) continue;
    const below = stem(posix.relative(folder, file))
      .replace(/\/__init__$/, "")
      .replaceAll("/", ".");
    for (const each of exports.keys()) learnMember(importer, `${local}.${below}`, each, "likely");
  }
}

/** `import a`, where the target is in `a.b`. */
export function hasModuleBelow({ modules }: Pick<Importer, "modules">, local: string | undefined): boolean {
  return local !== undefined && [...modules.keys()].some((module) => module.startsWith(`${localModule(local)}.`));
}

/** Whether what a file binds to this name may be the module of the target: `from . import a as b`, `b = a`. */
function handsOn(
  path: string,
  name: string | undefined,
  { leads, byFile, importers, paths }: Pick<Settling, "byFile" | "importers" | "paths"> & { leads: readonly string[] },
): boolean {
  const file = byFile.get(path);
  const taken = importers.get(path)?.modules;
  if (name === undefined) return (taken?.size ?? 0) > 0;
  if (file === undefined) return false;
  // Elsewhere, a file is no member of its folder.
  const mayBeModule = namesModules(referenceRulesOf(file.language));
  const module = mayBeModule ? leads.find((lead) => isModuleItself(name, lead)) : undefined;
  if (path === module) return false;
  const declared = file.symbols.filter((symbol) => symbol.path === name);
  if (module === undefined) {
    const isValue = declared.some(({ kind }) => valueKinds.has(kind));
    const isImported = file.imports.some(({ local }) => local === name);
    const isUnknown = declared.length === 0 && !isImported && (taken?.size ?? 0) > 0;
    return taken?.has(name) === true || isUnknown || (isValue && isTaken(importers));
  }
  const isOther = (site: Import): boolean =>
    site.local === undefined ||
    (site.local === name && (paths === undefined || !pathsMeant(paths, file, site).includes(module)));
  return declared.length > 0 || file.imports.some(isOther);
}

/** Some file takes the module with the target as a value, so any value may be that module. */
export function isTaken(importers: Importers): boolean {
  return [...importers.values()].some(({ modules }) => modules.size > 0);
}

/** Whether imports name the target's file by a full name that both sides state. */
function isExactly(rules: ReferenceRules | undefined, { namespace, package: own }: ModuleFile): boolean {
  if (rules?.modules === "namespace" || rules?.packageClause !== undefined) return namespace !== undefined;
  return (
    rules?.modules === "directory" && rules.manifest !== undefined && own !== undefined && own.directories === undefined
  );
}

/** `import os`: the project has no file or directory of that name. */
function isUnknownRoot(rules: ReferenceRules | undefined, { source }: ImportSite, paths: PathIndex): boolean {
  if (rules?.modules !== "dotted" || rules.packageClause !== undefined || source.startsWith(".")) return false;
  return !paths.hasWord(source.split(".")[0] ?? source);
}
