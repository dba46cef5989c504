import type { Node } from "web-tree-sitter";
import type { EditingRules } from "./editing.ts";
import type { HeadRules } from "./head-rules.ts";
import type { MemberRules, TypeHierarchy } from "./hierarchy/type-hierarchy.ts";
import type { ReadModule } from "./modules/module-facts.ts";
import type { PlaceMeaning, WholeName } from "./place-meaning.ts";
import type { ServerSpec } from "./server-spec.ts";
import type { Manifest } from "./manifest.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";
import type { WrittenTypes } from "./written-types.ts";
import type { SyntaxChecks } from "./syntax-checks.ts";

export type { Span } from "./span.ts";

/** A declaration as found by a language's query or outline, before it is placed among the others. */
export interface RawSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** The whole declaration with export, modifiers, decorators and attributes, without a leading doc comment. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly bodySpan?: Span | undefined;
  /** A leading doc comment, or a docstring in the body. */
  readonly docSpan?: Span | undefined;
  /** Where the signature begins: after decorators and attributes. */
  readonly headStart?: number | undefined;
  /** Where a statement shared with other declarations begins: `export` in `export const a = 1, b = 2`. */
  readonly statementStart?: number | undefined;
  /** Places it below another symbol that does not contain it: a Go method below its receiver, `A::b` below `A`. */
  readonly owner?: string | undefined;
  /** Counts only directly inside a named value: a method in an object. */
  readonly inValue?: boolean | undefined;
  /** The file exports it elsewhere: `export { name }`. Counts only at the top level. */
  readonly exported?: boolean | undefined;
}

/** What a driver may use to decide whether a declaration is exported or a test. */
export interface DeclarationFacts {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Text from the start of the statement (decorators, modifiers, export) up to the body. */
  readonly head: string;
  /** The kind of the enclosing declaration; undefined at the top level. */
  readonly parentKind: SymbolKind | undefined;
  /** Path of the file relative to the project's root, with forward slashes. */
  readonly file: string;
}

/** A file as a module that another file declares: `mod name;`. */
export interface ModuleOfFile {
  readonly name: string;
  /** Files that may declare it. */
  readonly files: readonly string[];
}

interface LanguageNames {
  /** Lower case, as in `typescript`. */
  readonly id: string;
  /** As people write it: `TypeScript`. */
  readonly title: string;
  /** Extensions of file names in lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, in lower case. */
  readonly filenames?: readonly string[];
  /** Program names in a `#!` line, for files without an extension. */
  readonly interpreters?: readonly string[];
  /** Language servers defined in this folder, the best first. None: there is no server, or another language defines it. */
  readonly servers?: readonly ServerSpec[];
  /** Rank among the most used languages, whose servers are listed first. None: after them. */
  readonly rank?: number;
  /** What its files contain. Default: code. "markup" has keys and sections as names. */
  readonly content?: "data" | "markup" | "prose";
  /**
   * Names under which files count towards a project's languages, each with its extensions. Default: the title with all of its
   * extensions; data and prose do not count.
   */
  readonly countedAs?: Readonly<Record<string, readonly string[]>>;
  /** Files at the top of a project that indicate its main language; the lowest `order` wins. Default: none. */
  readonly projectSigns?: { readonly files: readonly string[]; readonly order: number };
  /** What edits by symbol need to know. Default: each rule has its own. */
  readonly editing?: EditingRules;
  readonly isExported?: (facts: DeclarationFacts) => boolean;
  readonly isTest?: (facts: DeclarationFacts) => boolean;
  /** Where the module that a file is may be declared, by path: if it is a test there, the file is one. Default: nowhere. */
  readonly moduleOf?: (file: string) => ModuleOfFile | undefined;
  /** Judges by the text before the body: a function inside a type that is not its method, such as a friend in C++. */
  readonly isFreeFunction?: (head: string) => boolean;
  /** Names of members that the language or its library calls, so that no use of them need be written. Default: there are none. */
  readonly impliedMembers?: RegExp;
  /** Which members of different types belong together. Default: that is unknown, as values may have any member. */
  readonly members?: MemberRules;
  /** How types name their supertypes. Default: hierarchies are not read from syntax. */
  readonly hierarchy?: TypeHierarchy;
  /** How function heads may be separate from their bodies. Default: each declaration is a separate function. */
  readonly heads?: HeadRules;
}

