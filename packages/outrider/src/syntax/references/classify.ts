import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Certainty } from "./certainty.ts";
import { boundOnce, isBoundInBody, isReplaced } from "./import-sites.ts";
import { atTop, classifyDeclaration, classifyUnnamed, compareDeclarations } from "./classify-declaration.ts";
import { classifyMember } from "./classify-member.ts";
import { classifyImported, classifyLookup, classifyWhole } from "./classify-module.ts";
import { findImporters } from "./find-importers.ts";
import type { Meanings } from "./import-meanings.ts";
import type { GraphNode } from "./graph-node.ts";
import { importedAs } from "./import-sites.ts";
import type { Importer, Importers } from "./importer.ts";
import { isOfUnnamed, resolveInFile } from "./lexical-scope.ts";
import { meansFile, meansOutside } from "./module-paths.ts";
import { isOutsideNamespace, isUnclearName } from "./namespace-scope.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { isNotCalled, mayBeOfOtherSelf } from "./other-self.ts";
import type { PathIndex } from "./path-index.ts";
import {
  attributeNameOf,
  hasClosedModules,
  hasImplicitSelf,
  isOwnReceiver,
  moduleLocal,
  namesModules,
  plainNamespace,
  receiverWords,
  referenceRulesOf,
} from "./reference-rules.ts";
import { classifyInFile, classifyNear, importAt, leadsToRival, nestsModules } from "./nested-modules.ts";
import { isInOtherCrate } from "./nested-modules.ts";
import { isOfOtherArity } from "./type-arity.ts";
import { isSuperReceiver, typeAround } from "./superclass.ts";
import { isTaken } from "./settle-imports.ts";
import { settleTarget } from "./settle-target.ts";
import { isHidden, isMember, sharesPackage, type Target } from "./target.ts";
import { isOfTwins, isUnclearAt } from "./unclear-places.ts";

/** Decides for the occurrences of a name in each file whether they mean the target. */
export function createClassifier(
  target: Target,
  importers: Importers,
): (file: Occurrences, at: Occurrence) => Certainty {
  const isModuleTaken = isTaken(importers);
  const { symbol } = target;
  const short = attributeNameOf(target.language, symbol);
  return (file, written) => {
    const importer = importers.get(file.file);
    const named = written.name === short ? { ...written, name: symbol.name, key: undefined } : written;
    // The export under its own name is renamed with it: `exports.name = name`, `module.exports = { name: name }`.
    const isExport = named.exportOf === named.name && !isMember(target);
    const at = atTop(target, isExport ? { ...named, key: undefined, receiver: undefined } : named);
    if (typeof at === "string") return at;
    if (at.role === "definition" && isOfOtherArity(target, file, at)) return "declaration";
    const found = classify({ target, file, at, importer, isTaken: isModuleTaken });
    if (isReplaced(target, file, at, found) || mayBeOfOtherSelf(target, at, found)) return "likely";
    if (found === "sure" && isNotCalled(target, at)) return "likely";
    // What a script imports may be what the target describes.
    if (found === "import" && referenceRulesOf(target.language)?.descriptions?.test(target.file) === true)
      return "likely";
    // A member with the name of an embedded type is named after it.
    if (found === "member" && target.isEmbedded === true && !isMember(target)) return "likely";
    if (target.isOfUnnamed === true && at.receiver !== undefined && found === "sure") return "likely";
    if (target.isEmbedding === true && (found === "scope" || found === "declaration" || found === "member"))
      return "likely";
    if (target.hasRivalValue === true && at.role !== "definition" && (found === "sure" || found === "declaration"))
      return "likely";
    if (found === "sure" && (isOfTwins(target, file, at) || isUnclearName(target, file, at))) return "likely";
    const isUnclear = hasImplicitSelf(file.language) && isUnclearAt(target, file, at);
    return found === "sure" && at.role !== "definition" && at.role !== "import" && isUnclear ? "likely" : found;
  };

  function classify(question: Question): Certainty {
    const { file, at, importer } = question;
    if (at.role === "definition") return isOtherBinding(target, file, at) ? "local" : classifyDeclaration(question);
    if (at.kinds?.includes(symbol.kind) === false) return at.kinds.length === 0 ? "local" : "scope";
    if (isInOtherCrate(target, file, at)) return "scope";
    if (at.unnamed !== undefined) return classifyUnnamed(target, file, at.unnamed);
    // A key that may be a name of its own: nothing but types could tell.
    if (at.key === "either") return "likely";
    if (at.whole?.module !== undefined) return classifyWhole(target, at.whole);
    if (at.whole?.lookup !== undefined) return classifyLookup(target, at.whole);
    if (at.key === "element" && !isMember(target))
      return typeKinds.has(symbol.kind) || symbol.kind === "type" ? "member" : "likely";
    if (isInUnnamed(target, file, at)) return "likely";
    if (isMember(target)) return classifyMember(target, file, at, importer);
    // `const { name } = module` takes it out of its module, and any value may be a module that some file takes as a value.
    const isInModule = isModuleTaken && target.isUnexported !== true;
    const mayBeModule = isInModule && referenceRulesOf(file.language)?.valueMembers === "modules";
    if (at.key === "taken" && at.role !== "import" && mayBeModule) return "likely";
    if (isExportOfOther(target, file, at, importer)) return "scope";
    if (at.local !== undefined)
      return file.file === target.file && at.local === target.symbol.nameSpan.start ? "sure" : "local";
    if (isLocalTarget(target, file)) return "scope";
    if (at.role === "import" && file.file === target.file && importsOther(target, file, at)) return "import";
    // `try: from fast import name`: either this or the declaration.
    if (at.role === "import" && file.file === target.file && namesModules(referenceRulesOf(file.language)))
      return "likely";
    if (isSuperReceiver(at.receiver, file.language)) return "member";
    if ((at.key === "alone" || at.key === "taken") && at.role !== "import") return "member";
    if (at.receiver !== undefined) return classifyQualified(question);
    const found = classifyBare(question);
    return classifyImported(target, at, found === "sure" && isBoundInBody(file, at) ? "likely" : found);
  }
}

