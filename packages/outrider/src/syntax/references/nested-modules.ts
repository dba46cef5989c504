import type { CodeSymbol } from "../code-symbol.ts";
import type { Certainty } from "./certainty.ts";
import type { Known, Importer } from "./importer.ts";
import type { Import, Occurrence, Occurrences } from "./occurrence.ts";
import { receiverWords, referenceRulesOf } from "./reference-rules.ts";
import { chainOf } from "./symbol-chain.ts";
import { type Target, importedName } from "./target.ts";

/** Languages where a file is a module with further modules inside, all of which paths name alike. */
export function nestsModules(language: string): boolean {
  return referenceRulesOf(language)?.superReceiver === "module";
}

/** The module of its file that a symbol is in: `a/b`, or "" for the file itself; undefined if its language has none, or for others. */
export function moduleInFile({ language, container }: Pick<Target, "language" | "container">): string | undefined {
  if (!nestsModules(language)) return undefined;
  return container?.kind === "module" ? container.path : "";
}

/**
 * A path that begins in the own crate, which depends on no other one of the repository. Otherwise a module of it may hand on what that
 * one has, or what that one has from a third.
 */
export function isInOtherCrate(target: Target, { package: own }: Occurrences, { receiver = "" }: Occurrence): boolean {
  const { language, package: other } = target;
  if (!nestsModules(language) || !/^(?:crate|self|super)(?![\w])/.test(receiver)) return false;
  if (own === undefined || other === undefined || own.directory === other.directory) return false;
  return own.dependsOnOwn !== true && !own.dependencies.includes(other.name);
}

const inPlace: ReadonlySet<string> = new Set(["crate", "self", "super"]);

/** What a path says behind the module that a file is: `b/c` in `crate::a::b::c` for `a.rs`; undefined if it does not name that module. */
export function pathInFile(source: string, file: string, crate?: string): string | undefined {
  const [first = "", ...others] = source.split("::");
  const isAtTop = first === "crate" || first === crate;
  const words = isAtTop ? others : [first, ...others].filter((word) => !inPlace.has(word));
  const own = file
    .replace(/\.rs$/, "")
    .split("/")
    .filter((word, index, all) => !(index === all.length - 1 && /^(?:mod|lib|main)$/.test(word)));
  const modules = own.slice(own.lastIndexOf("src") + 1);
  const name = modules.at(-1);
  if (name === undefined) return isAtTop ? words.join("/") : undefined;
  const isWhole = isAtTop && modules.every((word, index) => words[index] === word);
  const index = isWhole ? modules.length - 1 : words.indexOf(name);
  return index === -1 ? undefined : words.slice(index + 1).join("/");
}

/** A path that begins in a module of the same file and leads to something that the file declares. */
export function classifyNear(target: Target, file: Occurrences, at: Occurrence): Certainty | undefined {
  const words = receiverWords(at.receiver ?? "");
  const around = chainOf(file.symbols, at.within).filter(({ kind }) => kind === "module");
  const path = around.map(({ name }) => name).toReversed();
  for (const [index, word] of words.entries()) {
    if (word === "self" && index === 0) continue;
    if (word !== "super") path.push(word);
    else if (path.pop() === undefined) return undefined;
  }
  const isModule = (symbol: CodeSymbol): boolean => symbol.kind === "module" && symbol.path === path.join("/");
  if (path.length > 0 && !file.symbols.some(isModule)) return undefined;
  const whole = [...path, at.name].join("/");
  if (!file.symbols.some((symbol) => symbol.path === whole && symbol.kind !== "impl")) return undefined;
  return file.file === target.file && whole === target.symbol.path ? "sure" : "declaration";
}

/** A path that leads to the target's file: to the target itself, or to another declaration there. */
export function classifyInFile(target: Target, { receiver = "", name }: Occurrence): Certainty {
  const own = moduleInFile(target);
  const inside = own === undefined ? undefined : pathInFile(receiver, target.file, target.package?.name);
  if (inside === own) return "sure";
  if (inside === undefined) return own === "" ? "sure" : "likely";
  return target.rivalPaths?.has(inside === "" ? name : `${inside}/${name}`) === true ? "declaration" : "likely";
}

/** Other declarations of its name in the modules of its file. */
export function rivalPaths({ symbol, language }: Target, { symbols }: Occurrences): ReadonlySet<string> | undefined {
  if (!nestsModules(language)) return undefined;
  const named = symbols.filter(
    ({ name, path, kind }) => name === symbol.name && path !== symbol.path && kind !== "impl",
  );
  return new Set(named.map(({ path }) => path));
}

/** A path through a module that surely has the target leads on to another declaration of its name. */
export function leadsToRival(target: Target, modules: ReadonlyMap<string, Known> | undefined, at: Occurrence): boolean {
  const words = receiverWords(at.receiver ?? "");
  const length = words.findLastIndex((_, index) => modules?.get(words.slice(0, index + 1).join(".")) === "sure") + 1;
  const path = [moduleInFile(target) ?? "", ...words.slice(length), at.name].filter((word) => word !== "").join("/");
  return length > 0 && target.rivalPaths?.has(path) === true;
}

/** Where an import inside of a block or module binds the name, the import that counts at a place; "none" if it is outside of all. */
export function importAt({ imports }: Occurrences, { name, start }: Occurrence): Import | "none" | undefined {
  const named = imports.filter(({ local }) => local === name);
  if (!named.some(({ scope }) => scope !== undefined)) return undefined;
  const sizeOf = ({ scope }: Import): number => (scope === undefined ? Infinity : scope.end - scope.start);
  const isAround = ({ scope }: Import): boolean => scope === undefined || (scope.start <= start && start < scope.end);
  return named.filter(isAround).toSorted((one, other) => sizeOf(one) - sizeOf(other))[0] ?? "none";
}

interface Exporting {
  /** The file that an import leads to. */
  readonly from: string;
  readonly exporter: Importer;
  readonly target: Target;
  /** The import names the file itself. */
  readonly isModule: boolean;
  readonly file: Occurrences | undefined;
}

type Given = Pick<Importer, "exports" | "exportedModules">;

/** What a file gives to an import that names one of the modules inside of it: `use a::inner::name`. */
export function givenTo(site: Import, { from, exporter, target, isModule, file }: Exporting): Given {
  const { exports, exportedModules } = exporter;
  if (!nestsModules(target.language) || isModule) return { exports, exportedModules };
  const inside = pathInFile(site.source, from, file?.package?.name);
  const own = target.container?.kind === "module" && from === target.file ? target.container.path : undefined;
  if (inside === "") return { exports, exportedModules };
  if (inside === undefined) return { exports: doubted(exports), exportedModules: doubted(exportedModules) };
  if (inside === own) return { exports: new Map([[importedName(target), "sure"]]), exportedModules: new Map() };
  const isDeclared = (name: string): boolean => file?.symbols.some(({ path }) => path === `${inside}/${name}`) === true;
  // A module inside may hand on what the one around it declares, unless it declares the name itself.
  const handedOn = [...exports].filter(([name]) => !isDeclared(name));
  const deeper = [...exportedModules].flatMap(([name, known]): [string, Known][] => {
    const start = `${inside.replaceAll("/", ".")}.`;
    return name.startsWith(start) ? [[name.slice(start.length), known]] : [];
  });
  return { exports: doubted(new Map(handedOn)), exportedModules: new Map(deeper) };
}

function doubted(names: ReadonlyMap<string, Known>): Map<string, Known> {
  return new Map([...names.keys()].map((name) => [name, "likely"]));
}
