import { posix } from "node:path";
import type { ReferenceRules } from "../../languages/language.ts";
import type { FilePackage } from "./occurrence.ts";
import { isTail, pathBelow, stem } from "./path-words.ts";
import { plainNamespace } from "./reference-rules.ts";

export interface ImportSite {
  /** As written. */
  readonly source: string;
  /** The imported name, if there is a single one. */
  readonly name: string | undefined;
  /** The file with the import. */
  readonly from: string;
  /** The package of that file. */
  readonly package?: FilePackage | undefined;
}

/** A file that an import may mean. */
export interface ModuleFile {
  readonly file: string;
  /** Namespace or package that its code declares, separated by ".". */
  readonly namespace?: string | undefined;
  readonly package?: FilePackage | undefined;
}

/** Whether an import means a file: surely, surely not, or unknown without a build system. */
export type Meaning = "yes" | "no" | "maybe";

/** Compares an import with a file, by the module naming of the importing language. */
export function meansFile(rules: ReferenceRules | undefined, site: ImportSite, module: ModuleFile): Meaning {
  const modules = rules?.modules;
  switch (modules) {
    case "relative-path":
      return byRelativePath(site, module, rules);
    case "dotted":
      return rules?.packageClause === undefined || module.namespace === undefined
        ? byDots(site, module.file, rules)
        : byPackageClause(site, module.namespace, rules.relativeImports === true);
    case "dotted-file":
      return isTail(stem(module.file), site.source.replaceAll(".", "/")) ? "yes" : "no";
    case "directory":
      return byDirectory(site, module, rules?.manifest !== undefined && rules.moduleDirectory === undefined);
    case "include":
      return byInclude(site, module.file);
    case "path":
      return bySegments(site, module);
    case "namespace":
      return byNamespace(site, module);
    case undefined:
      return "maybe";
    default:
      return modules satisfies never;
  }
}

