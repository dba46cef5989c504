import { posix } from "node:path";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import { chainOf } from "./symbol-chain.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Known } from "./importer.ts";
import type { FilePackage, Occurrences } from "./occurrence.ts";
import { openEnumOf } from "./visible-scope.ts";
import { namespaceIn, namespaceOf, plainNamespace, referenceRulesOf } from "./reference-rules.ts";

/** What is searched for: one symbol of one file. */
export interface Target {
  readonly file: string;
  readonly language: string;
  readonly symbol: CodeSymbol;
  /** The enclosing symbol, if there is one; what an enum is in, if its values are visible beside it. */
  readonly container: CodeSymbol | undefined;
  /** The enum that it is a value of and visible beside. */
  readonly openEnum?: CodeSymbol;
  /** The namespace or package that its file declares, separated by ".". */
  readonly namespace: string | undefined;
  readonly package?: FilePackage | undefined;
  /** The whole name of it, if it is a module, type or constant. */
  readonly whole?: string;
  /** The whole name of the module that it is or is in, separated by ".": blocks of tests in between have no names. */
  readonly module?: string;
  /** What comes before its name where that is qualified: `A` in `A.B`. */
  readonly qualifier?: string;
  /** Its type has both a field and a method of its name; which one is meant shows in whether it is called. */
  readonly hasTwin?: boolean;
  /** A type has a member of its name, which code apart from that type sees without a qualifier. */
  readonly hasMemberRival?: boolean;
  /** It is a value of an enum, and something else has its name in its scope: a macro, or conditional code. */
  readonly hasRivalValue?: boolean;
  /** It is in a namespace, and another one or the top of a file declares its name, too. */
  readonly hasOuterRival?: boolean;
  /** A type has another member of its name. */
  readonly hasOtherMember?: boolean;
  readonly hasInheritedRival?: boolean;
  readonly hasOtherPart?: boolean;
  readonly hasTypeTwin?: boolean;
  readonly hasCallRival?: boolean;
  /** A type embeds it, so that members have its name, too. */
  readonly isEmbedded?: boolean;
  /** It is a member of a type without a name, inside of a function. */
  readonly isOfUnnamed?: true;
  /** It is a member that embeds a type and has its name. */
  readonly isEmbedding?: true;
  /** Its type is inside another type, so that others have to qualify it. */
  readonly isInNested?: boolean;
  /** Namespaces inside its own that declare another type of the name. */
  readonly innerRivals?: readonly string[];
  /** A function of its name may be called as if it were a member. */
  readonly hasExtension?: boolean;
  /** Its type inherits from one outside of the project, which may have methods of its name with other parameters. */
  readonly extendsOutside?: boolean;
  /** It, or its type, is at the top of a program where such names are global, and no other declaration has the name. */
  readonly isGlobal?: boolean;
  /** Whole names of other modules that declare its name. */
  readonly rivalModules?: ReadonlySet<string>;
  /** The paths of other declarations of its name in its file, where modules are inside of files. */
  readonly rivalPaths?: ReadonlySet<string> | undefined;
  /** The first names of modules. */
  readonly topModules?: ReadonlySet<string>;
  /** Whole names of all modules, types and constants of its name, with the files that declare them. */
  readonly declaredAs?: ReadonlyMap<string, readonly string[]>;
  /** A part of its type in any file extends another type. Default: what the part around it tells. */
  readonly mayExtend?: boolean;
  /** The names of types that others extend beside its type, so that code of either may mean members of the other. */
  readonly joined?: ReadonlySet<string> | "any";
  /** Whether the project has a module, type or constant of this whole name, as far as it is read. */
  readonly isDeclared?: (whole: string) => boolean;
  /** Its file is no module: it imports and exports nothing, so that what it declares may be visible everywhere. */
  readonly isScript?: boolean;
  /** Its file is a module that does not export it under its name, so that it is a member of no value. */
  readonly isUnexported?: boolean;
}

export interface TargetFile {
  readonly file: string;
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
}

export function targetOf({ file, language, symbols }: TargetFile, symbol: CodeSymbol): Target {
  const openEnum = openEnumOf(language, symbol, symbols);
  if (openEnum !== undefined) return { ...targetOf({ file, language, symbols }, openEnum), symbol, openEnum };
  const outer = symbol.parent === undefined ? undefined : symbols[symbol.parent];
  const isApart = symbol.path !== (outer === undefined ? symbol.name : `${outer.path}/${symbol.name}`);
  const container = asMixin(language, symbol, isApart ? namedContainer(symbol) : typeAssigned(symbol, symbols));
  const around = container?.parent === undefined ? undefined : symbols[container.parent];
  const isInNested = around !== undefined && typeKinds.has(around.kind);
  // A file may declare several modules, each of which is named as a whole.
  const isModule = container?.kind === "module" && referenceRulesOf(language)?.qualifiedLeaves === true;
  const namespace = isModule ? plainNamespace(container.path) : namespaceAround(language, symbol, symbols);
  const names = { module: moduleOf(symbol, symbols), whole: wholeNameOf(symbol, symbols) };
  return { file, language, symbol, container, namespace, isInNested, ...names };
}

