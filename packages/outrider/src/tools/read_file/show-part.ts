import { countTokens } from "toolwright";
import type { LineRange } from "../../documents/text/line-source.ts";
import { type CutLine, numberLines } from "../../documents/text/number-lines.ts";
import { sliceLine } from "../../documents/text/slice-line.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { FileRequest, Shown, TextView } from "./reading.ts";
import { callFor, countOf, goOnNotes } from "./wording.ts";

export interface NamedPart {
  /** The name by which a later call finds it again. */
  readonly name: string;
  readonly facts: readonly string[];
  readonly ranges: readonly LineRange[];
}

const lineChars = 2_000;

/** Lines of a part of the file; offset and limit select among them. */
export async function showRanges(view: TextView, { name, facts, ranges }: NamedPart): Promise<Shown> {
  const { file, loaded, request, budget, call } = view;
  const chosen = within(ranges, request);
  const options = { column: request.column ?? 0, lineChars, totalChars: budget * 16, signal: call.signal };
  const read = await loaded.lines.read(chosen, options);
  const numbered = await numberLines(read.lines, budget);
  const last = read.lines[numbered.shown - 1]?.index;
  const from = (ranges[0]?.start ?? 0) + 1;
  const end = ranges.at(-1)?.end ?? 0;
  const notes = [...goOnNotes({ path: file.shown }, numbered.goOn)];
  if (last === undefined)
    notes.push(`${visibleLine(name)} has no line from ${request.offset ?? 1} on; it is in lines ${from}-${end}.`);
  else if (last + 1 < end) {
    const rest = request.limit === undefined ? {} : { limit: request.limit };
    const next = { path: file.shown, symbol: request.symbol ?? name, offset: last + 2, ...rest };
    notes.push(`It goes on to line ${end}. Next: ${callFor(next)}`);
  }
  return { facts: [...facts, countOf(read)], body: numbered.lines, notes, tokens: numbered.tokens };
}

/** A value whose lines are not lines of the file has no line numbers; offset and limit count its own lines. */
export async function showValue(view: TextView, fact: string, lines: readonly string[]): Promise<Shown> {
  const { file, request, budget } = view;
  const { offset = 1, limit, column = 0, symbol = "" } = request;
  const start = offset - 1;
  const body: string[] = [];
  const goOn: CutLine[] = [];
  let tokens = 0;
  for (const line of lines.slice(start, start + (limit ?? lines.length))) {
    const part = sliceLine(line, body.length === 0 ? column : 0, lineChars);
    const text = `${part.skipped > 0 ? "…" : ""}${visibleLine(part.text)}${part.cut ? "…" : ""}`;
    tokens += (await countTokens(text, budget)) + 1;
    if (tokens > budget && body.length > 0) break;
    if (part.cut) goOn.push({ index: start + body.length, column: part.skipped + part.text.length });
    body.push(text);
  }
  const last = start + body.length;
  const notes = [...goOnNotes({ path: file.shown, symbol }, goOn)];
  if (body.length === 0) notes.push(`There is no line ${offset} of the value: it has ${lines.length}.`);
  else if (last < lines.length) {
    const next = { path: file.shown, symbol, offset: last + 1, ...(limit === undefined ? {} : { limit }) };
    notes.push(`Lines ${offset}-${last} of ${lines.length} of the value. Next: ${callFor(next)}`);
  }
  return { facts: [fact], body, notes, tokens: Math.min(tokens, budget) };
}

function within(ranges: readonly LineRange[], { offset = 1, limit = Infinity }: FileRequest): readonly LineRange[] {
  let left = limit;
  return ranges.flatMap((range) => {
    const start = Math.max(range.start, offset - 1);
    const end = Math.min(range.end, start + left);
    if (start >= end) return [];
    left -= end - start;
    return [{ start, end }];
  });
}
