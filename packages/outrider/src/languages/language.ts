import type { EditingRules } from "./editing.ts";
import type { HeadRules } from "./head-rules.ts";
import type { TypeHierarchy } from "./hierarchy/type-hierarchy.ts";
import type { ReadModule } from "./modules/module-facts.ts";
import type { ServerSpec } from "./server-spec.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";
import type { SyntaxChecks } from "./syntax-checks.ts";

export type { Span } from "./span.ts";

/** A declaration as a language's query or outline finds it, before its place among the others is known. */
export interface RawSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** All of the declaration with export, modifiers, decorators and attributes, without a leading doc comment. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly bodySpan?: Span | undefined;
  /** A leading doc comment, or a docstring in the body. */
  readonly docSpan?: Span | undefined;
  /** Where the signature begins: behind decorators and attributes. */
  readonly headStart?: number | undefined;
  /** Where the statement begins that it shares with others: `export` in `export const a = 1, b = 2`. */
  readonly statementStart?: number | undefined;
  /** Puts it below another one although it does not stand in it: a Go method below its receiver, `A::b` below `A`. */
  readonly owner?: string | undefined;
  /** Counts only directly inside of a value that has a name: a method in an object. */
  readonly inValue?: boolean | undefined;
  /** The file exports it elsewhere: `export { name }`. Counts at the top of the file only. */
  readonly exported?: boolean | undefined;
}

/** What a driver may look at to say whether a declaration is exported or a test. */
export interface DeclarationFacts {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Text from the start of the statement (decorators, modifiers, export) up to the body. */
  readonly head: string;
  /** The kind of what it stands in; undefined at the top of the file. */
  readonly parentKind: SymbolKind | undefined;
  /** Path of the file below the project's root, "/" between. */
  readonly file: string;
}

interface LanguageNames {
  /** Lower case, as in `typescript`. */
  readonly id: string;
  /** As people write it: `TypeScript`. */
  readonly title: string;
  /** Endings of file names in lower case, without the dot. */
  readonly extensions: readonly string[];
  /** Whole file names, in lower case. */
  readonly filenames?: readonly string[];
  /** Names of programs in a `#!` line, for files without an ending. */
  readonly interpreters?: readonly string[];
  /** Language servers that live in this folder, the better one first. None: no server, or one that lives with another language. */
  readonly servers?: readonly ServerSpec[];
  /** Place among the most used languages, whose servers are listed first. None: behind them. */
  readonly rank?: number;
  /** What its files hold. Default: code. "markup" is what has keys and sections for names. */
  readonly content?: "data" | "markup" | "prose";
  /**
   * Names under which files count for what a project is written in, each with its extensions. Default: its title with all of its
   * extensions; data and prose do not count.
   */
  readonly countedAs?: Readonly<Record<string, readonly string[]>>;
  /** Files at the top of a project that tell its main language; those with the lowest `order` tell most. Default: none does. */
  readonly projectSigns?: { readonly files: readonly string[]; readonly order: number };
  /** What edits by symbol have to know. Default: each fact has its own. */
  readonly editing?: EditingRules;
  readonly isExported?: (facts: DeclarationFacts) => boolean;
  readonly isTest?: (facts: DeclarationFacts) => boolean;
  /** By the text up to its body: a function inside of a type that is no method of it, as a friend in C++. */
  readonly isFreeFunction?: (head: string) => boolean;
  /** How types name what they extend. Default: hierarchies are not read by syntax. */
  readonly hierarchy?: TypeHierarchy;
  /** Where heads of functions stand apart from their code. Default: each declaration is a function of its own. */
  readonly heads?: HeadRules;
}

/**
 * A language whose symbols a tree-sitter query finds. Each pattern of `symbols` captures the declaration by its kind
 * (`@function`, `@class` … any SymbolKind) and its name by `@name`; further captures are `@body`, `@doc` (a docstring),
 * `@docIn` (a node whose first child has it in a string), `@owner`, and `@nameIn` in place of `@name`: the name is found by following `declarator` fields downwards (C, C++).
 * `@nameFirst` in place of `@name`: the name is the first leaf in there, `f` of `A.f(x)::T where T` (Julia).
 * Where the body has no node of its own, `@head` is what it follows, up to the end of the declaration.
 * `@bodyIn` is a node whose field `body` is the body, `@bodyIn.other` one whose field `other` is: that compiles faster
 * than a pattern for the field. So does one pattern for several kinds: `@declared` in place of the kind, and `@kindWord`
 * a word that `kindWords` says the kind of.
 * `@inValue` beside the kind lets it count only directly inside of a constant, variable or property.
 * A pattern of its own captures names that the file exports apart from their declaration by `@exported`.
 * A pattern that captures nothing but the kind, `(class_declaration) @class`, names it by the fields `name` and `body`; without
 * children it costs nothing to compile. Where several patterns match one name the first in the text wins.
 */
