import { posix } from "node:path";
import { codeKinds } from "../../languages/symbol-kind.ts";
import type { Importer, Importers, Known } from "./importer.ts";
import { classifyMember } from "./classify-member.ts";
import { meansFile } from "./module-paths.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import {
  isOwnReceiver,
  moduleLocal,
  mustImport,
  plainNamespace,
  receiverWords,
  referenceRulesOf,
} from "./reference-rules.ts";
import { isSuperReceiver } from "./superclass.ts";
import { isMember, sharesPackage, type Target } from "./target.ts";

/** "sure": a scope or import leads to it. "likely": the name matches and nothing contradicts it. "other": it means something else. */
export type Certainty = Known | "other";

/** Decides for the occurrences of a name in each file whether they mean the target. */
export function createClassifier(
  target: Target,
  importers: Importers,
): (file: Occurrences, at: Occurrence) => Certainty {
  return (file, at) => {
    if (at.role === "definition") return isDeclaration(target, file, at, importers) ? "sure" : "other";
    if (isMember(target)) return classifyMember(target, file, at, importers.get(file.file));
    if (at.local !== undefined)
      return file.file === target.file && at.local === target.symbol.nameSpan.start ? "sure" : "other";
    if (isSuperReceiver(at.receiver, file.language)) return "other";
    if ((at.key === "alone" && at.role !== "import") || isLocalTarget(target, file)) return "other";
    return file.file === target.file
      ? classifyHere(target, file, at, importers)
      : classifyThere(target, file, at, importers);
  };
}

/** The target is a local value: any occurrence that does not refer to it means something else. */
function isLocalTarget({ file, symbol }: Target, { file: other, occurrences }: Occurrences): boolean {
  const { start } = symbol.nameSpan;
  return file === other && occurrences.some((at) => at.start === start && at.local === start);
}

/** The declaration itself, its overloads in the same file, and in C its declarations in a header. */
function isDeclaration(target: Target, file: Occurrences, at: Occurrence, importers: Importers): boolean {
  const { symbol } = target;
  const declared = file.symbols.find(({ nameSpan }) => nameSpan.start === at.start);
  if (declared === undefined || declared.path !== symbol.path) return false;
  if (file.file === target.file) return true;
  if (referenceRulesOf(file.language)?.modules !== "include" || isHidden(target) || isHidden({ symbol: declared }))
    return false;
  return declared.kind === symbol.kind && (importers.has(file.file) || stemOf(file.file) === stemOf(target.file));
}

/** Visible only in its own file. */
function isHidden({ symbol }: Pick<Target, "symbol">): boolean {
  return /^static\b/.test(symbol.signature);
}

function stemOf(file: string): string {
  return posix.basename(file).replace(/\.[^.]*$/, "");
}

function classifyHere(target: Target, file: Occurrences, at: Occurrence, importers: Importers): Certainty {
  const { container, symbol } = target;
  // Another name means it only if the file imports itself under that name.
  if (at.name !== symbol.name && importers.get(file.file)?.names.has(at.name) !== true) return "other";
  if (at.receiver !== undefined && !isOwnReceiver(at.receiver)) {
    const last = receiverWords(at.receiver).at(-1);
    if (last === container?.name && last !== undefined) return "sure";
    return isPathOf(target, file, at) ? "sure" : "other";
  }
  if (at.receiver !== undefined && container === undefined && isInType(file, at.within)) return "other";
  return isVisible(target, file, at) ? "sure" : "other";
}

/** An inner function is visible inside its enclosing symbol; nearer declarations of the same name hide others. */
function isVisible({ symbol, container }: Target, file: Occurrences, at: Occurrence): boolean {
  const around = pathAt(file, at.within);
  const inside = container !== undefined && codeKinds.has(container.kind);
  if (inside && !isBelow(around, container.path)) return false;
  return !isHiddenByInner(file, at, symbol.path);
}

/** A nested function hides declarations of its name outside. */
function isHiddenByInner(file: Occurrences, { name, within }: Occurrence, path: string): boolean {
  const around = pathAt(file, within);
  return file.symbols.some(
    (other) =>
      other.name === name &&
      other.path !== path &&
      other.parent !== undefined &&
      codeKinds.has(file.symbols[other.parent]?.kind ?? "key") &&
      isBelow(around, outerPath(other.path)) &&
      other.path.length > path.length,
  );
}

function isInType({ symbols }: Occurrences, within: number | undefined): boolean {
  for (let at = within; at !== undefined; at = symbols[at]?.parent) {
    const container = symbols[at];
    if (container !== undefined && isMember({ container })) return true;
  }
  return false;
}

function pathAt({ symbols }: Occurrences, within: number | undefined): string {
  return within === undefined ? "" : (symbols[within]?.path ?? "");
}

function outerPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function isBelow(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function classifyThere(target: Target, file: Occurrences, at: Occurrence, importers: Importers): Certainty {
  if (target.container !== undefined && codeKinds.has(target.container.kind)) return "other";
  const importer = importers.get(file.file);
  if (at.receiver !== undefined) return classifyQualified(target, file, at, importer);
  const known = importer?.names.get(at.name) ?? importedAs(file, at, importer);
  if (declaresItself(file, at) || isHiddenByInner(file, at, at.name)) return "other";
  if (known !== undefined) return known;
  if (file.imports.some(({ local, name }) => local === at.name && name !== undefined)) return "other";
  if (at.name !== target.symbol.name || isHidden(target)) return "other";
  if (sharesPackage(target, file)) return "sure";
  return mustImport(file.language) ? "other" : "likely";
}

/** In an import, the name is still the original one. */
function importedAs(file: Occurrences, at: Occurrence, importer: Importer | undefined): Known | undefined {
  if (at.role !== "import") return undefined;
  const renamed = file.imports
    .filter(({ name, local }) => name === at.name && local !== name)
    .sort((a, b) => Math.abs(a.line - at.line) - Math.abs(b.line - at.line))[0];
  return renamed?.local === undefined ? undefined : importer?.names.get(renamed.local);
}

/** `module.name`, `crate::module::name`, `Namespace\name`. */
function classifyQualified(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Certainty {
  const receiver = at.receiver ?? "";
  const module = moduleLocal(importer?.modules, receiver);
  if (module !== undefined) return module;
  if (isPathOf(target, file, at)) return "sure";
  if (at.role === "import") return importer?.names.get(at.name) ?? importedAs(file, at, importer) ?? "other";
  const last = receiverWords(receiver).at(-1);
  if (last === undefined || last === "") return "other";
  if (last === target.container?.name) return importer?.names.get(at.name) ?? "likely";
  return last === stemOf(target.file) ? "likely" : "other";
}

/** The words before the name lead to the file or namespace without any import. */
function isPathOf({ file: path, namespace }: Target, file: Occurrences, { receiver = "" }: Occurrence): boolean {
  const modules = referenceRulesOf(file.language)?.modules;
  if (modules === "namespace") return namespace !== undefined && plainNamespace(receiver) === namespace;
  if (modules !== "path" || !/^[\p{L}\p{N}_]+(?:::[\p{L}\p{N}_]+)*$/u.test(receiver)) return false;
  return receiver !== "" && meansFile(modules, { source: receiver, name: undefined, from: file.file }, path) === "yes";
}

function declaresItself(file: Occurrences, { name }: Occurrence): boolean {
  if (file.imports.some(({ local }) => local === name)) return false;
  return file.symbols.some((symbol) => symbol.path === name && symbol.kind !== "impl");
}
