import type { Replacement } from "../workspace/text/text-file.ts";
import type { ImportFact } from "./modules/module-facts.ts";
import type { CountedBehind } from "./counted-members.ts";
import type { PastingRules } from "./pasted-names.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";

/**
 * What edits by symbol need to know about a language. Everything is optional: each field's comment states its default,
 * and `editing-of.ts` fills in the defaults that are values.
 */
export interface EditingRules {
  /** How comments begin. Default: `//` and `/*`. */
  readonly commentMarks?: readonly string[];
  /** One level of indentation if the file has none. Default: two spaces. */
  readonly indent?: string;
  /** Empty lines between long top-level declarations if the file has none. Default: 1. */
  readonly topLevelGap?: number;
  readonly names?: NameRules;
  readonly lists?: ListRules;
  readonly header?: HeaderRules;
  readonly imports?: ImportRules;
  /** Blocks are made by indentation alone. Default: braces or a word such as `end` close a block. */
  readonly indentedBlocks?: IndentedBlocks;
  /** Code is embedded between tags in a page. Default: the whole file is code. */
  readonly page?: PageRules;
  /** Whether HTML entities are literal text: always, or only in code with tags. Default: `&lt;` in submitted code means `<`. */
  readonly entities?: "always" | "with tags";
  /** A code fence around submitted text is part of it. Default: it is removed. */
  readonly keepsFences?: true;
  /**
   * What a body on the same line as its head is: an expression, or an expression that braces turn into a block. Default:
   * statements, which get their own lines if there are several.
   */
  readonly inlineBody?: "expression" | "expression or block";
  /** Several declarations may share a keyword and brackets: `const ( … )`. Default: only comma-separated ones. */
  readonly groupsDeclarations?: true;
  /** Kinds that end with `;` although a brace closes them: `struct S {…};`. Default: none. */
  readonly semicolonKinds?: readonly SymbolKind[];
  /** Matches the beginning of code that belongs next to a type, never inside it. Default: a type contains its functions. */
  readonly besideTypes?: RegExp;
  /** Documentation is inside a declaration; comments above belong to it but do not document it. Default: it is above. */
  readonly documentsInside?: true;
  /** A word may be text as well as a name, as in a shell. Default: what parses as a name is one. */
  readonly bareWords?: true;
  /** Every file is a module with its own names. Default: only files with imports or exports; others share their names. */
  readonly everyFileIsModule?: true;
  /** A star import takes every top-level name and re-exports it. Default: only an explicit re-export does. */
  readonly starImportsReexport?: true;
  /** Name of the file that represents its directory, without extension: `index`. Default: there is none. */
  readonly directoryFile?: string;
  /** The kind of files that are not code: names and paths that an edit leaves there are listed as such. Default: code. */
  readonly notCode?: "settings" | "document" | "data";
  /** Whether the name of a type stands where a value of it lists its fields by position, one of which has this signature. Default: fields are always named. */
  readonly listsFields?: (text: string, name: Span, field: string) => boolean;
  /** What takes its value from its place behind a declaration: the next member of an enum. Default: nothing does. */
  readonly countedBehind?: CountedBehind;
  /** Whether a call, whose name ends here, has a list of fields as an argument. Default: arguments name their types. */
  readonly listsArguments?: (text: string, from: number) => boolean;
  /** Matches a line that is a text for people, although no string. Default: only comments and strings are. */
  readonly messages?: RegExp;
  /** A type parameter that nothing in its type names is an error or infers nothing. Default: it may stay unused. */
  readonly namesTypeParameters?: true;
  /** Whether a declaration that begins here is a part of an expression, which would lack it. Default: it is a statement of its own. */
  readonly isPartOfExpression?: (text: string, start: number) => boolean;
  readonly moves?: MoveRules;
}

