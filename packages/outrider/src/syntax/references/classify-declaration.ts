import { posix } from "node:path";
import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds, valueKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Certainty } from "./certainty.ts";
import { isOfSeveralPrograms } from "./classify-module.ts";
import { doesImport, type Importer } from "./importer.ts";
import { isTypeTwin } from "./member-rivals.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { isHidden, isMember, namespaceAround, sharesPackage, type Target } from "./target.ts";
import type { Span } from "../../languages/span.ts";

interface Question {
  readonly target: Target;
  readonly file: Occurrences;
  readonly at: Occurrence;
  readonly importer: Importer | undefined;
}

/** The declaration itself, its overloads in the same file, and declarations of it in other files: prototypes, parts of a type. */
export function classifyDeclaration({ target, file, at, importer }: Question): Certainty {
  const declared = file.symbols.find(({ nameSpan }) => nameSpan.end === at.start + at.name.length);
  return declared === undefined ? "declaration" : compareDeclarations(declared, { target, file, importer });
}

/** Whether another declaration of the name declares the target. */
export function compareDeclarations(declared: CodeSymbol, { target, file, importer }: Omit<Question, "at">): Certainty {
  const { symbol } = target;
  const rules = referenceRulesOf(file.language);
  const isTwin = target.hasTwin === true && codeKinds.has(declared.kind) !== codeKinds.has(symbol.kind);
  // Where kinds of names are kept apart, several may share a path.
  const isMacro = rules?.macrosApart === true && (declared.kind === "macro" || symbol.kind === "macro");
  const isApart = (rules?.meaningAt !== undefined || isMacro) && declared.kind !== symbol.kind;
  const isTag = rules?.modules === "include" && typeKinds.has(declared.kind) !== typeKinds.has(symbol.kind);
  // `struct name` and a function of the name are two things.
  if (isTag && (codeKinds.has(declared.kind) || codeKinds.has(symbol.kind))) return "declaration";
  if (augments(declared, target, file)) return "likely";
  // `$name = fn` and `function name` are two things.
  if (declared.signature.startsWith("$") !== symbol.signature.startsWith("$")) return "declaration";
  if (declared.path !== symbol.path || isTwin || isApart || isMethodOfTypeName(declared, symbol)) return "declaration";
  if (file.file === target.file) return isTypeTwin(file.language, declared, symbol) ? "declaration" : "sure";
  if (isDescribed(target, file)) return "likely";
  if (file.language !== target.language && rules?.modules !== "include") return "declaration";
  // A static member of a type is visible wherever the type is, and its definition apart is no property.
  const isStatic = !isMember(target) && (isHidden(target) || isHidden({ ...target, symbol: declared }));
  const areValues = isMember(target) && valueKinds.has(symbol.kind) && valueKinds.has(declared.kind);
  // Apart from its namespace, a function looks like a method.
  const areFunctions = rules?.modules === "include" && codeKinds.has(symbol.kind) && codeKinds.has(declared.kind);
  if (isStatic || (declared.kind !== symbol.kind && !areValues && !areFunctions)) return "declaration";
  // Two bodies are two functions.
  const hasBodies = codeKinds.has(symbol.kind) && symbol.bodySpan !== undefined && declared.bodySpan !== undefined;
  if (rules?.modules === "include" && hasBodies) return "declaration";
  if (rules?.modules === "include")
    return doesImport(importer) || stemOf(file.file) === stemOf(target.file) ? "sure" : "likely";
  if (isBuiltApart(target, file)) return "likely";
  const isDefined = rules?.definesApart?.(symbol) === true && rules.definesApart(declared);
  const mayGoOn =
    isDefined || isMember({ container: symbol }) || (symbol.kind === "module" && rules?.opensModules === true);
  if (rules?.hasPartialTypes !== true || !mayGoOn) return "declaration";
  if (rules.opensModules === true && target.declaredAs !== undefined)
    return isOfSeveralPrograms(target) ? "likely" : "sure";
  // A type of another package is another type.
  if (rules.modules === "directory" && rules.moduleDirectory === undefined && !sharesPackage(target, file))
    return "declaration";
  if (rules.modules !== "namespace") return "likely";
  const namespace = file.namespace ?? namespaceAround(file.language, declared, file.symbols);
  return namespace === target.namespace ? "sure" : "declaration";
}

/** `declare module "./a" { interface Name {…} }` adds to what another file declares. */
function augments({ name, parent }: CodeSymbol, { symbol, container }: Target, file: Occurrences): boolean {
  const isMerged = referenceRulesOf(file.language)?.writtenTypes?.mergesDeclarations === true;
  if (!isMerged || container !== undefined || name !== symbol.name) return false;
  return /^(?:declare\s+)?(?:module\s*["']|global\b)/.test(file.symbols[parent ?? -1]?.signature ?? "");
}

/** A package has one function of a name, which is declared once for each platform or set of tags. */
function isBuiltApart(target: Target, file: Occurrences): boolean {
  const rules = referenceRulesOf(file.language);
  if (rules?.modules !== "directory" || rules.moduleDirectory !== undefined || !codeKinds.has(target.symbol.kind))
    return false;
  const isEntry = languageById(file.language)?.entryPoints?.includes(target.symbol.name) === true;
  return !isEntry && sharesPackage(target, file) === "sure";
}

/** `class Table` and `def Table` are two things. */
function isMethodOfTypeName(one: CodeSymbol, other: CodeSymbol): boolean {
  const isType = ({ kind }: CodeSymbol): boolean => kind === "class" || kind === "module";
  const isMethod = ({ kind }: CodeSymbol): boolean => kind === "function" || kind === "method";
  return (isType(one) && isMethod(other)) || (isType(other) && isMethod(one));
}

/** One of the two files may describe what the other one declares. */
function isDescribed(target: Target, file: Occurrences): boolean {
  if (target.isUnexported === true) return false;
  const [one, other] = [referenceRulesOf(target.language)?.descriptions, referenceRulesOf(file.language)?.descriptions];
  return one !== undefined && other !== undefined && one.test(target.file) !== other.test(file.file);
}

function stemOf(file: string): string {
  return posix.basename(file).replace(/\.[^.]*$/, "");
}

/** A key of a literal whose type is written there without a name is a field that this type declares. */
export function classifyUnnamed({ file, symbol }: Target, other: Occurrences, type: Span): Certainty {
  const isIn = ({ nameSpan: { start } }: CodeSymbol): boolean => type.start <= start && start < type.end;
  if (file !== other.file || !isIn(symbol)) return "member";
  const fields = other.symbols.filter((each) => each.name === symbol.name && isIn(each));
  return fields.length === 1 ? "sure" : "likely";
}

/** A name that begins at the top: what that excludes, or the place as if it stood there. */
export function atTop(target: Target, at: Occurrence): Certainty | Occurrence {
  if (at.isRooted !== true || at.role === "definition") return at;
  if (isMember(target)) return "scope";
  // Imports name what is in a namespace without a mark at the beginning.
  const isNamespace = referenceRulesOf(target.language)?.modules === "namespace";
  if (isNamespace && at.role !== "import" && target.namespace !== undefined) return "scope";
  // A namespace may be inline, or used as a whole at the top.
  if (!isNamespace && target.container !== undefined) return "likely";
  return { ...at, within: undefined, local: undefined };
}
