import { type Call, ToolError } from "toolwright";
import { readSource } from "../../lsp/resolve/symbol-at.ts";
import type { Position } from "../../lsp/server/language-server.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { notFound } from "../not-found.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../../workspace/paths/inside.ts";
import type { Project } from "../../workspace/project.ts";
import { withoutEol } from "../../workspace/text/line-ends.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { nextCall } from "../fields.ts";
import type { Input } from "./schema.ts";

export interface PositionQuestion {
  readonly input: Input;
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly call: Call;
}

/** A name in a file of the project. */
export interface FoundPosition {
  /** Relative to the project's root. */
  readonly file: string;
  readonly position: Position;
  readonly name: string;
}

interface Word {
  readonly name: string;
  readonly column: number;
}

const maxListed = 20;

/** The name that is meant; throws a ToolError that says what the line contains if there is none or more than one. */
export async function findPosition(question: PositionQuestion): Promise<FoundPosition> {
  const { input, call } = question;
  const file = await locate(question);
  const source = await readSource(question, file, call.signal);
  if (source === undefined) throw new ToolError("no_text", `${showPath(file)} is no text that can be read.`);
  const { text, starts } = source;
  const count = text === "" || starts.at(-1) === text.length ? starts.length - 1 : starts.length;
  const index = input.line - 1;
  const start = starts[index];
  if (start === undefined || index >= count) throw noLine(input, file, count);
  const line = withoutEol(text.slice(start, starts[index + 1] ?? text.length));
  const words = await wordsOf(question, file, index, line);
  const { name, column } = choose(input, file, line, words);
  return { file, position: { line: index, character: column }, name };
}

async function locate({ input, project, call }: PositionQuestion): Promise<string> {
  const { path } = input;
  const located = await project.files.locate(path, "read");
  if (located.kind === "missing") {
    const next = (other: string) => ({ tool: "symbol_at", input: { ...input, path: other } });
    throw await notFound(path, project, { what: "file", signal: call.signal, next });
  }
  if (located.kind === "directory")
    throw new ToolError(
      "is_directory",
      `${showPath(path)} is a directory; expected a file.`,
      nextCall("tree", { path }),
    );
  if (located.masked)
    throw new ToolError(
      "secret_file",
      `${showPath(located.shown)} holds secrets, so its names are not shown.`,
      nextCall("read_file", { path: located.shown }),
    );
  if (!isInside(project.root, located.real))
    throw new ToolError(
      "outside_project",
      `${showPath(located.shown)} is outside of the project, of whose files alone names are looked up.`,
      nextCall("read_file", { path: located.shown }),
    );
  return relativeTo(project.root, located.real);
}

/** Names in the code of a line; all words if the language has no rules that tell names from strings and keywords. */
async function wordsOf(
  { symbols, call }: PositionQuestion,
  file: string,
  index: number,
  line: string,
): Promise<readonly Word[]> {
  const words = [...line.matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].map(({ 0: name, index: column }): Word => ({
    name,
    column,
  }));
  if (words.length === 0) return [];
  const names = [...new Set(words.map(({ name }) => name))];
  const [found] = await symbols.occurrences([file], names, { signal: call.signal });
  if (found === undefined) return words;
  const columns = new Set(found.occurrences.filter((at) => at.line === index).map(({ column }) => column));
  return words.filter(({ column }) => columns.has(column));
}

function choose(input: Input, file: string, line: string, words: readonly Word[]): Word {
  const last = lastName(input.symbol ?? "");
  const column = input.column === undefined ? undefined : input.column - 1;
  if (column !== undefined && column > line.length)
    throw new ToolError(
      "no_column",
      `${where(input, file)} has ${countOf(line.length, "column")}; expected \`column\` to be one of them, got ${input.column}.`,
      nextCall("symbol_at", without(input, "column")),
    );
  const named = words.filter(({ name }) => last === undefined || name === last);
  const fitting = column === undefined ? named : named.filter((word) => word.column <= column && column <= endOf(word));
  // Between two adjacent names, the one that begins there is meant.
  const [first, second] = fitting.length > 1 ? (exactly(fitting, column) ?? fitting) : fitting;
  if (first === undefined) throw notInLine(input, file, words, last);
  if (second === undefined) return first;
  throw several(input, file, fitting);
}

/** `get` of `Store/get()` and of `Store.get[1]`; undefined for an empty text. */
function lastName(symbol: string): string | undefined {
  const plain = symbol.trim().replace(/(?:\(\)|\[\d+\])$/, "");
  return plain.split(/\/|::|\.|#/).findLast((part) => part !== "");
}

function exactly(words: readonly Word[], column: number | undefined): readonly Word[] | undefined {
  const exact = words.filter((word) => word.column === column);
  return exact.length === 1 ? exact : undefined;
}

function endOf({ name, column }: Word): number {
  return column + name.length;
}

function noLine(input: Input, file: string, count: number): ToolError {
  return new ToolError(
    "no_line",
    `${showPath(file)} has ${countOf(count, "line")}; expected \`line\` to be one of them, got ${input.line}.`,
    nextCall("read_file", { path: file }),
  );
}

function notInLine(input: Input, file: string, words: readonly Word[], name: string | undefined): ToolError {
  const what = name === undefined ? "no name" : `no name ${JSON.stringify(name)}`;
  const at = input.column === undefined ? "" : ` at column ${input.column}`;
  const [first] = words;
  const there = first === undefined ? "It has no names in code." : `There: ${list(words)}.`;
  const next =
    first === undefined
      ? nextCall("read_file", { path: file, offset: Math.max(1, input.line - 5), limit: 10 })
      : nextCall("symbol_at", { ...without(input, "column"), symbol: first.name });
  return new ToolError("not_in_line", visibleLine(`${where(input, file)} has ${what}${at}. ${there}`), next);
}

function several(input: Input, file: string, words: readonly Word[]): ToolError {
  const [first] = words;
  const sameName = words.every(({ name }) => name === first?.name);
  const give = sameName ? "Give `column`." : "Give `symbol`.";
  const next = sameName
    ? { ...input, column: (first?.column ?? 0) + 1 }
    : { ...without(input, "column"), symbol: first?.name };
  return new ToolError(
    "several_names",
    visibleLine(`${where(input, file)} has ${countOf(words.length, "such name")}: ${list(words)}. ${give}`),
    nextCall("symbol_at", next),
  );
}

function where({ line }: Input, file: string): string {
  return `Line ${line} of ${showPath(file)}`;
}

function list(words: readonly Word[]): string {
  const shown = words.slice(0, maxListed).map(({ name, column }) => `${name} (column ${column + 1})`);
  return shown.join(", ") + (words.length > maxListed ? ", …" : "");
}

function without(input: Input, key: "column"): Omit<Input, "column"> {
  const { [key]: _dropped, ...rest } = input;
  return rest;
}