/** Whether an import means something that is surely not in the project: a dependency, or part of the language. */
export function meansOutside(rules: ReferenceRules | undefined, { source, package: own }: ImportSite): boolean {
  const [first = "", second = ""] = source.split(/::|\//);
  const name = first.startsWith("@") ? `${first}/${second}` : first;
  return rules?.isBuiltIn?.(source) === true || own?.dependencies.includes(name) === true;
}

/** `./a`, `../b/index.js`; a source without a leading dot may be a package, or an alias from the settings. */
function byRelativePath(site: ImportSite, { file, package: own }: ModuleFile, rules?: ReferenceRules): Meaning {
  const { source, from } = site;
  const target = stem(file);
  if (source.startsWith(".")) {
    const wanted = stem(posix.normalize(posix.join(posix.dirname(from), source))).replace(/\/$/, "");
    const isIndex = wanted === "." ? target === "index" : posix.join(wanted, "index") === target;
    const isFolder = source.endsWith("/") || /(?:^|\/)\.{1,2}$/.test(source);
    return (wanted === target && !isFolder) || isIndex ? "yes" : "no";
  }
  if (own !== undefined && (source === own.name || source.startsWith(`${own.name}/`)))
    return isMain(source, own, file)
      ? "yes"
      : byPackageName(source.slice(own.name.length + 1), posix.relative(own.directory, target));
  if (meansOutside(rules, site)) return "no";
  const alike = byAlias(source, file);
  // Settings may map such a name to any file.
  return alike === "no" && (/^\W/.test(source) || own === undefined) ? "maybe" : alike;
}

/** Whether a name that settings or a workspace define looks like it means a file: `@/lib/a`, `name/a`. */
export function byAlias(source: string, file: string): Meaning {
  const target = stem(file);
  const tail = stem(source.replace(/^(?:@[^/]*\/|[~#$]\/?|node:)/, ""));
  const isAlike = target === tail || target.endsWith(`/${tail}`) || target.endsWith(`/${tail}/index`);
  if (isAlike) return tail.includes("/") ? "yes" : "maybe";
  // `@scope/name` and `name` may be a package in this repository.
  const words = source.split("/").slice(0, 2);
  return words.some((word) => file.split("/").includes(word)) ? "maybe" : "no";
}

/** The manifest says that the name of the package means this file. */
function isMain(source: string, { name, directory, mains = [] }: FilePackage, file: string): boolean {
  return source === name && mains.includes(posix.relative(directory, file));
}

/** A package by its own name: its main file, or the file that follows the name. */
function byPackageName(rest: string, target: string): Meaning {
  if (rest === "") return /^(?:(?:src|lib)\/)?(?:index|main|mod)$/.test(target) ? "yes" : "maybe";
  const wanted = stem(rest);
  return target === wanted || target === `src/${wanted}` || target === `${wanted}/index` ? "yes" : "maybe";
}

/** The full name that an import gives, compared with the package that a file declares. */
function byPackageClause({ source, name }: ImportSite, namespace: string, isRelative: boolean): Meaning {
  const path = source.replaceAll(/\s/g, "");
  const whole = name === undefined || path.endsWith(`.${name}`) ? path : `${path}.${name}`;
  if (path === namespace || whole.startsWith(`${namespace}.`)) return "yes";
  // Objects and values have members to import, too, and packages begin with a small letter.
  if (isRelative && /^\p{Lu}/u.test(path)) return "maybe";
  // In Scala a path may begin at an enclosing package.
  const outer = whole.split(".").slice(0, -1).join(".");
  return outer !== "" && isTail(namespace.replaceAll(".", "/"), outer.replaceAll(".", "/")) ? "maybe" : "no";
}

/** A directory by its import path, or by the name of a module that the directory is called after. */
function byDirectory({ source }: ImportSite, { file, package: own }: ModuleFile, hasManifests: boolean): Meaning {
  const directory = posix.dirname(file);
  const folders = own?.directories?.get(source);
  if (own !== undefined && folders !== undefined)
    return folders.some((folder) => `${directory}/`.startsWith(`${posix.join(own.directory, folder)}/`)) ? "yes" : "no";
  if (own?.directories !== undefined) return directory.split("/").includes(source) ? "yes" : "no";
  if (own !== undefined)
    return source === posix.join(own.name, posix.relative(own.directory, directory)) ? "yes" : "no";
  if (hasManifests) return directory === "." ? "maybe" : endsAlike(directory, source) ? "yes" : "no";
  return directory.split("/").includes(source) ? "yes" : "no";
}

/** `a.b.c` is `a/b/c.py`, `a/b/c/__init__.py` or `a/b.py` with `c` in it; leading dots go up. */
function byDots({ source, name, from }: ImportSite, file: string, rules?: ReferenceRules): Meaning {
  if (rules?.isBuiltIn?.(source) === true) return "no";
  const dots = /^\.+/.exec(source)?.[0].length ?? 0;
  const words = source
    .slice(dots)
    .split(/[./\\]/)
    .filter((word) => word !== "" && word !== "*");
  const path = words.join("/");
  const target = stem(file).replace(/(?:^|\/)(?:__init__|init|mod|package)$/, "");
  if (dots > 0) {
    const base = posix.join(posix.dirname(from), "../".repeat(dots - 1));
    const wanted = rootless(posix.join(base, path));
    const inner = name === undefined ? wanted : rootless(posix.join(wanted, name));
    return wanted === target || inner === target ? "yes" : "no";
  }
  const isPython = /\.pyw?i?$/.test(file);
  const outer = words.slice(0, -1).join("/");
  const whole = name === undefined ? path : `${path}/${name}`;
  if ([path, outer, whole].some((each) => isTail(target, each))) return "yes";
  // A package contains what its files declare, except in Python, where its own file has to import it.
  if (!isPython && [path, outer].some((each) => isTail(posix.dirname(target), each))) return "yes";
  if (isPython) {
    if (name === undefined && pathBelow(path, target) !== undefined) return "yes";
    return [path, whole].some((each) => isTail(each, target)) ? "maybe" : "no";
  }
  // In Kotlin and Scala a package may be in any directory.
  return name !== undefined && /\.(?:kts?|scala)$/.test(file) ? "maybe" : "no";
}

/** A header stands for the file with its code: `a.h` for `a.c`. */
function byInclude({ source, from }: ImportSite, file: string): Meaning {
  const wanted = stem(source.startsWith(".") ? posix.normalize(posix.join(posix.dirname(from), source)) : source);
  const target = stem(file);
  if (target === wanted || target.endsWith(`/${wanted.replace(/^\//, "")}`)) return "yes";
  return posix.basename(target) === posix.basename(wanted) ? "yes" : "no";
}

/** `crate::a::b`, `super::c`, `require "a/b"`: the segments of the path, from its end. */
function bySegments({ source, name, from, package: own }: ImportSite, module: ModuleFile): Meaning {
  const { file } = module;
  const parts = source.split(/::|\//).filter((word) => word !== "");
  const [first = ""] = parts;
  const words = parts.filter((word) => !inPlace.has(word)).map((word) => word.replace(/\.rb$/, ""));
  if (module.package !== undefined && own !== undefined) {
    if (first === "crate")
      return own.directory === module.package.directory ? byCratePath(words, name, own, file, rootOf(own, from)) : "no";
    if (first === module.package.name) return byCratePath(words.slice(1), name, module.package, file, "src");
    if (own.dependencies.includes(first)) return "no";
    // A path that begins in the own module does not leave the crate; only what a macro makes of it could.
    if (source.includes("::") && inPlace.has(first) && own.directory !== module.package.directory) return "no";
  }
  const target = stem(file).replace(/(?:^|\/)(?:mod|lib|main)$/, "");
  const tries = [words, words.slice(0, -1), name === undefined ? words : [...words, name]];
  if (tries.some((each) => each.length > 0 && endsAlike(target, each.join("/")))) return "yes";
  if (name === undefined && !source.includes("::")) return "no";
  if (parts.some((word) => outsideWords.has(word))) return "no";
  // A crate's own modules may be in its root file.
  if (words.length === 0) return posix.dirname(from) === posix.dirname(file) || first === "super" ? "maybe" : "no";
  return isRoot(file) || !inPlace.has(first) ? "maybe" : "no";
}

/** `crate::a::b`, or `name::a::b` from another crate; what a module re-exports may be anywhere in the crate. */
function byCratePath(
  words: readonly string[],
  name: string | undefined,
  { directory }: FilePackage,
  file: string,
  root: string,
): Meaning {
  const inPackage = posix.relative(directory, stem(file));
  const below =
    inPackage === root ? "" : inPackage.startsWith(`${root}/`) ? inPackage.slice(root.length + 1) : inPackage;
  const target = below.replace(/(?:^|\/)(?:mod|lib|main)$/, "");
  const path = words.join("/");
  const isWithin = target !== "" && path.startsWith(`${target}/`);
  const isModule = name !== undefined && [...words, name].join("/") === target;
  return path === target || isWithin || isModule ? "yes" : "maybe";
}

/** The folder of the crate that a file belongs to: tests and their like are crates beside the package's own. */
function rootOf({ directory }: FilePackage, from: string): string {
  return /^(?:tests|benches|examples)(?=\/)/.exec(posix.relative(directory, from))?.[0] ?? "src";
}

function isRoot(file: string): boolean {
  return /(?:^|\/)(?:mod|lib|main)\.rs$/.test(file);
}

const inPlace = new Set(["crate", "self", "super", "..", "."]);
const outsideWords = new Set(["std", "core", "alloc"]);

/** `use A\B\c`, `using A.B`; PHP also includes files. */
function byNamespace(site: ImportSite, { file, namespace }: ModuleFile): Meaning {
  if (/\.(?:php|inc)$/.test(site.source)) return byInclude(site, file);
  if (namespace === undefined) return "no";
  const source = plainNamespace(site.source);
  const whole = site.name === undefined ? source : `${source}.${site.name}`;
  return source === namespace || whole === namespace || source.startsWith(`${namespace}.`) ? "yes" : "no";
}

/** Words of an import, one of which is in the path of every file it can mean; "" if there is no such word. */
export function moduleWords(
  rules: ReferenceRules | undefined,
  { source, name }: { readonly source: string; readonly name: string | undefined },
): readonly string[] {
  const words = source.split(/[./\\:]+/).filter((word) => word !== "" && !inPlace.has(word));
  const isByName = rules?.modules === undefined || rules.modules === "namespace" || rules.packageClause !== undefined;
  // The name of a package need not be in the path of its files.
  const isPackage = rules?.manifest !== undefined && !source.startsWith(".");
  const isOpen = words.length === 0 || isByName || isPackage || source.includes("::");
  return [...new Set([...words, ...(name === undefined ? [] : [name]), ...(isOpen ? [""] : [])])];
}

/** The words of a path that `moduleWords` may return. */
export function pathWords(file: string): readonly string[] {
  const parts = file.split("/");
  return [...new Set([...parts, ...parts.flatMap((part) => part.split(".")), ""])];
}

/** Whether the imported name is the file itself: `store` for `a/store.py` and `a/store/__init__.py`. */
export function isModuleItself(name: string | undefined, file: string): boolean {
  if (name === undefined) return false;
  return posix.basename(stem(file).replace(/\/(?:__init__|mod)$/, "")) === name;
}

/** The word by which code refers to a module imported by path: `store` for `example.com/go-store/v2`. */
export function localModule(local: string): string {
  if (!local.includes("/")) return local;
  const parts = local.split("/").filter((part) => !/^v\d+$/.test(part));
  return (parts.at(-1) ?? local).replace(/\.v\d+$/, "").replace(/^go-|-go$|\.go$/, "");
}

/** Whether one is the end of the other: an import may begin with the repository's URL. */
function endsAlike(path: string, other: string): boolean {
  return isTail(path, other) || isTail(other, path);
}

function rootless(path: string): string {
  return posix.normalize(path).replace(/\/$/, "").replace(/^\.$/, "");
}
