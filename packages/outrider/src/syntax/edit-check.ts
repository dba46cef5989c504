import type { Span } from "../languages/language.ts";
import type { Replacement } from "../workspace/text/text-file.ts";
import type { FileSymbols } from "./code-symbol.ts";

/** An edit that is not on disk: what it would do to the syntax of a file. */
export interface EditQuestion {
  /** Path below the project's root, "/" between: tells the language. */
  readonly file: string;
  /** The text before. */
  readonly text: string;
  /** Of that text; in order, none overlaps another. */
  readonly replacements: readonly Replacement[];
}

/** Where the parser stumbles, in the text after the edit. Line and column count from 0, columns in UTF-16 code units. */
export interface SyntaxFault {
  readonly line: number;
  readonly column: number;
  /** The line there, trimmed and of bounded length. */
  readonly shown: string;
  /** A token that is missing, as the grammar names it; undefined for what is too much. */
  readonly missing: string | undefined;
}

export interface EditCheck {
  /** Of the text after the edit. */
  readonly after: FileSymbols;
  /** A grammar has read all that is edited; else only what the outline tells was compared. */
  readonly isParsed: boolean;
  /** The text before had errors, so that less can be promised. */
  readonly wasBroken: boolean;
  /** Errors of the text after that the one before did not have; at most ten, first ones first. */
  readonly faults: readonly SyntaxFault[];
  /**
   * Code outside of the edit that is read in another way afterwards: swallowed by a comment or string that the edit opens,
   * closed too early by its brackets, put into another block by its indentation. Places of the text before; at most ten.
   */
  readonly disturbed: readonly Disturbance[];
}

export interface Disturbance {
  /** From 0, in the text before. */
  readonly line: number;
  readonly shown: string;
}

/** What a text declares and brings in, where it need not be on disk. */
export interface TextAnswer extends FileSymbols {
  /** Why symbols are missing or doubtful: `minified`, `took too long` … */
  readonly note?: string | undefined;
  /** Statements that bring something in, at the top level, in order: `import`, `use`, `#include`, `require`. */
  readonly imports: readonly Span[];
}