/** Without a receiver: by the import of a block or module around, if there is one. */
function classifyBare(question: Question): Certainty {
  const { target, file, at } = question;
  const site = at.role === "import" ? undefined : importAt(file, at);
  if (site !== undefined && site !== "none" && site.name !== undefined) {
    const written = { receiver: site.source, separator: "::", role: "import", name: site.name } as const;
    return classifyQualified({ ...question, at: { ...at, ...written } });
  }
  if (file.file === target.file) return classifyHere(question);
  const found = classifyThere(question);
  return site === "none" && found === "sure" ? "likely" : found;
}

/** `export { other as name }`: the name is that of something else. */
function isExportOfOther(
  { file: home, symbol }: Target,
  { file }: Occurrences,
  { name, exportOf, role }: Occurrence,
  importer: Importer | undefined,
): boolean {
  if (exportOf === undefined || exportOf === name || role === "import") return false;
  return file === home ? exportOf !== symbol.name : importer?.names.has(exportOf) !== true;
}

/** The target is a member of a type without a name, which may be around the place. */
function isInUnnamed({ file, symbol }: Target, other: Occurrences, { start, local }: Occurrence): boolean {
  if (file !== other.file || local !== undefined || !isOfUnnamed(other, symbol)) return false;
  const around = other.symbols[symbol.parent ?? -1]?.span;
  return around !== undefined && around.start <= start && start < around.end;
}

/** Classifiers for symbols that a name in one of these files may mean, each made once. */
export function rememberClassifiers(
  files: readonly Occurrences[],
  paths: PathIndex,
): (node: GraphNode) => ReturnType<typeof createClassifier> {
  const made = new Map<string, ReturnType<typeof createClassifier>>();
  const meanings: Meanings = new WeakMap();
  return (node) => {
    const known =
      made.get(node.id) ?? createClassifier(settleTarget(node, files), findImporters(node, files, { paths, meanings }));
    made.set(node.id, known);
    return known;
  };
}

