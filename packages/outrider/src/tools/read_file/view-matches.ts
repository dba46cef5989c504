import { joinRanges } from "../../documents/text/line-range.ts";
import { numberLines } from "../../documents/text/number-lines.ts";
import { searchLines } from "../../documents/text/search-lines.ts";
import type { Shown, TextView } from "./reading.ts";
import { callFor, countOf, goOnNotes } from "./wording.ts";

const around = 3;
const mostMatches = 500;
const lineChars = 500;
// Of a long line: what is shown before the match, and how far in it has to be for that.
const bytesBefore = 100;
const nearBytes = 300;

/** Lines that match a pattern, with a few around each. */
export async function viewMatches({ file, loaded, request, budget, call }: TextView, pattern: string): Promise<Shown> {
  const { offset = 1, limit, column = 0 } = request;
  const most = Math.min(limit ?? mostMatches, mostMatches);
  const found = await searchLines(loaded.lines, { pattern, from: offset - 1, most, signal: call.signal }, call);
  const ranges = joinRanges(found.lines.map((line) => ({ start: Math.max(0, line - around), end: line + around + 1 })));
  const startBytes = new Map([...found.starts].map(([line, start]) => [line, firstByte(start)]));
  const options = { column, startBytes, lineChars, totalChars: budget * 16, signal: call.signal };
  const read = await loaded.lines.read(ranges, options);
  const numbered = await numberLines(read.lines, budget);
  const last = read.lines[numbered.shown - 1]?.index ?? -1;
  const shown = found.lines.filter((line) => line <= last);
  const facts = [countOf(read), `${found.total} ${found.total === 1 ? "match" : "matches"}`];
  const notes: string[] = [];
  if (found.total === 0) notes.push(`No line matches ${JSON.stringify(pattern)}.`);
  else if (found.lines.length === 0) notes.push(`No line from ${offset} on matches.`);
  notes.push(...goOnNotes({ path: file.shown }, numbered.goOn));
  const lastShown = shown.at(-1);
  const isAll = found.total === shown.length || (shown.length === found.lines.length && found.lines.length < most);
  if (!isAll && lastShown !== undefined) {
    const next = { path: file.shown, pattern, offset: lastShown + 2, ...(limit === undefined ? {} : { limit }) };
    notes.push(`${shown.length} of ${found.total} matches. More: ${callFor(next)}`);
  }
  return { facts, body: numbered.lines, notes, tokens: numbered.tokens };
}

function firstByte(match: number): number {
  return match <= nearBytes ? 0 : match - bytesBefore;
}
