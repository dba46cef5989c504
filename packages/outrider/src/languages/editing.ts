import type { Replacement } from "../workspace/text/text-file.ts";
import type { Span } from "./span.ts";
import type { SymbolKind } from "./symbol-kind.ts";

/**
 * What edits by symbol have to know of a language. Everything is optional: each field's comment states its default,
 * and `editing-of.ts` fills in those that are values.
 */
export interface EditingRules {
  /** How comments begin. Default: `//` and `/*`. */
  readonly commentMarks?: readonly string[];
  /** One step of indentation in a file that shows none. Default: two blanks. */
  readonly indent?: string;
  /** Empty lines between long declarations at the top of a file that shows none. Default: 1. */
  readonly topLevelGap?: number;
  readonly names?: NameRules;
  readonly lists?: ListRules;
  readonly header?: HeaderRules;
  readonly imports?: ImportRules;
  /** Blocks made by indentation alone. Default: braces or a word such as `end` close a block. */
  readonly indentedBlocks?: IndentedBlocks;
  /** Code stands between tags in the text of a page. Default: all of the file is code. */
  readonly page?: PageRules;
  /** Whether HTML entities belong to the text: always, or only in code that has tags. Default: `&lt;` in sent code stands for `<`. */
  readonly entities?: "always" | "with tags";
  /** A fence around sent text is a part of it. Default: it is left out. */
  readonly keepsFences?: true;
  /**
   * What a body is that begins on the line of its head: an expression, or an expression that braces turn into a block. Default:
   * statements, which get lines of their own when there are several.
   */
  readonly inlineBody?: "expression" | "expression or block";
  /** Several declarations may share a keyword and its brackets: `const ( … )`. Default: only with commas between them. */
  readonly groupsDeclarations?: true;
  /** Kinds that end with `;` although a brace closes them: `struct S {…};`. Default: none. */
  readonly semicolonKinds?: readonly SymbolKind[];
  /** Code that stands beside a type and never in it, by how it begins. Default: a type holds its functions. */
  readonly besideTypes?: RegExp;
  /** Documentation stands inside of a declaration, so that comments above it are none and yet belong to it. Default: above it. */
  readonly documentsInside?: true;
  /** A word may be a text as well as a name, as in a shell. Default: what is read as a name is one. */
  readonly bareWords?: true;
  /** Every file has names of its own. Default: only one that imports or exports something; others share theirs. */
  readonly everyFileIsModule?: true;
  /** A star import takes every name of the top level, and is one of the file's own exports. Default: only with a word for it. */
  readonly starImportsReexport?: true;
  /** Name of the file that stands for its directory, without its ending: `index`. Default: none does. */
  readonly directoryFile?: string;
  /** What its files are where they are no code: names and paths that an edit leaves there are listed as such. Default: code. */
  readonly notCode?: "settings" | "document" | "data";
  readonly moves?: MoveRules;
}

/** How the language names things. */
export interface NameRules {
  /** What a new name has to look like, given the old one: that keeps what marks its sort, as `@` in Ruby. Default: an identifier of Unicode. */
  readonly pattern?: (old: string) => RegExp;
  /** What stands before a private name and makes it another one. Default: nothing does. */
  readonly privateMark?: string;
  /** Words that the grammar takes for names and the language does not; members may have them. Default: none. */
  readonly reserved?: ReadonlySet<string>;
  /** The same for types. Default: none. */
  readonly reservedTypes?: ReadonlySet<string>;
}

/** Which declarations are items of a list with commas. */
export interface ListRules {
  /** All of them: keys of JSON. Default: members of enums and objects, and parameters that declare properties. */
  readonly everything?: true;
  /** False: members of an enum are statements. Default: items. */
  readonly members?: boolean;
  /** False: the braces of a value or an enum hold statements. Default: items. */
  readonly inBraces?: boolean;
  /** Kinds that hold items, and no other does: a struct in Rust. Default: values whose body begins with a brace. */
  readonly holders?: readonly SymbolKind[];
}

/** What stands before everything else in a file. */
export interface HeaderRules {
  /** Statements at the very top. Default: a `#!` line. Comments for the whole file are known without. */
  readonly clauses: readonly RegExp[];
  /** One more that ends the header: a docstring. Default: none. */
  readonly last?: RegExp;
}

/** How imports are written, where a line for each is not all there is. */
export interface ImportRules {
  /** The imports of a statement, to find those that are there already. Default: a statement is one. */
  readonly partsOf?: (statement: string) => readonly string[];
  /** New imports among those at the top of a text; a string is a statement of its own. Default: a statement as it was sent. */
  readonly insert?: (text: string, leading: readonly Span[], sent: string) => readonly Replacement[] | string;
  /** Imports that have to stand before all others, by how they begin. Default: none. */
  readonly first?: RegExp;
}

export interface IndentedBlocks {
  /** A statement that does nothing, for a block that would be empty. */
  readonly filler: string;
  /** A body that stands for nothing: new code takes its place. */
  readonly placeholder: RegExp;
}

export interface PageRules {
  /** What the code between the tags is called. */
  readonly title: string;
  /** Begins code again behind text of the page. */
  readonly opening: string;
  /** Where code at the end of a file goes: before a tag that closes it. */
  readonly endOfCode: (text: string, end: number) => number;
  /** A declaration of a name, to try whether code at an offset is read as such. */
  readonly probe: (name: string) => string;
}

/**
 * Which planner moves files and symbols; each is a folder of `code-edits/move/` and knows a way of naming modules, shared by all
 * languages that have it.
 */
export interface MoveRules {
  /**
   * "named by path": other files name it by its path in a way that is not followed, so that only `force` moves it. Default: paths in
   * imports and texts of any language are looked for.
   */
  readonly files?: "es modules" | "python packages" | "go packages" | "includes" | "named by path";
  /** Default: a symbol is not moved. */
  readonly symbols?: "es modules" | "python packages" | "go packages";
  /** Code with types does not move to a file without, nor back. Default: false. */
  readonly hasTypes?: boolean;
  /** Elements such as `<a>` need `React`, although nothing names it. Default: false. */
  readonly hasElements?: boolean;
}