/** How the language names things. */
export interface NameRules {
  /** What a new name must look like, given the old one; it keeps sigils such as `@` in Ruby. Default: a Unicode identifier. */
  readonly pattern?: (old: string) => RegExp;
  /** Prefix that marks a private name and is part of it. Default: none. */
  readonly privateMark?: string;
  /** Words that the grammar accepts as names but the language does not; members may use them. Default: none. */
  readonly reserved?: ReadonlySet<string>;
  /** The same for types. Default: none. */
  readonly reservedTypes?: ReadonlySet<string>;
  /** How macros make names out of parts. Default: every name is written out. */
  readonly pasted?: PastingRules;
  /** Declarations that are named after others and follow them. Default: none are. */
  readonly derived?: DerivedNames;
  /** Whether a text in this line, which is the name of a function or value of a module, reaches it. Default: only members are reached so. */
  readonly inTexts?: (line: string, name: string) => boolean;
  /**
   * Which top-level types, if they have the name of their file, have to keep it: "public" ones (Java), or "all" since they are
   * loaded by that name (PHP). A rename moves the file. Default: none.
   */
  readonly typesInFiles?: "public" | "all";
}

/** Declarations that are named after a symbol: `ExampleStore_Get` after the method. */
export interface DerivedNames {
  /** Such names begin with this. */
  readonly word: (symbol: NamedSymbol) => string;
  /** Where in the name of a declaration the symbol's name stands; undefined if it is not named after it. */
  readonly offsetIn: (other: Pick<NamedSymbol, "name" | "file">, symbol: NamedSymbol) => number | undefined;
}

interface NamedSymbol {
  readonly name: string;
  /** The name of its type, if it is a member. */
  readonly owner: string | undefined;
  readonly file: string;
}

/** Which declarations are items of a comma-separated list. */
export interface ListRules {
  /** All of them, as with keys of JSON. Default: members of enums and objects, and parameters that declare properties. */
  readonly everything?: true;
  /** False: enum members are statements. Default: items. */
  readonly members?: boolean;
  /** False: the braces of a value or an enum contain statements. Default: items. */
  readonly inBraces?: boolean;
  /** The only kinds that contain items, such as structs in Rust. Default: values whose body begins with a brace. */
  readonly holders?: readonly SymbolKind[];
}

/** What comes before everything else in a file. */
export interface HeaderRules {
  /** Statements at the very top. Default: a `#!` line. Comments for the whole file are recognised anyway. */
  readonly clauses: readonly RegExp[];
  /** A last part that ends the header, such as a docstring. Default: none. */
  readonly last?: RegExp;
}

/** How imports are written, if not simply one per line. */
export interface ImportRules {
  /** Splits a statement into its imports, to find existing ones. Default: a statement is one import. */
  readonly partsOf?: (statement: string) => readonly string[];
  /** Adds imports to those at the top of the text; a string is a separate statement. Default: the statement as submitted. */
  readonly insert?: (text: string, leading: readonly Span[], sent: string) => readonly Replacement[] | string;
  /** Which parts of a text to take out for imports that nothing uses, since it would not compile. Default: they stay. */
  readonly dropUnused?: (
    text: string,
    imports: readonly ImportFact[],
    unused: readonly ImportFact[],
  ) => readonly Span[];
  /** Matches the beginning of imports that must come before all others. Default: none. */
  readonly first?: RegExp;
}

export interface IndentedBlocks {
  /** A statement that does nothing, for a block that would be empty. */
  readonly filler: string;
  /** A placeholder body, which new code replaces. */
  readonly placeholder: RegExp;
}

export interface PageRules {
  /** What the code between the tags is called. */
  readonly title: string;
  /** Starts code again after text of the page. */
  readonly opening: string;
  /** Where code at the end of a file goes: before a closing tag. */
  readonly endOfCode: (text: string, end: number) => number;
  /** A sample declaration of a name, to test whether code at an offset is parsed as such. */
  readonly probe: (name: string) => string;
}

/**
 * Which planner moves files and symbols; each is a folder of `code-edits/move/` that handles one way of naming modules for all
 * languages that use it.
 */
export interface MoveRules {
  /**
   * "named by path": other files name it by its path in a way that is not followed, so only `force` moves it. Default: paths in
   * imports and strings of any language are looked for.
   */
  readonly files?: "es modules" | "python packages" | "go packages" | "includes" | "named by path";
  /** Default: symbols are not moved. */
  readonly symbols?: "es modules" | "python packages" | "go packages";
  /** Code with types does not move to a file without types, or back. Default: false. */
  readonly hasTypes?: boolean;
  /** Elements such as `<a>` need `React`, although the code does not name it. Default: false. */
  readonly hasElements?: boolean;
}