/**
 * A language whose symbols are found by a tree-sitter query. Each pattern of `symbols` captures the declaration as its kind
 * (`@function`, `@class` … any SymbolKind) and its name as `@name`; further captures are `@body`, `@doc` (a docstring),
 * `@docIn` (a node whose first child has it in a string), `@owner`, and `@nameIn` instead of `@name`: the name is found by following `declarator` fields down (C, C++).
 * `@nameFirst` instead of `@name`: the name is the first leaf in there, `f` in `A.f(x)::T where T` (Julia).
 * If the body has no node of its own, `@head` marks what it follows, up to the end of the declaration.
 * `@bodyIn` is a node whose field `body` is the body, `@bodyIn.other` one whose field `other` is: that compiles faster
 * than a pattern for the field. So does one pattern for several kinds: `@declared` instead of the kind, and `@kindWord`
 * for a word that `kindWords` maps to the kind.
 * `@inValue` next to the kind lets it count only directly inside a constant, variable or property.
 * A separate pattern captures names that the file exports apart from their declaration as `@exported`.
 * A pattern that captures nothing but the kind, `(class_declaration) @class`, uses the fields `name` and `body`; without
 * children it costs nothing to compile. If several patterns match one name, the first in the text wins.
 */
export interface GrammarLanguage extends LanguageNames {
  /** The WebAssembly file, as a path that begins with its npm package. */
  readonly grammar: string;
  /** Returns a text of the same length that the grammar can parse, for languages whose syntax is extensible: macros in C. */
  readonly prepare?: (text: string) => string;
  /**
   * Each returns a text of the same length without constructs that the grammar cannot parse. Tried in order while the tree has
   * errors, each on the prepared text (and the original one), and used only if it leaves fewer, so they may guess. Names must stay
   * unchanged.
   */
  readonly repairs?: readonly ((text: string, original: string) => string)[];
  readonly symbols: string;
  /** The kinds that `@kindWord` maps to. */
  readonly kindWords?: ReadonlyMap<string, SymbolKind>;
  /**
   * More patterns that match only at the outermost statements, with lower priority than `symbols`. Much faster than
   * patterns below the root node, which the query carries along through the whole tree.
   */
  readonly topSymbols?: string;
  /** Nodes around a declaration that belong to it if it is the only one inside: `export_statement`, `decorated_definition`. */
  readonly wrappers?: readonly string[];
  /** Nodes for decorators and attributes, either inside a declaration or right before it. */
  readonly attributes?: readonly string[];
  /** How attributes begin if the node type does not tell: `@spec` belongs to what follows, `@limit 3` does not. */
  readonly attributeWords?: RegExp;
  /** How attributes that contain documentation begin: `@doc "…"`. */
  readonly docWords?: RegExp;
  /** Nodes right before a declaration that are its first words, if the grammar keeps them separate: `final int` in Dart. */
  readonly leadingNodes?: readonly string[];
  /** Nodes for functions: a value or property captured by kind alone that holds one of them is a function. */
  readonly functionValues?: readonly string[];
  /** Nodes for comments; those right above a declaration are its documentation. */
  readonly comments: readonly string[];
  /** Consecutive declarations of the same name and kind are one: a type signature and the clauses of a function. */
  readonly joinsClauses?: boolean;
  /** Turns the text of a name into the name, for example by removing quotes. */
  readonly cleanName?: (text: string) => string;
  readonly references?: ReferenceRules;
  /** What a file imports, exports and uses, for moving code between files. Default: nothing is moved safely by syntax. */
  readonly readModule?: ReadModule;
  /** Errors that the grammar does not detect. Default: none. */
  readonly checks?: SyntaxChecks;
}

