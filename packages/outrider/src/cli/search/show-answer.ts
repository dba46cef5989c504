import { relative, sep } from "node:path";
import { fitText, padText, type Pieces, type TextStyle } from "toolwright/cli";
import { isInside } from "../../workspace/paths/inside.ts";
import { describeIncomplete } from "../../tools/describe-incomplete.ts";
import type { Answer, Found } from "./find-hits.ts";
import type { ProjectAtHand } from "./open-project.ts";
import type { SearchQuestion } from "./question.ts";

export interface ShowOptions extends Pick<SearchQuestion, "explain" | "body"> {
  readonly atHand: Pick<ProjectAtHand, "project" | "cwd">;
  readonly columns: number | undefined;
}

const indent = "    ";

/** For each hit: where it is, its score, what it declares, and the matching lines. */
export function showAnswer(answer: Answer, options: ShowOptions): Pieces {
  const { kind, found, memories, coverage } = answer;
  const { explain, body } = options;
  const counted = coverage.some(({ lexicalOnly }) => lexicalOnly === undefined) ? "words and meaning" : "words alone";
  return [
    ...describeReading(answer).map((each) => `${each}\n`),
    ...(explain && kind !== undefined && found.length > 0
      ? line(`The question was read as ${kindNames[kind]}; ${counted} counted.`, options, "dim")
      : []),
    ...found.flatMap((each, index): Pieces => [
      ...(index > 0 && (explain || body) ? ["\n"] : []),
      ...showHit(each, options),
    ]),
    ...memories.flatMap(({ topic, line: number, title, excerpt }): Pieces => [
      { text: `memory ${topic}:${number}`, style: "cyan" },
      `  ${title}\n`,
      ...line(`${indent}${excerpt}`, options),
    ]),
  ];
}

/** What was not read, a sentence each. */
export function describeReading({ coverage }: Pick<Answer, "coverage">): readonly string[] {
  return coverage.flatMap((each) => describeIncomplete(each, coverage.length === 1 ? "" : `${each.place}: `));
}

const kindNames = { words: "words", symbol: "a name", error: "an error message", trace: "a stack trace" };

function showHit({ hit, place, shown }: Found, options: ShowOptions): Pieces {
  const { columns, explain } = options;
  const { lines, signature = "", doc, excerpt = "", body, copies = [] } = shown;
  const where = `${place.prefix === "" ? seenFromHere(hit.path, options.atHand) : shown.file}:${lines}`;
  const score = `  ${explain ? hit.score.toFixed(3) : hit.score.toFixed(2)}`;
  const isOneLine = columns === undefined || where.length + score.length + 2 + signature.length <= columns;
  const best = (body ?? withoutDeclaration(excerpt, signature)).split("\n").filter((each) => each !== "");
  // The matching lines usually include the documentation.
  const isSaid = doc === undefined || best.some((each) => each.includes(doc.slice(0, 40)));
  return [
    { text: where, style: "cyan" },
    { text: score, style: "dim" },
    isOneLine && signature !== "" ? `  ${signature}\n` : "\n",
    ...(isOneLine ? [] : line(indent + signature, options)),
    ...(isSaid ? [] : line(indent + doc, options, "dim")),
    ...best.flatMap((each) => line(indent + each.trimStart(), options)),
    ...(copies.length === 0 ? [] : line(`${indent}same content: ${copies.join(", ")}`, options, "dim")),
    ...showParts(hit, options),
  ];
}

/** It is already shown above the excerpt. */
function withoutDeclaration(excerpt: string, signature: string): string {
  if (signature === "") return excerpt;
  const isIt = (numbered: string): boolean => {
    const text = numbered
      .replace(/^ *\d+: /, "")
      .replace(/…$/, "")
      .replaceAll(/\s+/g, " ");
    return text.startsWith(signature) || signature.startsWith(text);
  };
  return excerpt
    .split("\n")
    .filter((each) => !isIt(each))
    .join("\n");
}

/** Every part with its share; the shares add up to the score. */
function showParts({ parts = [], score }: Found["hit"], options: ShowOptions): Pieces {
  if (parts.length === 0) return [];
  const width = Math.max(...parts.map(({ name }) => name.length));
  const rows = parts.map(
    ({ name, value, weight }) =>
      `${padText(name, width)} ${number(value)} × ${number(weight)} = ${number(value * weight)}`,
  );
  return [...rows, `${padText("score", width)} ${" ".repeat(20)}${number(score)}`].flatMap((row) =>
    line(indent + row, options, "dim"),
  );
}

function number(value: number): string {
  return value.toFixed(3).padStart(7);
}

/** A path that can be opened in an editor; relative to the root if the user is elsewhere. */
export function seenFromHere(path: string, { project: { root }, cwd }: ShowOptions["atHand"]): string {
  if (!isInside(root, cwd)) return path;
  const between = relative(cwd, `${root}${sep}${path}`);
  return sep === "/" ? between : between.replaceAll(sep, "/");
}

/** A line that fits the terminal. */
function line(text: string, { columns }: Pick<ShowOptions, "columns">, style?: TextStyle): Pieces {
  const even = text.replaceAll("\t", "  ");
  const fitted = columns === undefined ? even : fitText(even, columns);
  return [style === undefined ? fitted : { text: fitted, style }, "\n"];
}
