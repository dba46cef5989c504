import { lineStarts, splitLines, withoutEol } from "../workspace/text/line-ends.ts";
import { blankText } from "./blank-text.ts";
import { findBraceDeclarations } from "./brace-declarations.ts";
import { findEndedDeclarations } from "./ended-declarations.ts";
import { findIndentedDeclarations } from "./indented-declarations.ts";
import { type Language, languageOf } from "./language.ts";
import { type Declaration, nestDeclarations, type OutlineSymbol } from "./outline.ts";

/** An outline found by patterns: most declarations of common languages, without a grammar's certainty. */
export interface GenericOutline {
  readonly by: "pattern";
  readonly symbols: readonly OutlineSymbol[];
}

// Longer files are data or generated, and the patterns would hold the event loop.
const maxLength = 384 * 1024;

/** Undefined for what is not known to be code, or is too long. */
export function outlineByPattern(path: string, text: string): GenericOutline | undefined {
  const language = languageOf(path);
  if (language === undefined || text.length > maxLength) return undefined;
  const lines = splitLines(text).map(withoutEol);
  const blanked = blankText(text, language);
  const blankedLines = splitLines(blanked).map(withoutEol);
  const declarations = findDeclarations(blanked, blankedLines, lines, language);
  return { by: "pattern", symbols: nestDeclarations(declarations, lines, blankedLines) };
}

function findDeclarations(
  blanked: string,
  blankedLines: readonly string[],
  lines: readonly string[],
  language: Language,
): readonly Declaration[] {
  if (language.blocks === "braces") {
    return findBraceDeclarations(blanked, lineStarts(blanked), language.freeFunctions ?? "none");
  }
  if (language.blocks === "indentation") return findIndentedDeclarations(blankedLines, lines);
  return findEndedDeclarations(blankedLines);
}
