import { linesOf } from "../../tools/semantic_search/content-lines.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { columnOf } from "../pipes/read-lines.ts";
import type { Answer, Found } from "./find-hits.ts";
import { type ShowOptions, seenFromHere } from "./show-answer.ts";

/** For a program that reads the answer: a row for each hit, best first, as the other commands for shells print places. */
export async function answerRows({ found, memories }: Answer, { atHand }: ShowOptions): Promise<readonly string[]> {
  const rows = await Promise.all(found.map(async (each) => await rowOf(each, atHand)));
  return [...rows, ...memories.map(({ topic, line, title }) => `memory ${topic}:${line}:1:${title}`)];
}

/** At the name of the declaration that was found, or at the first line where there is none. */
async function rowOf(found: Found, atHand: ShowOptions["atHand"]): Promise<string> {
  const { hit, place, shown } = found;
  const file = place.prefix === "" ? seenFromHere(hit.path, atHand) : shown.file;
  const symbol = [...hit.declared, hit.symbol].find(
    (each) => each !== undefined && shown.signature !== undefined && isShown(each, shown),
  );
  const line = symbol === undefined ? Number.parseInt(shown.lines, 10) : symbol.line + 1;
  const text = (await linesOf(found))?.[line - 1] ?? "";
  return `${file}:${line}:${columnOf(text, symbol?.name ?? "")}:${visibleLine(shown.signature ?? text.trim())}`;
}

function isShown({ path, overload }: Found["hit"]["declared"][number], { symbol }: Found["shown"]): boolean {
  return symbol === visibleLine(overload === undefined ? path : `${path}[${overload}]`);
}