interface Question {
  readonly target: Target;
  readonly file: Occurrences;
  readonly at: Occurrence;
  readonly importer: Importer | undefined;
  /** Some file takes the module with the target as a value, so any value may be that module. */
  readonly isTaken: boolean;
}

/** The target is a local value: only what its scope contains refers to it. */
function isLocalTarget({ file, symbol }: Target, { file: other, occurrences }: Occurrences): boolean {
  const { start } = symbol.nameSpan;
  return file === other && occurrences.some((at) => at.start === start && at.local === start);
}

/** One of two declarations with the same path is local: a function of a block. */
function isOtherBinding(target: Target, file: Occurrences, { start, local }: Occurrence): boolean {
  if (file.file !== target.file || start === target.symbol.nameSpan.start) return false;
  return isLocalTarget(target, file) ? local === undefined : local === start;
}

function classifyHere({ target, file, at, importer }: Question): Certainty {
  const { container, symbol } = target;
  // Another name means it only if the file imports itself under that name.
  if (at.name !== symbol.name) return importer?.names.get(at.name) ?? "scope";
  const found = resolveInFile(file, at, target.symbol.kind);
  if (found !== undefined) return found.path === symbol.path ? "sure" : "declaration";
  const isInside = container === undefined || isBelow(pathAt(file, at.within), container.path);
  if (isInside) return "sure";
  if (isOutsideNamespace(target, file, at)) return "scope";
  return container !== undefined && codeKinds.has(container.kind) ? "scope" : "likely";
}

/** The file imports something else that has the name of its own declaration. */
function importsOther({ namespace }: Target, file: Occurrences, at: Occurrence): boolean {
  const rules = referenceRulesOf(file.language);
  const site = file.imports.find(({ line, name }) => line === at.line && name === at.name);
  if (site !== undefined && rules?.modules === "namespace") return plainNamespace(site.source) !== namespace;
  if (site === undefined || rules?.packageClause === undefined) return false;
  return meansFile(rules, { ...site, from: file.file, package: file.package }, { ...file, namespace }) === "no";
}

function pathAt({ symbols }: Occurrences, within: number | undefined): string {
  return within === undefined ? "" : (symbols[within]?.path ?? "");
}

