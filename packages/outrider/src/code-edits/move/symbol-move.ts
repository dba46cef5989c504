import { ToolError } from "toolwright";
import { editingRulesOf } from "../../languages/editing-of.ts";
import type { Span } from "../../languages/language.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { ModuleFile } from "./module-files.ts";

/** A declaration to be moved from one file to another. */
export interface SymbolMove {
  readonly name: string;
  /** All top-level symbols with the name. */
  readonly symbols: readonly CodeSymbol[];
  readonly old: ModuleFile;
  /** All symbols of the old file. */
  readonly oldSymbols: readonly CodeSymbol[];
  /** Undefined if the file has to be created. */
  readonly target: ModuleFile | undefined;
  /** Path of the target, relative to the root. */
  readonly to: string;
  readonly cut: CutCode;
  /** The caller takes care of places that cannot be adapted. */
  readonly leavesUnproven: boolean;
}

export function isCut({ cut }: Pick<SymbolMove, "cut">, offset: number): boolean {
  return cut.spans.some(({ start, end }) => start <= offset && offset < end);
}

/** The statements that declare a name, each with its documentation and comments. */
interface CutCode {
  /** The text, with "\n" line ends; a blank line between statements. */
  readonly text: string;
  /** Names within these spans are uses by the moved code. */
  readonly spans: readonly Span[];
  /** What to remove from the old file: the lines, and the blank lines that separated them. */
  readonly gaps: readonly Span[];
}

/** The whole lines of a top-level symbol. Refused if other symbols share its statement or its lines. */
export function cutCode({ file, facts }: ModuleFile, symbols: readonly CodeSymbol[], name: string): CutCode {
  const statements = facts.statements.filter(({ start, end }) =>
    facts.declared.some((each) => each.name === name && each.start >= start && each.start < end),
  );
  if (statements.length === 0) throw unclear(file.path, name, "it is not declared by a statement of its own");
  const other = facts.declared.find(
    (each) => each.name !== name && statements.some(({ start, end }) => each.start >= start && each.start < end),
  );
  if (other !== undefined) throw unclear(file.path, name, `the same statement declares ${other.name}`);
  const { documentsInside } = editingRulesOf(facts.language);
  const spans = statements.map((statement) => {
    const whole = withDoc(statement, symbols);
    return wholeLines(file, name, documentsInside === true ? withComments(file.text, whole) : whole);
  });
  const text = spans
    .map(({ start, end }) => file.text.slice(start, end).trimEnd())
    .join("\n\n")
    .replaceAll("\r\n", "\n");
  return { text, spans, gaps: spans.map((span) => withBlankLines(file.text, span)) };
}

function withDoc(statement: Span, symbols: readonly CodeSymbol[]): Span {
  const docs = symbols.flatMap(({ parent, span, docSpan }) =>
    parent === undefined && docSpan !== undefined && span.start >= statement.start && span.end <= statement.end
      ? [docSpan]
      : [],
  );
  return { start: Math.min(statement.start, ...docs.map(({ start }) => start)), end: statement.end };
}

/** Includes comments in the lines directly above that are not documentation. */
function withComments(text: string, { start, end }: Span): Span {
  const above = /(?:^|\n)((?:[ \t]*#(?!!).*\r?\n)+)$/.exec(text.slice(0, start))?.[1] ?? "";
  // At the top of the file they belong to the file.
  return { start: above.length === start ? start : start - above.length, end };
}

/** Includes the line end and a trailing comment. */
function wholeLines({ text, path }: ModuleFile["file"], name: string, { start, end }: Span): Span {
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
  const head = text.slice(lineStart, start).replace("\uFEFF", "");
  const rest = /^[^\r\n]*/.exec(text.slice(end))?.[0] ?? "";
  if (head.trim() !== "" || !/^[ \t]*;?[ \t]*(?:\/\/.*|#.*|\/\*(?:(?!\*\/).)*\*\/[ \t]*)?$/.test(rest)) {
    throw unclear(path, name, "other code stands in the same line");
  }
  const lineEnd = end + rest.length;
  return { start, end: lineEnd + (/^(?:\r\n|\r|\n)/.exec(text.slice(lineEnd))?.[0].length ?? 0) };
}

function withBlankLines(text: string, { start, end }: Span): Span {
  const before = /(?:^|\n)(?:[ \t]*\r?\n)*$/.exec(text.slice(0, start))?.[0] ?? "";
  const after = /^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0] ?? "";
  const isLast = end + after.length >= text.length;
  if (isLast) return { start: start - before.replace(/^\n/, "").length, end: end + after.length };
  return { start, end: end + after.length };
}

function unclear(path: string, name: string, why: string): ToolError {
  return new ToolError(
    "cannot_prove",
    `${name} in ${showPath(path)} was not moved: ${why}. Give it a statement and lines of its own first.`,
  );
}
