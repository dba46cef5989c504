import { basename } from "node:path";
import { ToolError } from "toolwright";
import { dataFormatOf } from "../../documents/data/data-format.ts";
import { readDataPart } from "../../documents/data/read-part.ts";
import { chooseSection, maxMarkdownChars } from "../../documents/markdown/find-section.ts";
import { readOutline, sectionsOf } from "../../documents/markdown/outline.ts";
import { isMarkdown } from "../../documents/markdown/sections.ts";
import { maskLoaded } from "../../documents/masked/mask-loaded.ts";
import { maskText } from "../../documents/masked/mask-text.ts";
import { joinRanges } from "../../documents/text/line-source.ts";
import { loadText, type LoadedText } from "../../documents/text/load-text.ts";
import { memoryLines } from "../../documents/text/memory-lines.ts";
import { numberLines } from "../../documents/text/number-lines.ts";
import { searchLines } from "../../documents/text/search-lines.ts";
import type { FileAnswer } from "../../syntax/project-symbols.ts";
import { readSymbolBody } from "../../syntax/symbol-body.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Budget, FileRequest, OpenFile, Reading, Shown, TextView, Viewed } from "./reading.ts";
import { showRanges, showValue } from "./show-part.ts";
import { viewBytes } from "./view-bytes.ts";
import { viewLines } from "./view-lines.ts";
import { callFor, countOf, goOnNotes } from "./wording.ts";

const around = 3;
const maxMatches = 500;
const lineChars = 500;
/** Of a row of bytes. */
const tokensOfRow = 40;

// For a long line: how much is shown before the match, and how far in the match must be for that.
const bytesBefore = 100;
const nearBytes = 300;

/** Shows one open file, by its type and the request. */
export async function viewFile(
  file: OpenFile,
  request: FileRequest,
  budget: Budget,
  reading: Reading,
): Promise<Viewed> {
  const loaded = await loadText(file.handle);
  if (loaded.kind === "binary") {
    const facts = [...file.facts, loaded.what, `${loaded.bytes} bytes`];
    const { offset, limit } = request;
    const isAsked = (offset !== undefined || limit !== undefined) && !file.masked;
    const shown = isAsked
      ? await viewBytes(
          file.handle,
          { path: file.shown, offset, limit },
          { size: loaded.bytes, maskValues: reading.services.maskValues },
        )
      : { body: [], notes: [] };
    return { view: { path: file.shown, facts, ...shown }, tokens: 40 + shown.body.length * tokensOfRow };
  }
  if (loaded.bytes === 0) {
    return { view: { path: file.shown, facts: [...file.facts, "empty file"], body: [], notes: [] }, tokens: 20 };
  }
  const { maskValues } = reading.services;
  const shown = await viewText({
    file,
    loaded: file.masked ? masked(file, loaded) : maskLoaded(file.name, loaded, maskValues),
    maskValues,
    request,
    budget: budget.page,
    wholeBudget: budget.whole,
    call: reading.call,
    readSymbols: () => readSymbols(file, reading),
  });
  const { tokens, facts, notes, ...rest } = shown;
  const changed = (await loaded.changed()) ? ["The file changed while it was read; read it again to be sure."] : [];
  const view = {
    path: file.shown,
    ...rest,
    facts: [...file.facts, ...facts, ...describeFile(file, loaded)],
    notes: [...notes, ...changed],
  };
  return { view, tokens: tokens + 40 };
}

async function viewText(view: TextView): Promise<Shown> {
  if (view.request.symbol !== undefined) return await viewSymbol(view, view.request.symbol);
  if (view.request.pattern !== undefined) return await viewMatches(view, view.request.pattern);
  return await viewLines(view);
}

/** Not for masked files; if the parser gives up, the file is treated as plain text. */
async function readSymbols({ located, masked: isMasked }: OpenFile, reading: Reading): Promise<FileAnswer | undefined> {
  if (located === undefined || isMasked) return undefined;
  const { services, project, call } = reading;
  const answer = await services.symbolsOf(project).ofFile(located, call);
  return answer === undefined || answer.language === "" ? undefined : answer;
}

/** From here on the values are hidden, even from search and parsers. */
function masked(file: OpenFile, loaded: LoadedText): LoadedText {
  if (loaded.text === undefined) {
    throw new ToolError(
      "too_large",
      `${file.shown} holds secrets and is too large to mask them (${loaded.bytes} bytes).`,
    );
  }
  const text = maskText(file.name, loaded.text);
  return { ...loaded, text, lines: memoryLines(text) };
}

function describeFile(file: OpenFile, { encoding, bom }: LoadedText): readonly string[] {
  const known = encoding === "utf-8-damaged" ? "UTF-8 with damaged bytes" : encoding;
  return [
    ...(encoding === "utf-8" ? [] : [known]),
    ...(bom && encoding === "utf-8" ? ["byte order mark"] : []),
    ...(file.masked ? ["values masked"] : []),
  ];
}

/** Lines that match a pattern, with a few around each. */
async function viewMatches({ file, loaded, request, budget, call }: TextView, pattern: string): Promise<Shown> {
  const { offset = 1, limit, column = 0 } = request;
  const most = Math.min(limit ?? maxMatches, maxMatches);
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

/** A part of a file by its name: section, value or declaration. */
async function viewSymbol(view: TextView, symbol: string): Promise<Shown> {
  const { file, loaded } = view;
  if (loaded.text === undefined) throw tooLarge(view);
  const name = basename(file.name);
  // A masked data file is reduced to a list of keys, which is no longer valid data.
  const format = file.masked ? undefined : dataFormatOf(name);
  if (isMarkdown(name)) return await viewSection(view, loaded.text, symbol);
  if (format !== undefined) {
    const { path, kind, shown } = readDataPart(loaded.text, format, symbol);
    if ("value" in shown) return await showValue(view, `${path}: ${kind}`, shown.value);
    return await showRanges(view, { name: path, facts: [path], ranges: shown.ranges });
  }
  const answer = await view.readSymbols();
  if (answer === undefined) {
    throw new ToolError(
      "no_symbol",
      `${visibleLine(file.shown)} is a kind of text without symbols. Use pattern, or offset and limit.`,
    );
  }
  if (answer.symbols.length === 0 && answer.note !== undefined) {
    const message = `No symbols were found in ${visibleLine(file.shown)}: ${answer.note}. Use pattern, or offset and limit.`;
    throw new ToolError("no_symbol", message);
  }
  const { name: found, ranges } = readSymbolBody(answer, answer.text, symbol);
  const facts = [found, ...(answer.broken ? ["syntax errors"] : [])];
  // Lines and ranges from the same read.
  const lines = memoryLines(view.maskValues(answer.text));
  return await showRanges({ ...view, loaded: { ...loaded, text: answer.text, lines } }, { name: found, facts, ranges });
}

async function viewSection(view: TextView, text: string, symbol: string): Promise<Shown> {
  if (text.length > maxMarkdownChars) throw tooLarge(view);
  const { path, startLine, endLine } = chooseSection(sectionsOf(await readOutline(text, view.call)), symbol);
  return await showRanges(view, { name: path, facts: [path], ranges: [{ start: startLine, end: endLine }] });
}

function tooLarge({ file, loaded }: TextView): ToolError {
  return new ToolError(
    "too_large",
    `${visibleLine(file.shown)} has ${loaded.bytes} bytes, too many to look for symbols. Use pattern, or offset and limit.`,
  );
}