function isBelow(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}/`);
}

function classifyThere({ target, file, at, importer }: Question): Certainty {
  if (isInCode(target)) return "scope";
  // `import { name as other }` in a file with a `name` of its own.
  const imported = importedAs(file, at, importer);
  if (imported !== undefined) return imported;
  const found = resolveInFile(file, at, target.symbol.kind);
  const isImported = file.imports.some(({ local }) => local === at.name);
  // Its own declarations hide what an import of everything brings in.
  if (found !== undefined && (found.parent !== undefined || !isImported)) {
    const compared = compareDeclarations(found, { target, file, importer });
    return compared === "declaration" && mayFitBetter(found, { target, file, at, importer }) ? "likely" : compared;
  }
  if (at.role === "import") return "likely";
  const known = importer?.names.get(at.name) ?? (importer?.elsewhere.has(at.name) === true ? "import" : undefined);
  if (known !== undefined) return known;
  if (isImported) return "likely";
  if (at.name !== target.symbol.name || isHidden(target)) return "scope";
  if (target.isGlobal === true && target.container === undefined) return "sure";
  if (isOutsideNamespace(target, file, at)) return "scope";
  const shared = sharesPackage(target, file);
  if (shared !== undefined) return shared;
  const isClosed =
    hasClosedModules(file.language) && importer?.isOpen === false && file.broken !== true && target.isScript !== true;
  return isClosed ? "scope" : "likely";
}

/** Where arguments choose among the functions of all scopes around, a nearer one need not be meant. */
function mayFitBetter(found: CodeSymbol, { target, file, at, importer }: Omit<Question, "isTaken">): boolean {
  if (referenceRulesOf(file.language)?.callsByArguments !== true || at.role !== "call") return false;
  if (!codeKinds.has(found.kind) || !codeKinds.has(target.symbol.kind)) return false;
  return importer?.names.has(at.name) === true || sharesPackage(target, file) !== undefined;
}

/** A function inside another one is not visible outside. */
function isInCode({ container }: Target): boolean {
  return container !== undefined && codeKinds.has(container.kind);
}

/** `module.name`, `crate::module::name`, `Namespace\name`, and `value.name`, which is a member. */
function classifyQualified({ target, file, at, importer, isTaken }: Question): Certainty {
  const receiver = at.receiver ?? "";
  if (isInCode(target)) return "member";
  const isLocal = at.isLocalReceiver === true;
  const isNear = nestsModules(file.language) && at.separator === "::" && receiver !== "Self";
  const near = isNear ? classifyNear(target, file, at) : undefined;
  if (near !== undefined) return near;
  const modules = boundOnce(file, importer?.modules, receiver);
  const module = isLocal ? undefined : moduleLocal(modules, receiver, target.container?.path);
  if (module === "sure" && importer?.members.get(receiverWords(receiver).join("."))?.has(at.name) === false)
    return "likely";
  if (module !== undefined)
    return module === "likely" && leadsToRival(target, importer?.modules, at) ? "declaration" : module;
  if (!isLocal && isPathOf(target, file, at)) return classifyInFile(target, at);
  const isHome = file.file === target.file && at.role === "call";
  if (isHome && referenceRulesOf(file.language)?.ownExports?.test(receiver) === true) return "likely";
  if (at.role === "import") return importedAs(file, at, importer) ?? "likely";
  const words = receiverWords(receiver);
  const last = words.at(-1) ?? "";
  if (!isLocal && last !== "" && (last === target.container?.name || last === target.openEnum?.name))
    return file.file === target.file ? "sure" : (importer?.names.get(at.name) ?? "likely");
  const rules = referenceRulesOf(file.language);
  const values = rules?.valueMembers;
  // A value of that name may have the function as a member.
  if (values !== "functions" && !isLocal && importer?.elsewhere.has(words[0] ?? "") === true) return "import";
  // What a macro brings into the file may have made it an alias.
  if (rules?.qualifiedLeaves === true && `.${target.qualifier ?? target.container?.name}`.endsWith(`.${receiver}`))
    return "likely";
  const path = { source: receiver, name: undefined, from: file.file, package: file.package };
  if (isPath(at) && meansOutside(rules, path)) return "import";
  if (isNear && isOwnReceiver(receiver)) return "likely";
  const isOnValues = values === "functions" || (values === "mixins" && target.container?.kind === "module");
  if (target.isUnexported === true) return "member";
  if (isOwnReceiver(receiver)) {
    const own = typeAround(file, at);
    const isDeclared = file.symbols.some(({ path }) => path === `${own?.path}/${at.name}`);
    return own === undefined || (isOnValues && !isDeclared) ? "likely" : "member";
  }
  if (isOnValues || (values === "modules" && isTaken)) return "likely";
  return isPath(at) ? "likely" : "member";
}

/** `a::name` and `A\name` lead through modules, not through values. */
function isPath({ separator }: Occurrence): boolean {
  return separator === "::" || separator === "\\";
}

/** The words before the name lead to the file or namespace without any import. */
function isPathOf(target: Target, file: Occurrences, { receiver = "" }: Occurrence): boolean {
  const rules = referenceRulesOf(file.language);
  const { namespace, qualifier, container } = target;
  if (rules?.qualifiedLeaves === true)
    return receiver === (qualifier ?? (container === undefined ? undefined : plainNamespace(container.path)));
  if (rules?.modules === "namespace" || rules?.packageClause !== undefined)
    return namespace !== undefined && plainNamespace(receiver) === namespace;
  if (rules?.modules !== "path" || !/^[\p{L}\p{N}_]+(?:::[\p{L}\p{N}_]+)*$/u.test(receiver)) return false;
  const site = { source: receiver, name: undefined, from: file.file, package: file.package };
  return meansFile(rules, site, { file: target.file, namespace, package: target.package }) === "yes";
}
