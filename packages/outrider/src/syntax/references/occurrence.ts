import type { CodeSymbol } from "../code-symbol.ts";

/** A place in code where a name stands. Lines and columns count from 0, columns in UTF-16 code units. */
export interface Occurrence {
  readonly name: string;
  readonly start: number;
  readonly line: number;
  readonly column: number;
  readonly role: "definition" | "call" | "import" | "use";
  /** Text before it: `a.b` in `a.b.name`; "this" and "self" as written. */
  readonly receiver: string | undefined;
  /** Where the parameter or local value begins that it means, so that it means nothing outside. */
  readonly local: number | undefined;
  /** "alone": names a part of a value, as in `{ name: 1 }` and `f(name=1)`. "also": both, as in `{ name }`. */
  readonly key: "alone" | "also" | undefined;
  /** Under which name the file hands it on here: `b` in `export { a as b }`. */
  readonly exportedAs: string | undefined;
  /** The name that the file itself has for it, where this is the one it is handed on by: `a` in `export { a as b }`. */
  readonly exportOf?: string;
  /** Index of the innermost symbol around it in the file's symbols. */
  readonly within: number | undefined;
  /** The line's text, trimmed and of bounded length. */
  readonly text: string;
}

/** What a file brings in from elsewhere. */
export interface Import {
  /** As written, without quotes: `./a.ts`, `os.path`, `github.com/x/y`. */
  readonly source: string;
  /** What is brought in; undefined for all of it. */
  readonly name: string | undefined;
  /** Under which name it is known here. */
  readonly local: string | undefined;
  readonly line: number;
  /** The file hands it on to those that bring in the file. */
  readonly exported: boolean;
}

export interface Occurrences {
  readonly file: string;
  readonly language: string;
  readonly occurrences: readonly Occurrence[];
  readonly imports: readonly Import[];
  /** All that the file declares, for `within`. */
  readonly symbols: readonly CodeSymbol[];
}
