import type { FileSymbols } from "../../syntax/code-symbol.ts";
import { createNameTable } from "../../syntax/names/name-table.ts";
import type { NameHit, NameQuery } from "../../syntax/names/name-query.ts";
import { searchNames } from "../../syntax/names/search-names.ts";
import type { SymbolView, ViewedFile } from "../../syntax/project-symbols.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { readFileSymbols } from "./describe-file.ts";
import type { Question } from "./question.ts";
import { readView } from "./read-view.ts";

/** Files whose names can be searched. */
export interface NameSource {
  search(query: NameQuery): readonly NameHit[];
  file(path: string): FileSymbols | undefined;
  /** Paths of all that may answer. */
  readonly paths: readonly string[];
  readonly partial?: { readonly done: number; readonly total: number } | undefined;
}

export interface FoundNames {
  readonly hits: readonly NameHit[];
  readonly source: NameSource;
}

/** How long a build is waited for before the text of the files is searched instead. */
const shortWaitMs = 2_000;
/** How long for questions that only the whole table can answer. */
const longWaitMs = 8_000;
/** A shorter text stands in so many files that the table is built sooner. */
const leastGrepped = 3;
const grepMs = 8_000;

/** Complete where that can be had in a few seconds: from the table, or else from the files that hold the text. */
export async function findNames(question: Question, name: string): Promise<FoundNames> {
  const { scope, input, kinds } = question;
  const match = input.match ?? "auto";
  const query: NameQuery = { name, match, kinds, ...(scope.kind === "file" ? {} : { inFile: scope.has }) };
  if (scope.kind === "file") {
    const source = sourceOf([{ path: scope.shown, ...(await readFileSymbols(question, scope.file)) }]);
    return { source, hits: source.search(query) };
  }
  const isSoonRead = await hasFewToRead(question);
  const first = isSoonRead ? await readView(question, shortWaitMs) : undefined;
  if (first?.completeness.state === "complete") return fromView(first, query);
  const holding = match === "fuzzy" ? undefined : await filesHolding(question, name);
  // The build begins behind this answer, not in its way.
  if (!isSoonRead) await readView(question, 0);
  if (holding !== undefined) {
    const source = sourceOf(holding);
    const hits = source.search({ ...query, match: match === "exact" ? "exact" : "substring" });
    if (hits.length > 0 || match !== "auto") return { source, hits };
  }
  return fromView(await readView(question, longWaitMs), query);
}

export function sourceOf(files: readonly ViewedFile[]): NameSource {
  const table = createNameTable();
  const byPath = new Map(files.map((file) => [file.path, file]));
  for (const { path, symbols } of files) table.set(path, () => symbols);
  return {
    search: (query) => searchNames(table, query),
    file: (path) => byPath.get(path),
    paths: files.map(({ path }) => path),
  };
}

function fromView(view: SymbolView, query: NameQuery): FoundNames {
  const { completeness } = view;
  const source: NameSource = {
    search: (other) => view.search(other),
    file: (path) => view.file(path),
    paths: view.paths,
    ...(completeness.state === "partial" ? { partial: { done: completeness.done, total: completeness.total } } : {}),
  };
  return { source, hits: view.search(query) };
}

async function hasFewToRead({ symbols, call }: Question): Promise<boolean> {
  const { left } = await symbols.look({ signal: call.signal });
  return left <= mostSoonRead;
}

const mostSoonRead = 64;

/** Undefined where there are too many for it to be quick. */
async function filesHolding({ symbols, call }: Question, name: string): Promise<readonly ViewedFile[] | undefined> {
  const last = name.split(/\/|::|\.|#/).findLast((part) => part !== "") ?? name;
  if (last.length < leastGrepped) return undefined;
  const limit = limitSignal([call.signal], grepMs);
  try {
    return await symbols.filesWith([last], { signal: limit.signal });
  } catch (error) {
    if (limit.isLate()) return undefined;
    throw error;
  } finally {
    limit.release();
  }
}
