import type { Span } from "../languages/language.ts";
import type { Replacement } from "../workspace/text/text-file.ts";
import type { FileSymbols } from "./code-symbol.ts";

/** A question about an edit that is not on disk: what would it do to the syntax of a file? */
export interface EditQuestion {
  /** Path relative to the project's root, with forward slashes; determines the language. */
  readonly file: string;
  /** The text before the edit. */
  readonly text: string;
  /** Replacements in that text, in order and without overlaps. */
  readonly replacements: readonly Replacement[];
}

/** A syntax error in the text after the edit. Line and column are 0-based, columns in UTF-16 code units. */
export interface SyntaxFault {
  readonly line: number;
  readonly column: number;
  /** The line of the error, trimmed and of bounded length. */
  readonly shown: string;
  /** A missing token, as the grammar names it; undefined for unexpected text. */
  readonly missing: string | undefined;
  /** Why the language forbids it although it can be parsed. */
  readonly why?: string;
}

export interface EditCheck {
  /** Symbols of the text after the edit. */
  readonly after: FileSymbols;
  /** A grammar parsed all edited text; otherwise only the outlines were compared. */
  readonly isParsed: boolean;
  /** The text before had errors, so less can be guaranteed. */
  readonly wasBroken: boolean;
  /** Errors that the text before did not have; at most ten, in order. */
  readonly faults: readonly SyntaxFault[];
  /**
   * Code outside the edit that is parsed differently afterwards: swallowed by a comment or string that the edit opens,
   * closed too early by its brackets, or moved to another block by its indentation. Places in the text before; at most ten.
   */
  readonly disturbed: readonly Disturbance[];
}

export interface Disturbance {
  /** 0-based, in the text before. */
  readonly line: number;
  readonly shown: string;
}

/** The declarations and imports of a text, which need not be on disk. */
export interface TextAnswer extends FileSymbols {
  /** Why symbols are missing or doubtful: `minified`, `took too long` … */
  readonly note?: string | undefined;
  /** Top-level import statements in order: `import`, `use`, `#include`, `require`. */
  readonly imports: readonly Span[];
}
