import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Certainty } from "./certainty.ts";
import { chainOf, holdersAround } from "./symbol-chain.ts";
import { extendsOther } from "./declared-names.ts";
import type { Importer } from "./importer.ts";
import { isJoined } from "./joined-types.ts";
import { localModule } from "./module-paths.ts";
import { isTail } from "./path-words.ts";
import { outerPath, resolveInFile, scopeAt } from "./lexical-scope.ts";
import { mayInheritBefore } from "./member-rivals.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import {
  hasClosedModules,
  hasImplicitSelf,
  isOwnReceiver,
  namespaceIn,
  receiverWords,
  referenceRulesOf,
} from "./reference-rules.ts";
import { isImportedTwice, isInImportPath } from "./import-sites.ts";
import { importAt } from "./nested-modules.ts";
import { isSuperReceiver, namesAbove, superclassesAt, typeAround } from "./superclass.ts";
import { type Target, wholeNameOf } from "./target.ts";
import {
  hasWholeNames,
  isBroughtElsewhere,
  isNameOfType,
  isNestedNamed,
  isNoValue,
  isOpen,
  isTypeNamed,
  isWholeName,
} from "./type-names.ts";

/** Whether a name means a member of the target's type: through the type itself, or through a value of unknown type. */
export function classifyMember(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Certainty {
  const { receiver } = at;
  // An import brings in both.
  if (target.hasTwin === true && at.role === "import" && importsMember(target, file, at)) return "likely";
  if (target.hasTwin === true && at.key === undefined && (at.role === "call") !== codeKinds.has(target.symbol.kind))
    return "member";
  if (at.whole?.isSetter === true && !isWritable(target, file)) return "member";
  // Arguments choose among several of one name.
  if (isImportedTwice(target, file, at)) return "likely";
  const isFromElsewhere = importsNoMembers(target, file, at) || isElsewhere(file, at, importer);
  if ((at.role === "import" && isFromElsewhere) || isInImportPath(target, file, at)) return "import";
  if (at.role === "import" && importsMember(target, file, at)) return "sure";
  if (receiver === undefined) return classifyBare(target, file, at, importer);
  // In `x.alias`, an alias of this file means nothing.
  if (at.name !== target.symbol.name) return "member";
  if (isSuperReceiver(receiver, file.language)) return classifyInherited(target, file, at, importer);
  if (receiver === "super")
    return referenceRulesOf(file.language)?.superReceiver === "result" ? "likely" : "declaration";
  if (isOwnReceiver(receiver)) return at.isOtherSelf === true ? "likely" : classifyOwn(target, file, at);
  if (at.receiverType !== undefined && isTypeNamed(target, file, at.receiverType, importer)) return "sure";
  const words = receiverWords(receiver);
  const last = words.at(-1) ?? "";
  const isType = at.isLocalReceiver !== true && !isNoValue(target.language, target.container?.kind);
  if (isType && isWholeName(target, file, words)) return "sure";
  const isBare = at.receiverType === undefined && (words.length === 1 || !hasWholeNames(file.language));
  if (isType && isBare && isNameOfType(target, file, last, importer)) return "sure";
  if (isType && target.isGlobal === true && receiver === target.container?.name) return "sure";
  if (isNestedNamed(target, file, receiverWords(at.receiverType ?? receiver), importer)) return "sure";
  if (last === target.container?.name) return isBare && isBroughtElsewhere(file, last, importer) ? "member" : "likely";
  if (isModule(file, at)) return "import";
  return isOtherType(file, last, target) ? "member" : "likely";
}

/** Where fields are methods, what writes one is another method than what reads it. */
function isWritable({ symbol }: Target, { language }: Occurrences): boolean {
  const isField = referenceRulesOf(language)?.writableField;
  return isField === undefined || (!codeKinds.has(symbol.kind) && isField(symbol));
}

/** `pkg.name`: what an import brings in as a whole has functions and values of its own, and is no value of a type. */
function isModule({ imports, language }: Occurrences, { receiver, receiverType, receiverPath }: Occurrence): boolean {
  const rules = referenceRulesOf(language);
  if (rules?.modules !== "directory" && rules?.modulesAreNoSymbols !== true) return false;
  // A path that begins with a name is one that no scope around declares.
  const isFree = receiverType === undefined && receiverPath?.written === undefined && receiverPath?.steps.length === 1;
  return isFree && imports.some(({ local = "", name }) => name === undefined && localModule(local) === receiver);
}

/** `this.name`: of the enclosing type, or of one that it extends. */
function classifyOwn(target: Target, file: Occurrences, at: Occurrence): Certainty {
  const [own] = holdersAround(file, at.within);
  if (own === undefined) return isInTypeByName(target, file, at.within) ? ownElsewhere(target, file) : "likely";
  if (isTargetType(target, file, own)) return "sure";
  const isOther = declares(file, own, at.name) && !mayOverride(target);
  return isOther && !isJoined(target.joined, own.name) ? "member" : "likely";
}

/** Without types, what a type calls of its own may be what one that extends it or a module that is prepended declares. */
function mayOverride({ container, language, symbol, mayExtend }: Target): boolean {
  const rules = referenceRulesOf(language);
  if (rules?.callsOverrides !== true || container === undefined) return false;
  const isMixin = container.kind === "module" || container.kind === "trait";
  return isMixin ? rules.isOfType?.(symbol) !== true : (mayExtend ?? extendsOther(container));
}

/** Code separate from its class names the class in its path. */
function ownElsewhere(target: Target, file: Occurrences): Certainty {
  return file.file === target.file || sharesType(target, file) ? "sure" : "likely";
}

/** `super.name`: of the first type in the head that has it; of one further up, if nothing contradicts it. */
function classifyInherited(
  target: Target,
  file: Occurrences,
  at: Occurrence,
  importer: Importer | undefined,
): Certainty {
  const { container } = target;
  const own = typeAround(file, at);
  if (own !== undefined && isTargetType(target, file, own)) return "member";
  for (const [index, name] of superclassesAt(file, at).entries()) {
    if (isNameOfType(target, file, name, importer)) return index === 0 ? "sure" : "likely";
    if (name === container?.name) return isBroughtElsewhere(file, name, importer) ? "member" : "likely";
    if (isOtherType(file, name, target)) return "member";
  }
  return "likely";
}

/** Whether a type around a place is the target's: the same declaration, or another part of it. */
function isTargetType(target: Target, file: Occurrences, type: CodeSymbol): boolean {
  const { container } = target;
  if (container === undefined) return false;
  if (isOpen(file)) return wholeNameOf(type, file.symbols) === target.module;
  if (file.file === target.file) return type.path === container.path;
  return type.name === container.name && sharesType(target, file);
}

/** By names: code separate from its class has no enclosing class. */
function isInTypeByName(target: Target, file: Occurrences, within: number | undefined): boolean {
  const { container } = target;
  const { symbols } = file;
  // Where types are open, their parts have whole names, and what is around a type is not visible in it.
  if (isOpen(file)) {
    const own = holdersAround(file, within).find(({ kind }) => kind !== "constant");
    return own !== undefined && wholeNameOf(own, symbols) === target.module;
  }
  const path = within === undefined ? undefined : symbols[within];
  if (path === undefined || container === undefined) return false;
  const around = path.path.split("/");
  const types = typeKinds.has(path.kind) ? around : around.slice(0, -1);
  // An extension names all types around its own.
  if (referenceRulesOf(file.language)?.modules === "directory")
    return types.some((_, index) => types.slice(0, index + 1).join("/") === container.path);
  return types.includes(container.name);
}

/** The same type may continue in another file: partial classes, `impl` blocks, code separate from its header. */
function sharesType({ language, namespace }: Target, file: Occurrences): boolean {
  const rules = referenceRulesOf(language);
  if (file.language !== language || rules?.hasPartialTypes !== true) return false;
  return rules.modules !== "namespace" || namespaceIn(file) === namespace;
}

/** Directly in the body of the target's type, in languages where code there sees its members: `b = a()` in a class of Python. */
function classifyInBody(target: Target, file: Occurrences, at: Occurrence): Certainty | undefined {
  if (referenceRulesOf(file.language)?.bodiesSeeMembers !== true || file.file !== target.file) return undefined;
  // Before its declaration, the name still means something outside.
  if (at.start < target.symbol.span.end) return undefined;
  for (const symbol of chainOf(file.symbols, at.within)) {
    if (typeKinds.has(symbol.kind)) {
      if (symbol.path !== target.container?.path) return undefined;
      // Functions and comprehensions in an expression do not see the names of the type.
      return /\b(?:lambda|for)\b/.test(at.text) ? "likely" : "sure";
    }
    // The head of a method, with its decorators and defaults, belongs to the body of the type.
    if (codeKinds.has(symbol.kind) && symbol.bodySpan !== undefined && at.start >= symbol.bodySpan.start)
      return undefined;
  }
  return undefined;
}

/** A key of a literal whose type is written is a field of that type. */
function classifyKey(target: Target, file: Occurrences, at: Occurrence, importer: Importer | undefined): Certainty {
  const { receiverType: type } = at;
  // `{ name }` names a value, too.
  if (type === undefined || at.key === "also") return "likely";
  if (at.name !== target.symbol.name || codeKinds.has(target.symbol.kind)) return "member";
  if (target.container?.kind !== "struct" && target.container?.kind !== "class") return "likely";
  if (isTypeNamed(target, file, type, importer) || isNestedNamed(target, file, receiverWords(type), importer))
    return "sure";
  const last = receiverWords(type).at(-1) ?? "";
  return last !== target.container?.name && isOtherType(file, last, target) ? "member" : "likely";
}

function classifyBare(target: Target, file: Occurrences, at: Occurrence, importer: Importer | undefined): Certainty {
  // `{ name: 1 }` and `{ name } = value` name a member of something.
  if (at.key !== undefined) return classifyKey(target, file, at, importer);
  // A parameter that is a property as well, a constant in its enum.
  if (at.local !== undefined)
    return file.file === target.file && at.local === target.symbol.nameSpan.start ? "sure" : "local";
  const isImported = file.imports.some((each) => each.local === at.name || each.name === at.name);
  if (at.role === "import" || (at.implied ?? []).length > 0) return "likely";
  // An import of a block hides what is declared around the block.
  const site = isImported ? importAt(file, at) : undefined;
  if (site !== undefined && site !== "none" && site.scope !== undefined) {
    if (importsMember(target, { ...file, imports: [site] }, at)) return "sure";
    return isElsewhere(file, at, importer) ? "import" : "likely";
  }
  if (isInside(target, file, at)) return "sure";
  // A label of a switch names a value of an enum, whatever else has that name.
  if (target.symbol.kind === "member" && target.openEnum === undefined) return "likely";
  const inBody = classifyInBody(target, file, at);
  if (inBody !== undefined) return inBody;
  const found = resolveInFile(file, at, target.symbol.kind);
  if (found !== undefined && isCertain(found, file)) {
    const isOwn = file.file === target.file && found.path === target.symbol.path;
    const isPart = isInTypeByName(target, file, at.within) && sharesType(target, file);
    const part = isPart ? partOf(target, found) : undefined;
    if (isOwn || part === "same") return "sure";
    if (part === "alike") return "likely";
    return mayOverride(target) || mayInheritBefore(outerPath(found.path), file, at) ? "likely" : "declaration";
  }
  // A type around may inherit a member that hides it.
  const isHidden = holdersAround(file, at.within).some((type) => namesAbove(type, file.language).length > 0);
  if (importsMember(target, file, at) && !isHidden) return "sure";
  if (isImported) return isElsewhere(file, at, importer) ? "import" : "likely";
  if (isInTypeByName(target, file, at.within) && (file.file === target.file || sharesType(target, file)))
    return hasImplicitSelf(file.language) ? "sure" : "scope";
  // In C, macros take the names of fields: `offsetof(node_t, link)`.
  const takesFields = referenceRulesOf(file.language)?.modules === "include";
  if (!hasImplicitSelf(file.language)) return file.broken === true || takesFields ? "likely" : "scope";
  // Inherited members are used without a qualifier.
  const isOutside = holdersAround(file, at.within).length === 0 && hasClosedModules(file.language);
  return isOutside && importer?.isOpen === false && file.broken !== true ? "scope" : "likely";

  /** A function beside a type may still be hidden by a member that the type inherits. */
  function isCertain(symbol: CodeSymbol, { language }: Occurrences): boolean {
    return symbol.parent !== undefined || !hasImplicitSelf(language) || holdersAround(file, at.within).length === 0;
  }
}

/** Whether a member of a type with the target's name is the target; "alike": in a namespace of another name, which may be an inline one. */
function partOf({ symbol, namespace = "", language }: Target, found: CodeSymbol): "same" | "alike" | undefined {
  // Types inside others may share a name; the namespace may be around them or not.
  const within = ({ path }: CodeSymbol): string =>
    path.startsWith(`${namespace}/`) ? path.slice(namespace.length + 1) : path;
  if (referenceRulesOf(language)?.modules === "namespace") return within(found) === within(symbol) ? "same" : undefined;
  if (found.path.split("/").slice(-2).join("/") !== symbol.path.split("/").slice(-2).join("/")) return undefined;
  return isTail(found.path, symbol.path) || isTail(symbol.path, found.path) ? "same" : "alike";
}

/** An import brings the name in from elsewhere; one that may begin at a value may bring in members of any type. */
function isElsewhere({ language }: Occurrences, { name }: Occurrence, importer: Importer | undefined): boolean {
  return referenceRulesOf(language)?.relativeImports !== true && importer?.elsewhere.has(name) === true;
}

/** A part of an object may be part of its module, which an import brings in. */
function importsNoMembers({ container, symbol }: Target, { language }: Occurrences, at: Occurrence): boolean {
  const rule = referenceRulesOf(language)?.importsNoMembers;
  if (rule === undefined || container === undefined || !typeKinds.has(container.kind)) return false;
  if (typeof rule !== "object") return rule === true || symbol.kind !== "member";
  return !typeKinds.has(symbol.kind) && !rule.test(at.text);
}

/** An import gives the whole name of the target. */
export function importsMember(
  target: Target,
  { imports, language }: Occurrences,
  { name, role, line }: Occurrence,
): boolean {
  const { symbol, namespace } = target;
  if (name !== symbol.name || namespace === undefined || referenceRulesOf(language)?.packageClause === undefined)
    return false;
  const whole = `${namespace}.${symbol.path.replaceAll("/", ".")}`;
  return imports.some(
    (site) => `${site.source}.${site.name}` === whole && (role === "import" ? site.line === line : site.local === name),
  );
}

/** Directly inside the type, not in one of its methods: values of an enum, decorators of a property. */
function isInside({ file, container, symbol }: Target, other: Occurrences, at: Occurrence): boolean {
  const within = scopeAt(other, at);
  if (file !== other.file || within === undefined || other.symbols[within]?.path !== container?.path) return false;
  const rules = referenceRulesOf(other.language);
  if (rules?.plainBodies === true) return container?.kind === "enum";
  const isDeclared = other.symbols.some(({ path, nameSpan }) => path === symbol.path && nameSpan.start <= at.start);
  return rules?.bodiesSeeMembers !== true || isDeclared;
}

/** A different type of this file that itself has such a member. */
function isOtherType(file: Occurrences, name: string, target: Target): boolean {
  const type = file.symbols.find((symbol) => symbol.path === name && typeKinds.has(symbol.kind));
  return type !== undefined && name !== target.container?.name && declares(file, type, target.symbol.name);
}

function declares({ symbols }: Occurrences, type: CodeSymbol, name: string): boolean {
  return symbols.some((symbol) => symbol.name === name && symbol.path === `${type.path}/${name}`);
}