/** A file may have several namespaces, and code outside of them. */
export function namespaceAround(
  language: string,
  { parent }: CodeSymbol,
  symbols: readonly CodeSymbol[],
): string | undefined {
  if (referenceRulesOf(language)?.modules !== "namespace") return namespaceOf(symbols);
  const module = chainOf(symbols, parent).find(({ kind }) => kind === "module");
  if (module !== undefined) return plainNamespace(module.path);
  const hasBlocks = symbols.some((each) => each.parent !== undefined && symbols[each.parent]?.kind === "module");
  return hasBlocks ? undefined : namespaceOf(symbols);
}

/** The methods of a module that types include are members of these. */
function asMixin(language: string, { kind }: CodeSymbol, container: CodeSymbol | undefined): CodeSymbol | undefined {
  const isMixin = referenceRulesOf(language)?.valueMembers === "mixins" && container?.kind === "module";
  const isMethod = codeKinds.has(kind) || kind === "property";
  return isMixin && isMethod ? { ...container, kind: "trait" } : container;
}

/** The whole name of the module that a symbol is or is in. */
export function moduleOf(symbol: CodeSymbol, symbols: readonly CodeSymbol[]): string {
  const modules = [symbol, ...chainOf(symbols, symbol.parent)].filter(
    ({ kind }) => kind === "module" || typeKinds.has(kind),
  );
  const parts = modules.map(({ path, parent }) => {
    const outer = parent === undefined ? undefined : symbols[parent]?.path;
    return outer === undefined || !path.startsWith(`${outer}/`) ? path : path.slice(outer.length + 1);
  });
  return plainNamespace(parts.toReversed().join("."));
}

/** The whole name of a module, type or constant. */
export function wholeNameOf(symbol: CodeSymbol, symbols: readonly CodeSymbol[]): string {
  const module = moduleOf(symbol, symbols);
  if (symbol.kind !== "constant") return module;
  return module === "" ? symbol.name : `${module}.${symbol.name}`;
}

/** `this.name = …` in a method makes a member of its type, or of the function itself if that is a constructor. */
function typeAssigned(symbol: CodeSymbol, symbols: readonly CodeSymbol[]): CodeSymbol | undefined {
  const [direct, ...outer] = chainOf(symbols, symbol.parent);
  if (direct === undefined || symbol.kind !== "method" || !codeKinds.has(direct.kind)) return direct;
  return outer.find(({ kind }) => !codeKinds.has(kind)) ?? { ...direct, kind: "class" };
}

/** Code separate from its class, as in C++, still names the class it belongs to. */
function namedContainer(symbol: CodeSymbol): CodeSymbol | undefined {
  const names = symbol.path.split("/").slice(0, -1);
  const name = names.at(-1);
  return name === undefined
    ? undefined
    : { ...symbol, name, path: names.join("/"), kind: "class", overload: undefined };
}

/** A method or property, or a part of an object: reached through a value whose type is unknown to syntax. */
export function isMember({ container }: Pick<Target, "container">): boolean {
  return container !== undefined && memberOf.has(container.kind);
}

const memberOf: ReadonlySet<string> = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "impl",
  "type",
  "member",
  "constant",
  "variable",
  "property",
]);

/** What an import has to name: the type if the symbol belongs to one, since methods are not imported. */
export function importedName({ symbol, container }: Target): string {
  return container !== undefined && isMember({ container }) ? container.name : symbol.name;
}

type PlacedFile = Pick<Occurrences, "file" | "language" | "namespace" | "symbols">;

/** Files of one directory, namespace or module see each other without an import. Undefined: they do not. */
export function sharesPackage(target: Target, file: PlacedFile): Known | undefined {
  const rules = referenceRulesOf(file.language);
  const isBeside = posix.dirname(file.file) === posix.dirname(target.file);
  if (rules?.qualifiedLeaves === true) return undefined;
  if (rules?.modules === "namespace") {
    const namespace = namespaceIn(file);
    if (namespace === undefined) return undefined;
    if (namespace === target.namespace) return "sure";
    const { innerRivals = [] } = target;
    const isSeen = rules.seesOuterNamespaces === true && isInside(namespace, target.namespace);
    return isSeen && !innerRivals.some((rival) => rival === namespace || isInside(namespace, rival))
      ? "sure"
      : undefined;
  }
  if (rules?.sharesDirectory !== true) return undefined;
  // Files of one directory may be of several packages.
  if (rules.packageClause !== undefined && target.namespace !== undefined && file.namespace !== undefined)
    return byClause(target.namespace, file.namespace);
  if (isBeside) return "sure";
  if (rules.packageClause !== undefined) return byClause(target.namespace, file.namespace);
  if (rules.moduleDirectory === undefined) return undefined;
  return rules.moduleDirectory(file.file) === rules.moduleDirectory(target.file) ? "sure" : "likely";
}

/** A file without the clause is in a package that has no name. */
function byClause(one: string | undefined, other: string | undefined): Known | undefined {
  if (one === undefined && other === undefined) return "likely";
  return one === other ? "sure" : undefined;
}

/** Visible only in its own file, as in C. */
export function isHidden({ symbol, language }: Pick<Target, "symbol" | "language">): boolean {
  return referenceRulesOf(language)?.modules === "include" && /^static\b/.test(symbol.signature);
}

const constantKinds: ReadonlySet<string> = new Set(["module", "class", "constant"]);

export function isConstant({ kind }: CodeSymbol): boolean {
  return constantKinds.has(kind);
}

/** One namespace is inside of the other. */
export function isInside(inner: string, outer: string | undefined): boolean {
  return outer !== undefined && inner.startsWith(`${outer}.`);
}
