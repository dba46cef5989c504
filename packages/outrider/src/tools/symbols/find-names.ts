import type { NameHit, NameQuery } from "../../syntax/names/name-query.ts";
import { type FilesWithin, isWhole, type SymbolView } from "../../syntax/project-symbols.ts";
import { partialOf, type ReadSoFar } from "../describe-incomplete.ts";
import { type NameSource, nameSourceOf } from "../name-source.ts";
import { readFileSymbols } from "./describe-file.ts";
import { type SymbolsQuestion, readView } from "./question.ts";

/** What was searched, and how complete the table was. */
export interface SearchedNames extends NameSource {
  readonly partial?: ReadSoFar | undefined;
}

export interface FoundNames {
  readonly hits: readonly NameHit[];
  readonly source: SearchedNames;
}

/** How long to wait for a build before searching the text of the files instead. */
const shortWaitMs = 2_000;
/** The same for questions that only the whole table can answer. */
const longWaitMs = 8_000;
/** A shorter text is in so many files that building the table is faster. */
const minGrepped = 3;
const grepMs = 8_000;

/** Complete if that is possible in a few seconds: from the table, or else from the files that contain the text. */
export async function findNames(question: SymbolsQuestion, name: string): Promise<FoundNames> {
  const { scope, input, kinds } = question;
  const match = input.match ?? "auto";
  const query: NameQuery = { name, match, kinds, ...(scope.kind === "file" ? {} : { inFile: scope.has }) };
  if (scope.kind === "file") {
    const source = nameSourceOf([{ path: scope.shown, ...(await readFileSymbols(question, scope.file)) }]);
    return { source, hits: source.search(query) };
  }
  const isSoonRead = await hasFewToRead(question);
  const first = isSoonRead ? await readView(question, shortWaitMs) : undefined;
  if (first !== undefined && isWhole(first)) return fromView(first, query);
  const holding = match === "fuzzy" ? undefined : await filesHolding(question, name);
  // The build starts after this answer, so as not to slow it down.
  if (!isSoonRead) await readView(question, 0);
  if (holding !== undefined) {
    const { partial } = partialOf(holding.completeness);
    const source: SearchedNames = { ...nameSourceOf(holding.files), partial };
    const hits = source.search({ ...query, match: match === "exact" ? "exact" : "substring" });
    if (hits.length > 0 || match !== "auto") return { source, hits };
  }
  return fromView(await readView(question, longWaitMs), query);
}

function fromView(view: SymbolView, query: NameQuery): FoundNames {
  const source: SearchedNames = {
    search: (other) => view.search(other),
    file: (path) => view.file(path),
    paths: view.paths,
    ...partialOf(view.completeness),
  };
  return { source, hits: view.search(query) };
}

async function hasFewToRead({ symbols, call }: SymbolsQuestion): Promise<boolean> {
  const { left } = await symbols.look({ signal: call.signal });
  return left <= maxSoonRead;
}

const maxSoonRead = 64;

/** Undefined if it has too few letters to tell files apart, or no file could be read in time. */
async function filesHolding({ symbols, call }: SymbolsQuestion, name: string): Promise<FilesWithin | undefined> {
  const last = name.split(/\/|::|\.|#/).findLast((part) => part !== "") ?? name;
  if (last.length < minGrepped) return undefined;
  const found = await symbols.filesWithin([last], { signal: call.signal, waitMs: grepMs });
  return found.completeness.state === "partial" && found.files.length === 0 ? undefined : found;
}
