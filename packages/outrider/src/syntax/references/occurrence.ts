import type { Shape } from "../../languages/hierarchy/type-shapes.ts";
import type { PackageFacts } from "../../languages/manifest.ts";
import type { WholeName } from "../../languages/place-meaning.ts";
import type { Span } from "../../languages/span.ts";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { TypePath } from "./type-path.ts";

/** An occurrence of a name in code. Lines and columns are 0-based, columns in UTF-16 code units. */
export interface Occurrence {
  readonly name: string;
  readonly start: number;
  readonly line: number;
  readonly column: number;
  readonly role: "definition" | "call" | "import" | "use";
  /** Of a use: it stands where a type is written, or a value is assigned to it. */
  readonly usedAs?: "type" | "write";
  /** It names a method that plainly returns what it is called on. */
  readonly givesItself?: true;
  /** Text before it: `a.b` in `a.b.name`; "this" and "self" as written. */
  readonly receiver: string | undefined;
  /**
   * The type of the receiver as written where that is declared, without what surrounds its name: `store.Store`. Of a key, the type of
   * the literal.
   */
  readonly receiverType?: string;
  /** The receiver begins with a parameter or local value, which hides modules and types of its name. */
  readonly isLocalReceiver?: true;
  /** The receiver begins with `this`, which may be something else than a value of the type around. */
  readonly isOtherSelf?: true;
  /** A bare name may mean a member of a value that a function literal or an extension around it has; "other": of any value. */
  readonly selfAround?: "other" | "possible";
  /** How the type of the receiver is reached, if the file tells. */
  readonly receiverPath?: TypePath;
  /** How to reach what may have the first name of the receiver, or the bare name, as a member; the innermost comes first. */
  readonly implied?: readonly TypePath[];
  /** It begins at the top, outside of all types and namespaces: `::name`. */
  readonly isRooted?: true;
  /** What is between the receiver and the name: `.`, `->`, `::` or `\`. */
  readonly separator?: string | undefined;
  /** Offset of the parameter or local value it refers to; if set, it means nothing outside. */
  readonly local: number | undefined;
  /** What a declaration brings in by this name is of this module: `a` after `using a::name`. */
  readonly broughtFrom?: string;
  /** It may as well be a local value that is called. */
  readonly mayBeLocal?: true;
  /**
   * "alone": names a part of a value, as in `{ name: 1 }` and `f(name=1)`. "taken": a part that is taken out of a value, as in
   * `const { name } = value`. "also": both, as in `{ name }`. "element": a field or a value of its own, as the keys of a Go
   * literal. "either": unknown, as in the arguments of a macro.
   */
  readonly key: "alone" | "taken" | "also" | "element" | "either" | undefined;
  /** The type without a name that a key names a field of. */
  readonly unnamed?: Span;
  /** How many type arguments it has, in languages where types are told apart by that. */
  readonly typeArity?: number;
  /** Kinds of symbols that a name may mean at this place; undefined: any. */
  readonly kinds?: readonly SymbolKind[];
  /** What aliases, imports and scopes around make of the name, if the file tells. */
  readonly whole?: Omit<WholeName, "kinds">;
  /** The name under which the file exports it here: `b` in `export { a as b }`. */
  readonly exportedAs: string | undefined;
  /** The local name, if this is the exported one: `a` in `export { a as b }` and `exports.b = a`. */
  readonly exportOf?: string;
  /** It is the type of something made here, or expected here. */
  readonly typeOf?: TypedPlace;
  /** Index of the innermost enclosing symbol in the file's symbols. */
  readonly within: number | undefined;
  /** The line's text, trimmed and of bounded length. */
  readonly text: string;
}

/** What is of a type where the type is written. */
export interface TypedPlace {
  /** "expected": a parameter, a property or the like; what is given there is not known. */
  readonly shape: Shape | "expected";
  /** It may be around or inside of what is made, as in `Promise<Shape>`. */
  readonly loose?: true;
}

/** An import of a file. */
export interface Import {
  /** As written, without quotes: `./a.ts`, `os.path`, `github.com/x/y`. */
  readonly source: string;
  /** The imported name; undefined for the whole module. */
  readonly name: string | undefined;
  /** Its local name. */
  readonly local: string | undefined;
  readonly line: number;
  /** Offsets of the names in it. */
  readonly starts: readonly number[];
  /** The file re-exports it to its own importers. */
  readonly exported: boolean;
  /** The block or module inside of the file that it is in. */
  readonly scope?: Span;
}

export interface Occurrences {
  readonly file: string;
  readonly language: string;
  readonly occurrences: readonly Occurrence[];
  readonly imports: readonly Import[];
  /** All declarations of the file, for `within`. */
  readonly symbols: readonly CodeSymbol[];
  /** The package that its first statement names, separated by ".". */
  readonly namespace?: string;
  /** The package whose manifest is the nearest above the file. */
  readonly package?: FilePackage;
  /** The text has syntax errors, so declarations and imports may be missing. */
  readonly broken?: true;
  /** Places with one of the names in comments, strings and other text that is not code. */
  readonly texts?: number;
}

/** A package with a manifest of its own. */
export interface FilePackage extends PackageFacts {
  /** Relative to the project's root; "" for the root. */
  readonly directory: string;
}

/** Files that may have places of a symbol, and that a search had no time to read: it knows nothing about them. */
export interface LateFiles {
  readonly files: readonly string[];
  /** Of so many that were to be read. */
  readonly of: number;
}
