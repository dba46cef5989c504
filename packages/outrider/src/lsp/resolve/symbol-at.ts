import { isToolError } from "toolwright";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";
import type { Project } from "../../workspace/project.ts";
import type { Position } from "../server/language-server.ts";

/** Where the files of a project are read from. */
export interface SourceAccess {
  readonly project: Project;
  readonly symbols: Pick<ProjectSymbols, "ofFile">;
}

/** A file as it is now, with what is needed to map positions to symbols. */
export interface ReadSource {
  readonly text: string;
  /** Where each line begins. */
  readonly starts: readonly number[];
  readonly language: string;
  readonly symbols: readonly CodeSymbol[];
}

/** A file below the project's root; undefined if it is gone, hidden, secret or not text. */
export async function readSource(
  { project, symbols }: SourceAccess,
  file: string,
  signal: AbortSignal,
): Promise<ReadSource | undefined> {
  try {
    const located = await project.files.locate(file, "read");
    if (located.kind !== "file" || located.masked) return undefined;
    const answer = await symbols.ofFile(located, { signal });
    if (answer !== undefined)
      return { text: answer.text, starts: lineStarts(answer.text), language: answer.language, symbols: answer.symbols };
    const { text } = await project.files.readText(located);
    return { text, starts: lineStarts(text), language: "", symbols: [] };
  } catch (error) {
    if (isToolError(error)) return undefined;
    throw error;
  }
}

/** The same, reading each file once: for answers with many locations. Create one per call, since files change. */
export function rememberSources(
  source: SourceAccess,
  signal: AbortSignal,
): (file: string) => Promise<ReadSource | undefined> {
  const known = new Map<string, Promise<ReadSource | undefined>>();
  return (file) => {
    const read = known.get(file) ?? readSource(source, file, signal);
    known.set(file, read);
    return read;
  };
}

/** The symbol whose name is at the position. */
export function namedAt(read: ReadSource, position: Position): CodeSymbol | undefined {
  const offset = offsetOf(read, position);
  if (offset === undefined) return undefined;
  const fits = read.symbols.filter(({ nameSpan }) => nameSpan.start <= offset && offset <= nameSpan.end);
  return fits.find(({ nameSpan }) => nameSpan.start === offset) ?? fits[0];
}

/** The innermost symbol around a position, not counting the one named there. */
export function symbolAround(read: ReadSource, position: Position): CodeSymbol | undefined {
  const offset = offsetOf(read, position);
  if (offset === undefined) return undefined;
  return read.symbols
    .filter(({ span, nameSpan }) => span.start <= offset && offset < span.end && nameSpan.start !== offset)
    .toSorted((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
}

/** The offset of a position in the text; undefined if the text has no such position. */
export function offsetOf({ text, starts }: ReadSource, { line, character }: Position): number | undefined {
  const start = starts[line];
  if (start === undefined) return undefined;
  const offset = start + character;
  return offset <= (starts[line + 1] ?? text.length) ? offset : undefined;
}

export function positionAt({ starts }: Pick<ReadSource, "starts">, offset: number): Position {
  const line = lineIndexAt(starts, offset);
  return { line, character: offset - (starts[line] ?? 0) };
}