export interface GrammarLanguage extends LanguageNames {
  /** The WebAssembly file, as a path that begins with the npm package it comes in. */
  readonly grammar: string;
  /** A text of the same length that the grammar can read, where the language lets others change the syntax: macros in C. */
  readonly prepare?: (text: string) => string;
  /**
   * A text of the same length without what the grammar is known to trip over. Asked for only where the tree has
   * errors, and taken only if it leaves fewer, so it may guess. Names must stay as they are.
   */
  readonly repair?: (text: string) => string;
  readonly symbols: string;
  /** The kinds that `@kindWord` stands for. */
  readonly kindWords?: ReadonlyMap<string, SymbolKind>;
  /**
   * More patterns, that begin at the outermost statements only, and win after those of `symbols`. Much faster than
   * patterns below the root node, which the query carries along through the whole tree.
   */
  readonly topSymbols?: string;
  /** Nodes around a declaration that belong to it, when it is the only one inside: `export_statement`, `decorated_definition`. */
  readonly wrappers?: readonly string[];
  /** Nodes for decorators and attributes, whether they stand inside a declaration or right before it. */
  readonly attributes?: readonly string[];
  /** How attributes begin where the kind of node does not tell: `@spec` belongs to what follows, `@limit 3` does not. */
  readonly attributeWords?: RegExp;
  /** How those begin that hold documentation in a string: `@doc "…"`. */
  readonly docWords?: RegExp;
  /** Nodes right before a declaration that are its first words, where the grammar leaves them beside it: `final int` in Dart. */
  readonly leadingNodes?: readonly string[];
  /** Nodes for functions: a value or property that is one, captured by its kind alone, is a function. */
  readonly functionValues?: readonly string[];
  /** Nodes for comments; those right above a declaration are its documentation. */
  readonly comments: readonly string[];
  /** Declarations of one name and kind that follow each other are one: a type signature and the clauses of a function. */
  readonly joinsClauses?: boolean;
  /** Turns the text of a name into the name: without quotes, for one. */
  readonly cleanName?: (text: string) => string;
  readonly references?: ReferenceRules;
  /** What a file imports, exports and uses, for moving code between files. Default: nothing is moved safely by syntax. */
  readonly readModule?: ReadModule;
  /** Faults that its grammar lets pass. Default: none. */
  readonly checks?: SyntaxChecks;
}

/** What references and call graphs by syntax need to know of a language. */
export interface ReferenceRules {
  /** Leaf nodes that name something. */
  readonly identifiers: readonly string[];
  /** Leaf nodes of text that is code elsewhere, as the body of a macro: each word in there may name something. */
  readonly texts?: readonly string[];
  /** Captures the name that is called by `@call`; `@receiver` is what stands before it, as in `receiver.call()`. */
  readonly calls: string;
  /** Captures names that are only known inside of a scope by `@local`: parameters and local values. */
  readonly locals?: string;
  /** Nodes inside of which such a name is known. */
  readonly scopes?: readonly string[];
  /** Captures of an import: `@source` (where from), `@name` (what), `@alias` (as what), `@module` (all of it under this name), `@default` (its default export under this name), `@all`. */
  readonly imports?: string;
  /** How an import names its target; decides which files an import may mean. */
  readonly modules?: "relative-path" | "dotted" | "directory" | "include" | "path" | "namespace";
  /** Files of one directory (Go) or of one declared package (Java) see each other without an import. */
  readonly sharesDirectory?: boolean;
  /** Imported names are re-exported automatically. Default: only what it exports, or what a header includes. */
  readonly reexportsImports?: true;
  /** The name of a module in an import names no symbol. Default: it may. */
  readonly modulesAreNoSymbols?: true;
  /** No import brings in a part of a type. Default: one may. */
  readonly importsNoMembers?: true;
  /** A method may name members of its own type without a word before them. Default: never. */
  readonly implicitSelf?: true;
  /** A type may go on in another file: partial classes, `impl` blocks, code apart from its header. Default: never. */
  readonly hasPartialTypes?: true;
  /** What is called by a bare name is never a local value. Default: it may be one. */
  readonly bareCallsNeverLocal?: true;
  /**
   * What stands before a name for what the type around inherits. Or what `super` means in its place: the "result" of the inherited
   * method, or the "module" around. Default: `super`, also with arguments.
   */
  readonly superReceiver?: RegExp | "result" | "module";
}

/** A language without a grammar of its own, or one that holds others: read by code. */
export interface OutlinedLanguage extends LanguageNames {
  readonly outline: (text: string) => readonly RawSymbol[] | Promise<readonly RawSymbol[]>;
  /** Parts in other languages: the script of a component. Their symbols join the outline. */
  readonly embedded?: (text: string) => readonly EmbeddedPart[];
}

export interface EmbeddedPart extends Span {
  /** Id of a language with a grammar. */
  readonly language: string;
}

export type Language = GrammarLanguage | OutlinedLanguage;