/** What references and call graphs from syntax need to know about a language. */
export interface ReferenceRules {
  /** Leaf nodes that name something. */
  readonly identifiers: readonly string[];
  /** Leaf nodes of text that is code elsewhere, such as a macro body: each word in it may name something. */
  readonly texts?: readonly string[];
  /** Captures the called name as `@call`; `@receiver` is what precedes it, as in `receiver.call()`. */
  readonly calls: string;
  /** Matches what follows a called name where the grammar sees no call: `<Type>(`. Default: the query finds all. */
  readonly unseenCalls?: RegExp;
  /**
   * Captures names that are only visible inside a scope as `@local`: parameters and local values. Symbols that hide such a value
   * before a dot are captured as `@symbol`.
   */
  readonly locals?: string;
  /**
   * Captures such names as `@value`, and fields as `@field`, with the type they are declared with or created from as `@type`, or
   * the expression that their type is that of as `@from`, or that gives values of it in a loop as `@each`. With neither, the type is unknown. Default: all types are.
   */
  readonly typedValues?: string;
  /** Nodes inside which such a value has one type. Default: `scopes`. */
  readonly typedScopes?: readonly string[];
  /** How declarations write the types of their values and results. Default: they are unknown outside of their file. */
  readonly writtenTypes?: WrittenTypes;
  /** Nodes inside which a field is visible. */
  readonly typeBodies?: readonly string[];
  /** Nodes inside which such a name is visible. */
  readonly scopes?: readonly string[];
  /** Captures of an import: `@source` (from where), `@name` (what), `@alias` (local name), `@module` (namespace name), `@default` (name of the default export), `@all`, `@whole` (what is imported becomes the module). */
  readonly imports?: string;
  /** How an import names its target; decides which files an import may mean. docs/adding-a-language.md explains each way. */
  readonly modules?: "relative-path" | "dotted" | "dotted-file" | "directory" | "include" | "path" | "namespace";
  /** Files of one directory (Go) or of one declared package (Java) see each other without an import. */
  readonly sharesDirectory?: boolean;
  /** The directory of the module that a file belongs to, whose files see each other. Default: its own directory. */
  readonly moduleDirectory?: (file: string) => string;
  /** A file sees nothing from others but what it imports or shares a package with. Default: it may. */
  readonly closedModules?: true;
  /** Only what is marked as exported can be imported under its own name. Default: all of a file can. */
  readonly exportsByMark?: true;
  /** The statements that name a file's package, parts of it each; the first group is the name. Default: its directory tells. */
  readonly packageClause?: RegExp;
  /** An import may begin with any name that is visible, such as an object or a value. Default: it names a package. */
  readonly relativeImports?: true;
  /** The file that names the package of all files below it. Default: there is none. */
  readonly manifest?: Manifest;
  /** Whether an import surely means something that comes with the language. Default: unknown. */
  readonly isBuiltIn?: (source: string) => boolean;
  /** Nodes whose strings hold code, such as the types of Python. Default: none. */
  readonly quotedCode?: readonly string[];
  /** Matches a tag of a comment up to a name after it that is code, as in `@param {Name}`. Default: comments have no code. */
  readonly codeInComments?: RegExp;
  /** Matches what is before a name in a string that stands for a value: `$` in `"$name"`. Default: the grammar tells. */
  readonly namesInText?: RegExp;
  /** How calls and assignments begin whose strings name something: `__all__ = [`. Default: none do. */
  readonly quotedNames?: RegExp;
  /** Nodes that a name captured as `@hoisted` or `@symbol` in `locals` is visible in, whatever is in between: `var` in JavaScript. */
  readonly hoistScopes?: readonly string[];
  /** Statements whose names are visible only behind them: `let a = a();` calls another `a`. Default: in the whole scope. */
  readonly bindsBehind?: readonly string[];
  /** One leaf may hold a whole qualified name, such as `A.B.C`. Default: each part is a leaf of its own. */
  readonly qualifiedLeaves?: true;
  /** What a name after a dot on a value may be besides a member of its type; "mixins" are functions of modules. Default: only a member. */
  readonly valueMembers?: "modules" | "functions" | "mixins";
  /** Imported names are re-exported automatically. Default: only explicit exports, and what a header includes. */
  readonly reexportsImports?: true;
  /** A module name in an import never names a symbol. Default: it may. */
  readonly modulesAreNoSymbols?: true;
  /** Imports never bring in a member of a type. Default: they may. */
  readonly importsNoMembers?: true;
  /** Whether a member has no name but that of its type. Default: each has one of its own. */
  readonly isEmbedded?: (member: { readonly kind: SymbolKind; readonly signature: string }) => boolean;
  /** Enums whose values are visible beside them, by how they begin. Default: values are members. */
  readonly openEnums?: RegExp;
  /** Code directly in the body of a type sees its members without a qualifier. Default: as code in methods does. */
  readonly bodiesSeeMembers?: true;
  /** A method may use members of its own type without a qualifier. Default: never. */
  readonly implicitSelf?: true;
  /** Files that only describe what other files declare, such as `a.d.ts`. Default: none do. */
  readonly descriptions?: RegExp;
  /** The shorter name by which attributes name a type: `Name` for `NameAttribute`. Default: there is none. */
  readonly attributeName?: (declared: { readonly kind: SymbolKind; readonly name: string }) => string | undefined;
  /** A namespace sees what the ones around it declare. Default: it sees only its own. */
  readonly seesOuterNamespaces?: true;
  /** Whether a function is called as a member of its first parameter. Default: none is. */
  readonly isExtension?: (declared: { readonly kind: SymbolKind; readonly signature: string }) => boolean;
  /** Types that differ in the number of their parameters may share a name. Default: they may not. */
  readonly typesByArity?: true;
  /** A type may continue in another file: partial classes, `impl` blocks, code separate from its header. Default: never. */
  readonly hasPartialTypes?: true;
  /** Types and constants at the top of a file are visible in the whole program, each name once. Default: they need not be. */
  readonly globalTypes?: true;
  /** So may a module. Default: each declaration of one is another. */
  readonly opensModules?: true;
  /** A dot joins texts. Default: it leads to a member. */
  readonly dotJoins?: true;
  /** `->` leads from a value to its member. Default: it does not; it belongs to a function or a pattern. */
  readonly memberArrow?: true;
  /** A bare name that is called is never a local value. Default: it may be one. */
  readonly bareCallsNeverLocal?: true;
  /** A call means the nearest function that its arguments fit, not the nearest of its name. Default: the nearest. */
  readonly callsByArguments?: true;
  /**
   * Matches the receiver that means what the enclosing type inherits. Or what `super` means instead: the "result" of the inherited
   * method, or the enclosing "module". Default: `super`, also with arguments.
   */
  readonly superReceiver?: RegExp | "result" | "module";
  /** What a name may mean by its place alone, in languages that keep kinds of names apart. Default: anything. */
  readonly meaningAt?: (node: Node, name: string) => PlaceMeaning | undefined;
  /** Fields are methods, which a call of the type's body declares by their names. Default: fields are no methods. */
  readonly fieldsAreMethods?: true;
  /** Where another method writes a field than reads it: whether it can be written. Default: one that can be read can be written. */
  readonly writableField?: (field: { readonly signature: string }) => boolean;
  /** What a type calls of its own may be what a type that extends it declares. Default: what it declares itself is meant. */
  readonly callsOverrides?: true;
  /** Whether a method is one of the type itself; undefined if that cannot be told. Default: it cannot. */
  readonly isOfType?: (method: { readonly name: string; readonly signature: string }) => boolean | undefined;
  /** Nodes directly inside of which a text names a method that is called on other values. Default: none. */
  readonly calledSymbols?: readonly string[];
  /** What a name means after the aliases and imports around it, where the file alone tells. Default: they are compared by names. */
  readonly wholeNameAt?: (
    node: Node,
    place: { readonly name: string; readonly start: number },
  ) => WholeName | undefined;
}

/** A language read by code, because it has no grammar of its own or contains other languages. */
export interface OutlinedLanguage extends LanguageNames {
  readonly outline: (text: string) => readonly RawSymbol[] | Promise<readonly RawSymbol[]>;
  /** Parts in other languages, such as the script of a component. Their symbols join the outline. */
  readonly embedded?: (text: string) => readonly EmbeddedPart[];
}

export interface EmbeddedPart extends Span {
  /** Id of a language with a grammar. */
  readonly language: string;
}

export type Language = GrammarLanguage | OutlinedLanguage;
