import { posix } from "node:path";
import type { ReferenceRules } from "../../languages/language.ts";
import { plainNamespace } from "./reference-rules.ts";

export interface ImportSite {
  /** As written. */
  readonly source: string;
  /** The imported name, if there is a single one. */
  readonly name: string | undefined;
  /** The file with the import. */
  readonly from: string;
}

/** Whether an import means a file: surely, surely not, or unknown without a build system. */
export type Meaning = "yes" | "no" | "maybe";

/** Compares an import with the path of a file, by the module naming of its language. */
export function meansFile(
  modules: ReferenceRules["modules"],
  site: ImportSite,
  file: string,
  /** Namespace of the code in the file, separated by ".". */
  namespace?: string,
): Meaning {
  switch (modules) {
    case "relative-path":
      return byRelativePath(site, file);
    case "dotted":
      return byDots(site, file);
    case "dotted-file":
      return isTail(stem(file), site.source.replaceAll(".", "/")) ? "yes" : "no";
    case "directory":
      return endsAlike(posix.dirname(file), site.source) ? "yes" : "no";
    case "include":
      return byInclude(site, file);
    case "path":
      return bySegments(site, file);
    case "namespace":
      return byNamespace(site, file, namespace);
    case undefined:
      return "maybe";
    default:
      return modules satisfies never;
  }
}

/** `./a`, `../b/index.js`; a source without a leading dot may be an alias from the settings. */
function byRelativePath({ source, from }: ImportSite, file: string): Meaning {
  const target = stem(file);
  if (source.startsWith(".")) {
    const wanted = stem(posix.normalize(posix.join(posix.dirname(from), source))).replace(/\/$/, "");
    const isIndex = wanted === "." ? target === "index" : posix.join(wanted, "index") === target;
    return wanted === target || isIndex ? "yes" : "no";
  }
  const tail = stem(source.replace(/^(?:@[^/]*\/|[~#]\/?|node:)/, ""));
  const isAlike = target === tail || target.endsWith(`/${tail}`) || target.endsWith(`/${tail}/index`);
  if (isAlike) return tail.includes("/") ? "yes" : "maybe";
  // `@scope/name` and `name` may be a package in this repository.
  const words = source.split("/").slice(0, 2);
  return words.some((word) => file.split("/").includes(word)) ? "maybe" : "no";
}

/** `a.b.c` is `a/b/c.py`, `a/b/c/__init__.py` or `a/b.py` with `c` in it; leading dots go up. */
function byDots({ source, name, from }: ImportSite, file: string): Meaning {
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
    if (name === undefined && isTail(posix.dirname(target), path)) return "yes";
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
function bySegments({ source, name, from }: ImportSite, file: string): Meaning {
  const parts = source.split(/::|\//).filter((word) => word !== "");
  const words = parts.filter((word) => !inPlace.has(word)).map((word) => word.replace(/\.rb$/, ""));
  const target = stem(file).replace(/(?:^|\/)(?:mod|lib|main)$/, "");
  const tries = [words, words.slice(0, -1), name === undefined ? words : [...words, name]];
  if (tries.some((each) => each.length > 0 && endsAlike(target, each.join("/")))) return "yes";
  if (name === undefined && !source.includes("::")) return "no";
  if (parts.some((word) => outsideWords.has(word))) return "no";
  // A crate's own modules may be in its root file.
  if (words.length === 0) return posix.dirname(from) === posix.dirname(file) ? "maybe" : "no";
  return isRoot(file) || !inPlace.has(parts[0] ?? "") ? "maybe" : "no";
}

function isRoot(file: string): boolean {
  return /(?:^|\/)(?:mod|lib|main)\.rs$/.test(file);
}

const inPlace = new Set(["crate", "self", "super", "..", "."]);
const outsideWords = new Set(["std", "core", "alloc"]);

/** `use A\B\c`, `using A.B`; PHP also includes files. */
function byNamespace(site: ImportSite, file: string, namespace: string | undefined): Meaning {
  if (/\.(?:php|inc)$/.test(site.source)) return byInclude(site, file);
  if (namespace === undefined) return "no";
  const source = plainNamespace(site.source);
  const whole = site.name === undefined ? source : `${source}.${site.name}`;
  return source === namespace || whole === namespace || source.startsWith(`${namespace}.`) ? "yes" : "no";
}

/** Words of an import, one of which is in the path of every file it can mean; "" if there is no such word. */
export function moduleWords(
  modules: ReferenceRules["modules"],
  { source, name }: { readonly source: string; readonly name: string | undefined },
): readonly string[] {
  const words = source.split(/[./\\:]+/).filter((word) => word !== "" && !inPlace.has(word));
  const isOpen = words.length === 0 || modules === undefined || modules === "namespace" || source.includes("::");
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

/** Whether a path ends in these words. */
function isTail(path: string, words: string): boolean {
  return words !== "" && (path === words || path.endsWith(`/${words}`));
}

/** Whether one is the end of the other: an import may begin with the repository's URL. */
function endsAlike(path: string, other: string): boolean {
  return isTail(path, other) || isTail(other, path);
}

function rootless(path: string): string {
  return posix.normalize(path).replace(/\/$/, "").replace(/^\.$/, "");
}

function stem(path: string): string {
  return path.replace(/\.(?:d\.)?[A-Za-z0-9]+$/, "");
}
