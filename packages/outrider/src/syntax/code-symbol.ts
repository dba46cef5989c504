import type { Span } from "../languages/language.ts";
import type { SymbolKind } from "../languages/symbol-kind.ts";

/** A declaration in a file. Offsets are UTF-16 code units, lines are 0-based, ends are exclusive. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names from the outermost on, separated by "/": `Outer/inner`. */
  readonly path: string;
  /** Its 0-based number among those with the same path and kind in the file; undefined if it is the only one. */
  readonly overload: number | undefined;
  /** Index of the enclosing symbol in the same list. */
  readonly parent: number | undefined;
  /** The whole declaration with export, modifiers, decorators and attributes, without the doc comment. */
  readonly span: Span;
  readonly nameSpan: Span;
  readonly bodySpan: Span | undefined;
  readonly docSpan: Span | undefined;
  /** The line with the name. */
  readonly line: number;
  /** First line of `span`. */
  readonly startLine: number;
  /** First line after `span`. */
  readonly endLine: number;
  /** The declaration without its body, on one line and of bounded length. */
  readonly signature: string;
  /** First sentence of its documentation. */
  readonly doc: string | undefined;
  readonly exported: boolean;
  readonly test: boolean;
}

/** The declarations of one file. */
export interface FileSymbols {
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
  /** The text has syntax errors, so symbols near them may be missing. */
  readonly broken: boolean;
}
