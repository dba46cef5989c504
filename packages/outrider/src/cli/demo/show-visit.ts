import { fitText, type Pieces, wrapText } from "toolwright/cli";
import { isPartial, judgeAnswer } from "./judge-answer.ts";
import type { Visit } from "./take-tour.ts";

const firstLines = 9;
const lastLines = 4;
const indent = "  ";

/** The question, the call, the beginning of the answer, and what it cost. */
export function showVisit(visit: Visit, number: number, columns: number | undefined): Pieces {
  const { stop, answer, plain } = visit;
  const call = `${stop.tool} ${JSON.stringify(stop.input)}`;
  const shown = shorten(answer.text, columns);
  const ours = `${count(answer.tokens)} tokens, ${answer.ms.toFixed(0)} ms`;
  return [
    "\n",
    { text: fit(`${number}. ${stop.question}`, columns), style: "bold" },
    "\n",
    { text: fit(`${indent}${call}`, columns), style: "cyan" },
    "\n",
    answer.failed ? { text: shown, style: "red" } : shown,
    "\n",
    ...remarksOn(visit).flatMap((remark): Pieces => [wrap(remark, indent, columns), "\n"]),
    { text: `${indent}${ours}`, style: "green" },
    ...(plain === undefined ? [] : [comparison(visitTokens(answer.tokens), plain)]),
  ];
}

/** What the tour knows about an answer that the answer itself does not say. */
function remarksOn({ stop: { expected }, answer, asked }: Visit): readonly string[] {
  if (answer.failed) return [];
  const end = isPartial(answer.text) ? "and not all files are read yet" : "until all files were read";
  return [
    ...(expected === undefined ? [] : [judgeAnswer(answer.text, expected).words]),
    ...(asked === 1 ? [] : [`Asked ${asked} times, ${end}; the last answer is counted.`]),
  ];
}

function comparison(ours: number, { words, tokens, ms, partial }: NonNullable<Visit["plain"]>): Pieces[number] {
  if (tokens === 0) return { text: `   ${words}`, style: "dim" };
  const cost = `${partial ? "more than " : ""}${count(tokens)} tokens, ${ms.toFixed(0)} ms`;
  return { text: `   ${words}: ${cost} (${ratio(tokens, ours)})`, style: "dim" };
}

/** Even an empty answer costs something. */
function visitTokens(tokens: number): number {
  return Math.max(1, tokens);
}

export function ratio(plain: number, ours: number): string {
  const times = plain / ours;
  return `${times < 10 ? times.toFixed(1) : times.toFixed(0)}×`;
}

export function count(number: number): string {
  return number.toLocaleString("en-US");
}

/** The beginning and the end, as an answer says at its end what it left out. */
function shorten(text: string, columns: number | undefined): string {
  const lines = text.trimEnd().split("\n");
  const show = (line: string): string => fit(`${indent}│ ${line.replaceAll("\t", "  ")}`, columns);
  const more = lines.length - firstLines - lastLines;
  if (more < 2) return lines.map(show).join("\n");
  const gap = `${indent}│ … ${count(more)} more lines …`;
  return [...lines.slice(0, firstLines).map(show), gap, ...lines.slice(-lastLines).map(show)].join("\n");
}

function fit(line: string, columns: number | undefined): string {
  return columns === undefined ? line : fitText(line, columns);
}

/** The totals of both ways, over the questions that both can answer. */
export function showTotal(visits: readonly Visit[], columns: number | undefined): Pieces {
  const compared = visits.filter(
    ({ plain, answer }) => plain !== undefined && plain.isInVain !== true && !answer.failed,
  );
  const ours = sum(compared, ({ answer }) => answer.tokens);
  const plain = sum(compared, (visit) => visit.plain?.tokens ?? 0);
  const all = `${count(sum(visits, ({ answer }) => answer.tokens))} tokens and ${sum(visits, ({ answer }) => answer.ms).toFixed(0)} ms for all ${visits.length} answers.`;
  if (compared.length === 0) return ["\n", all];
  const words = `Where both can answer: Outrider ${count(ours)} tokens, search and whole files ${count(plain)} (${ratio(plain, Math.max(1, ours))}).`;
  return ["\n", { text: wrap(words, "", columns), style: "bold" }, "\n", wrap(all, "", columns)];
}

function wrap(text: string, margin: string, columns: number | undefined): string {
  return columns === undefined ? margin + text : wrapText(text, margin, columns).join("\n");
}

function sum(visits: readonly Visit[], of: (visit: Visit) => number): number {
  return visits.reduce((total, visit) => total + of(visit), 0);
}
