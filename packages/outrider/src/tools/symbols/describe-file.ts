import { ToolError } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import { type Placed, placeSymbols } from "../../syntax/place-symbols.ts";
import type { FileAnswer } from "../../syntax/project-symbols.ts";
import { tookTooLong } from "../../syntax/workers/messages.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Located } from "../../workspace/paths/located.ts";
import { splitLines } from "../../workspace/text/line-ends.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { overflowOf, nextCall } from "../fields.ts";
import { countFitting, fitLevels } from "./fit-levels.ts";
import type { SymbolsQuestion } from "./question.ts";
import type { Output, Row } from "./schema.ts";
import { rowOf } from "./symbol-row.ts";

export const overviewTokens = 1_500;

/** The declarations of one file. Never waits for the table. */
export async function describeFile(question: SymbolsQuestion, file: Located): Promise<Output> {
  const { input, kinds } = question;
  const answer = await readFileSymbols(question, file);
  const facts = factsOf(answer);
  const placed = placeSymbols(answer.symbols);
  const wanted = placed.filter((each) => isWanted(each, question));
  const rows = wanted.map(({ symbol, level }) =>
    kinds === undefined
      ? rowOf(symbol, { docs: input.docs === true, level, nested: symbol.parent !== undefined })
      : rowOf(symbol, { docs: input.docs === true }),
  );
  const fitted =
    input.depth !== undefined || input.limit !== undefined || kinds !== undefined
      ? { rows, deeper: 0, levels: 0 }
      : await fitLevels(rows, overviewTokens);
  const page = await pageOf(fitted.rows, input);
  const locals = kinds === undefined ? placed.length - wanted.length : 0;
  const notes = [
    ...describeLeftOut(locals, fitted, input.depth),
    ...(answer.note === undefined ? [] : [describeNote(answer.note)]),
    ...(answer.broken ? ["The file has syntax errors; symbols around them may be missing."] : []),
  ];
  return {
    files: [{ file: file.shown, facts: [...facts], symbols: [...page.rows] }],
    total: kinds === undefined ? placed.length : wanted.length,
    notes,
    ...overflowOf(fitted.rows.length, page.rows.length, page.offset, "limit shows more at once."),
  };
}

/** Current symbols; throws a ToolError if the language is unknown. */
export async function readFileSymbols({ symbols, call }: SymbolsQuestion, file: Located): Promise<FileAnswer> {
  const answer = await symbols.ofFile(file, { signal: call.signal });
  if (answer !== undefined && answer.language !== "") return answer;
  const next = nextCall("read_file", { path: file.shown });
  if (answer?.note !== undefined && answer.note !== "no language") {
    throw new ToolError("not_parsed", `${showPath(file.shown)} has no symbols: ${answer.note}.`, next);
  }
  throw new ToolError("unknown_language", `${showPath(file.shown)} is in no language whose symbols are known.`, next);
}

function describeNote(note: string): string {
  if (note !== tookTooLong) return `Note: ${note}.`;
  return "Parsing it took too long, so its symbols are unknown, and it is not tried again until it changes. read_file and grep show its text.";
}

function isWanted({ symbol, level, isLocal }: Placed, { input, kinds }: SymbolsQuestion): boolean {
  if (kinds !== undefined) return kinds.has(symbol.kind);
  return input.depth === undefined ? !isLocal : level < input.depth;
}

function factsOf({ language, text, symbols }: FileAnswer): readonly string[] {
  const title = languageById(language)?.title ?? language;
  return [title, countOf(splitLines(text).length, "line"), countOf(symbols.length, "symbol")];
}

async function pageOf(
  rows: readonly Row[],
  { offset = 0, limit }: SymbolsQuestion["input"],
): Promise<{ readonly rows: readonly Row[]; readonly offset: number }> {
  const rest = rows.slice(offset);
  const count = limit ?? (await countFitting(rest, overviewTokens + rowsSlack));
  return { rows: rest.slice(0, count), offset };
}

// Rows are counted together when levels are chosen, and separately when a page is cut, which costs a little more.
const rowsSlack = 300;

function describeLeftOut(
  locals: number,
  { deeper, levels }: { readonly deeper: number; readonly levels: number },
  depth: number | undefined,
): readonly string[] {
  return [
    ...(locals > 0 && depth === undefined ? [`${locals} more inside functions; depth shows them.`] : []),
    ...(locals > 0 && depth !== undefined ? [`${locals} more below these levels.`] : []),
    ...(deeper > 0 ? [`${deeper} more at deeper levels; depth: ${levels + 1} shows the next.`] : []),
  ];
}
