import type { EditingRules } from "./editing.ts";
import type { HeadRules } from "./head-rules.ts";
import type { MemberRules, TypeHierarchy } from "./hierarchy/type-hierarchy.ts";
import type { ModuleOfFile, ReadModule } from "./modules/module-facts.ts";
import type { ReferenceRules } from "./reference-rules.ts";
import type { ServerSpec } from "./server-spec.ts";
import type { SignatureRules } from "./signatures.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";
import type { SyntaxChecks } from "./syntax-checks.ts";

export type { ReferenceRules } from "./reference-rules.ts";
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

/** Tells whether a declaration is exported or a test. */
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
  readonly impliedMembers?: { test(name: string, signature: string): boolean };
  /** Functions at the top of a file that the language calls: `main`, `init` in Go. Default: there are none. */
  readonly entryPoints?: readonly string[];
  /** Matches the head of a function at the top of a file that is called without its name. Default: none is. */
  readonly entryMarks?: RegExp;
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
  /** Nodes for words that name no declaration: types that the language has itself, and labels. Default: any word may. */
  readonly ownWords?: readonly string[];
  /** Consecutive declarations of the same name and kind are one: a type signature and the clauses of a function. */
  readonly joinsClauses?: boolean;
  /** Turns the text of a name into the name, for example by removing quotes. */
  readonly cleanName?: (text: string) => string;
  readonly references?: ReferenceRules;
  /** What a file imports, exports and uses, for moving code between files. Default: nothing is moved safely by syntax. */
  readonly readModule?: ReadModule;
  /** How it writes parameters and arguments. Default: signatures are not changed by syntax. */
  readonly signatures?: SignatureRules;
  /** Errors that the grammar does not detect. Default: none. */
  readonly checks?: SyntaxChecks;
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
