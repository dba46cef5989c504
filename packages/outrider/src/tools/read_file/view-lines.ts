import type { ReadResult } from "../../documents/text/line-source.ts";
import { numberLines, type NumberedLines } from "../../documents/text/number-lines.ts";
import { describeMap } from "./describe-map.ts";
import type { FileRequest, Shown, TextView } from "./reading.ts";
import { callFor, countOf, goOnNotes } from "./wording.ts";

const lineChars = 2_000;
const longLineChars = 40_000;

/** Lines from an offset on; without one the whole file, or its first part and an outline of the rest. */
export async function viewLines(view: TextView): Promise<Shown> {
  const { file, loaded, request, budget, wholeBudget, call } = view;
  const { offset = 1, limit = Number.MAX_SAFE_INTEGER, column = 0 } = request;
  const start = offset - 1;
  const isPart = request.offset !== undefined || request.limit !== undefined || request.column !== undefined;
  const read = await loaded.lines.read([{ start, end: start + limit }], {
    column,
    lineChars: column > 0 || limit === 1 ? longLineChars : lineChars,
    totalChars: wholeBudget * 16,
    signal: call.signal,
  });
  const facts = [countOf(read), ...(loaded.bytes > 20_000 ? [`${loaded.bytes} bytes`] : [])];
  const whole = isPart ? undefined : await numberLines(read.lines, wholeBudget);
  if (whole !== undefined && isWhole(whole, read)) return show(facts, whole, read, file.shown, request);
  const map = isPart ? undefined : await describeMap(view, Math.floor(budget * 0.6));
  if (map === undefined) return show(facts, await numberLines(read.lines, budget), read, file.shown, request);
  // The outline answers more questions than the lines do; of those, enough to see what kind of file it is.
  const head = await numberLines(read.lines, Math.max(100, Math.floor(budget * 0.12)));
  const shown = show(facts, head, read, file.shown, request);
  return { ...shown, map: { title: map.title, lines: map.lines }, tokens: shown.tokens + map.tokens };
}

function show(
  facts: readonly string[],
  numbered: NumberedLines,
  read: ReadResult,
  path: string,
  request: FileRequest,
): Shown {
  const last = read.lines[numbered.shown - 1];
  const notes = last === undefined ? [nothingThere(read, request)] : notesOn(numbered, read, path, request);
  return { facts, body: numbered.lines, notes, tokens: numbered.tokens };
}

function notesOn(
  { shown, goOn }: NumberedLines,
  read: ReadResult,
  path: string,
  request: FileRequest,
): readonly string[] {
  const first = (read.lines[0]?.index ?? 0) + 1;
  const last = (read.lines[shown - 1]?.index ?? 0) + 1;
  const wanted = (request.offset ?? 1) + (request.limit ?? Number.MAX_SAFE_INTEGER) - 1;
  const end = Math.min(wanted, read.exact ? read.totalLines : Number.MAX_SAFE_INTEGER);
  const notes = [...goOnNotes({ path }, goOn)];
  if (last < end) {
    const rest = request.limit === undefined ? {} : { limit: wanted - last };
    notes.push(`Lines ${first}-${last} of ${countOf(read)}. Next: ${callFor({ path, offset: last + 1, ...rest })}`);
  }
  return notes;
}

function nothingThere(read: ReadResult, { offset = 1 }: FileRequest): string {
  return `There is no line ${offset}: the file has ${countOf(read)}.`;
}

function isWhole(numbered: NumberedLines, read: ReadResult): boolean {
  return read.exact && numbered.shown === read.totalLines && numbered.shown === read.lines.length;
}
