import type { Span } from "../languages/language.ts";
import type { SymbolKind } from "../languages/symbol-kind.ts";

/** A declaration of a file. Offsets are UTF-16 code units, lines count from 0, ends are exclusive. */
export interface CodeSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  /** Names from the outermost on, "/" between: `Outer/inner`. */
  readonly path: string;
  /** Its number among those with the same path and kind in the file, from 0; undefined where it is the only one. */
  readonly overload: number | undefined;
  /** Index of the symbol around it in the same list. */
  readonly parent: number | undefined;
  /** All of the declaration with export, modifiers, decorators and attributes, without the doc comment. */
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

/** What one file declares. */
export interface FileSymbols {
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
  /** The text has syntax errors, so that symbols may be missing around them. */
  readonly broken: boolean;
}
