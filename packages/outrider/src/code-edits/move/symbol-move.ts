import { ToolError } from "toolwright";
import { editingRulesOf } from "../../languages/editing-of.ts";
import type { Span } from "../../languages/language.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { ModuleFile } from "./module-files.ts";

/** Declarations to be moved from one file to another. */
export interface SymbolMove {
  /** What is asked for, as messages name it. */
  readonly name: string;
  /** What is asked for; what goes along with it is in the cut only. */
  readonly names: readonly string[];
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
export interface CutCode {
  /** The names that they declare. */
  readonly names: ReadonlySet<string>;
  /** The text, with "\n" line ends: statements as far apart as they were, or with a blank line between. */
  readonly text: string;
  readonly pieces: readonly CutPiece[];
  /** Names within these spans are uses by the moved code. */
  readonly spans: readonly Span[];
  /** What to remove from the old file: the lines, and the blank lines that separated them. */
  readonly gaps: readonly Span[];
}

/** One statement of the code. */
export interface CutPiece {
  readonly names: readonly string[];
  readonly text: string;
}

/** The whole lines of top-level symbols, in the order of the file. Refused if others share their statements or lines. */
export function cutCode(
  { file, facts }: ModuleFile,
  symbols: readonly CodeSymbol[],
  names: ReadonlySet<string>,
): CutCode {
  const [first = ""] = names;
  const declaredIn = ({ start, end }: Span): readonly string[] =>
    facts.declared.flatMap((each) => (each.start >= start && each.start < end ? [each.name] : []));
  const statements = facts.statements.filter((statement) => declaredIn(statement).some((name) => names.has(name)));
  const found = statements.flatMap(declaredIn);
  for (const name of names)
    if (!found.includes(name)) throw unclear(file.path, name, "it is not declared by a statement of its own");
  const other = found.find((name) => !names.has(name));
  if (other !== undefined) throw unclear(file.path, first, `the same statement declares ${other}`);
  const { documentsInside } = editingRulesOf(facts.language);
  const spans = statements.map((statement) => {
    const whole = withDoc(statement, symbols);
    const [name = first] = declaredIn(statement);
    return wholeLines(file, name, documentsInside === true ? withComments(file.text, whole) : whole);
  });
  const pieces = spans.map(({ start, end }, index) => ({
    names: declaredIn(statements[index] ?? { start, end }),
    text: file.text.slice(start, end).trimEnd().replaceAll("\r\n", "\n"),
  }));
  const gaps = joinAdjacent(file.text, spans).map((span) => withBlankLines(file.text, span));
  return { names, text: joinPieces(file.text, spans, pieces), pieces, spans, gaps };
}

/** The code of pieces with these texts, which may differ from the old ones. */
export function joinPieces(text: string, spans: readonly Span[], pieces: readonly { readonly text: string }[]): string {
  return pieces
    .map((piece, index) => {
      const before = spans[index - 1];
      if (before === undefined) return piece.text;
      const between = text.slice(before.end, spans[index]?.start);
      const lines = between.trim() === "" ? between.split("\n").length : 2;
      return `${"\n".repeat(lines)}${piece.text}`;
    })
    .join("");
}

/** Spans with only blank lines between them are one. */
function joinAdjacent(text: string, spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last === undefined || text.slice(last.end, span.start).trim() !== "") joined.push(span);
    else joined[joined.length - 1] = { start: last.start, end: span.end };
  }
  return joined;
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
