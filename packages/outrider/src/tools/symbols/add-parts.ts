import { isToolError } from "toolwright";
import { memoryLines } from "../../documents/text/memory-lines.ts";
import { numberLines } from "../../documents/text/number-lines.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { placeSymbols } from "../../syntax/place-symbols.ts";
import type { FileAnswer } from "../../syntax/project-symbols.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { fitLevels } from "./fit-levels.ts";
import type { SymbolsQuestion } from "./question.ts";
import type { Row } from "./schema.ts";
import { pathOf, rowOf } from "./symbol-row.ts";

/** A hit with its row, followed by the rows of its members. */
export interface ShownHit {
  readonly file: string;
  readonly symbol: CodeSymbol;
  readonly symbols: readonly CodeSymbol[];
  rows: Row[];
}

/** A single hit with at most this many lines is shown with its body. */
const smallLines = 60;
const maxBodies = 5;
const bodyTokens = 3_000;
const memberTokens = 1_500;

/** Adds members below each hit if a depth is requested, or below a single type that is too large to be shown. */
export async function addMembers(
  { input }: SymbolsQuestion,
  shown: readonly ShownHit[],
  { isOnly }: { readonly isOnly: boolean },
): Promise<readonly string[]> {
  const isLarge = isOnly && input.body === undefined && !isSmall(shown);
  if (input.depth === undefined && !isLarge) return [];
  let left = 0;
  for (const hit of shown) {
    const members = placeSymbols(hit.symbols, hit.symbols.indexOf(hit.symbol));
    const wanted = members.filter(({ level, isLocal }) => (input.depth === undefined ? !isLocal : level < input.depth));
    const docs = input.docs === true;
    const rows = wanted.map(({ symbol, level }) => rowOf(symbol, { docs, level: level + 1, nested: true }));
    const fitted = await fitLevels(rows, memberTokens);
    hit.rows.push(...fitted.rows);
    left += members.length - fitted.rows.length;
  }
  return left > 0 ? [`${left} more below them; depth shows deeper levels.`] : [];
}

/** Read from the current files, so that lines and text belong together. */
export async function addBodies(
  question: SymbolsQuestion,
  shown: readonly ShownHit[],
  { isOnly }: { readonly isOnly: boolean },
): Promise<readonly string[]> {
  const { input } = question;
  const [first] = shown;
  if (first === undefined || (input.body !== true && !(isOnly && input.body === undefined))) return [];
  if (input.body !== true && !isSmall(shown)) return [howToRead(question, first)];
  const notes: string[] = [];
  let left = bodyTokens;
  let count = 0;
  for (const hit of shown.slice(0, maxBodies)) {
    if (left < minTokens) break;
    count += 1;
    const body = await readBody(question, hit, left);
    if (body === undefined) {
      notes.push(`${pathOf(hit.symbol)} in ${hit.file} changed meanwhile; ask again.`);
      continue;
    }
    left -= body.tokens;
    hit.rows = [{ ...body.row, body: body.text }, ...hit.rows.slice(1)];
    if (body.isCut) notes.push(howToRead(question, hit));
  }
  const without = shown.slice(count);
  const [next] = without;
  if (next !== undefined)
    notes.push(`${countOf(without.length, "body", "bodies")} not shown. ${howToRead(question, next)}`);
  return notes;
}

function isSmall(shown: readonly ShownHit[]): boolean {
  return shown.length <= maxBodies && shown.reduce((sum, { symbol }) => sum + linesOf(symbol), 0) <= smallLines;
}

/** With less room than this, a body is not worth showing. */
const minTokens = 100;

interface Body {
  readonly row: Row;
  readonly text: string;
  readonly tokens: number;
  readonly isCut: boolean;
}

async function readBody(
  question: SymbolsQuestion,
  { file, symbol }: ShownHit,
  budget: number,
): Promise<Body | undefined> {
  const { input, call } = question;
  const answer = await readNow(question, file);
  const now = answer?.symbols.find((each) => pathOf(each) === pathOf(symbol) && each.kind === symbol.kind);
  if (answer === undefined || now === undefined) return undefined;
  const options = { column: 0, lineChars: 500, totalChars: budget * 16, signal: call.signal };
  const read = await memoryLines(answer.text).read([{ start: now.startLine, end: now.endLine }], options);
  const { lines, tokens, shown } = await numberLines(read.lines, budget);
  return {
    row: rowOf(now, { docs: input.docs === true }),
    text: lines.join("\n"),
    tokens,
    isCut: shown < now.endLine - now.startLine,
  };
}

async function readNow(
  { scope, project, symbols, call }: SymbolsQuestion,
  path: string,
): Promise<FileAnswer | undefined> {
  try {
    const file = scope.kind === "file" ? scope.file : await project.files.locate(path, "read");
    return file.masked ? undefined : await symbols.ofFile(file, { signal: call.signal });
  } catch (error) {
    // Deleted, moved or grown since the table was read.
    if (isToolError(error)) return undefined;
    throw error;
  }
}

function howToRead({ scope, prefix }: SymbolsQuestion, { file, symbol }: ShownHit): string {
  // Keys of data have their own syntax there.
  const part =
    symbol.kind === "key" ? { offset: symbol.startLine + 1, limit: linesOf(symbol) } : { symbol: pathOf(symbol) };
  return `Its source: read_file ${JSON.stringify({ path: scope.kind === "file" ? file : prefix + file, ...part })}`;
}

function linesOf({ startLine, endLine }: CodeSymbol): number {
  return endLine - startLine;
}
