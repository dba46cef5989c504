import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { type Placed, placeSymbols } from "../../syntax/place-symbols.ts";
import { countDirectories } from "../../syntax/project-map/count-directories.ts";
import { rankNames } from "../../syntax/project-map/rank-names.ts";
import type { Importance, SymbolView } from "../../syntax/project-symbols.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import { partialOf } from "../describe-incomplete.ts";
import type { FileScope } from "../file-scope.ts";
import { overviewTokens } from "./describe-file.ts";
import { format } from "./format.ts";
import { type SymbolsQuestion, readView, softTokens } from "./question.ts";
import type { Output, FileRows } from "./schema.ts";
import { rowOf } from "./symbol-row.ts";

interface SmallList {
  readonly files: readonly FileRows[];
  readonly notes: readonly string[];
}

const everything = Number.POSITIVE_INFINITY;

/** How many symbols per file are shown, from all down to the most used ones. */
const shares = [everything, 20, 10, 6, 4, 2, 1];

/** Up to this many files are listed with their declarations; more are shown by importance. */
const smallFiles = 30;
const waitMs = 4_000;
const nameTokens = 1_100;
const maxDirectories = 20;

/** The contents of a directory, of the files of a glob or of the whole project, within one answer. */
export async function mapProject(
  question: SymbolsQuestion,
  scope: Exclude<FileScope, { readonly kind: "file" }>,
): Promise<Output> {
  const { input, call } = question;
  const view = await readView(question, waitMs);
  const { completeness } = view;
  const paths = view.paths.filter((path) => scope.has(path) && view.symbolCount(path) > 0);
  const total = paths.reduce((sum, path) => sum + view.symbolCount(path), 0);
  const soFar = completeness.state === "partial" ? " so far" : "";
  const head = `${scope.shown} (${countOf(paths.length, "file")} with ${countOf(total, "symbol")}${soFar})`;
  const partial = partialOf(completeness);
  if (paths.length === 0) return { head, files: [], total, notes: nothingNotes(scope), ...partial };
  const { offset = 0, limit } = input;
  if (paths.length <= smallFiles) {
    const page = paths.slice(offset, limit === undefined ? undefined : offset + limit);
    const { files, notes } = await listSmall(question, page, view);
    return {
      head,
      files: [...files],
      total,
      notes: [...notes],
      ...partial,
      ...overflow(paths.length, page.length, offset),
    };
  }
  const importance = await view.importance({ signal: call.signal });
  const names = await rankNames(view, importance, paths, { offset, limit, budget: nameTokens, signal: call.signal });
  return {
    head,
    files: [],
    names: names.map(({ file, names: own, more }) => ({ file, names: [...own], more })),
    directories: [...countDirectories(paths, view.symbolCount, { prefix: scope.prefix, most: maxDirectories })],
    total,
    notes: ["By how much other files use them; path shows a directory or file in full."],
    ...partial,
    ...overflow(paths.length, names.length, offset),
  };
}

function nothingNotes({ kind, shown }: FileScope): string[] {
  if (kind === "glob") return [`No file with symbols fits ${JSON.stringify(shown)}.`];
  return ["No file here has symbols: none is in a known language, or git ignores them. tree shows what there is."];
}

function overflow(total: number, shown: number, offset: number): Pick<Output, "overflow"> {
  if (offset === 0 && shown === total) return {};
  if (shown === 0)
    return { overflow: { shown, total, hint: `Offset ${offset} is past the end: there are ${total} files.` } };
  const end = offset + shown;
  return { overflow: { shown, total, hint: "These are files.", ...(end < total ? { next_offset: end } : {}) } };
}

/** A few files with their top-level declarations; the most used symbols of each if there is no room for all. */
async function listSmall(
  { input, call }: SymbolsQuestion,
  paths: readonly string[],
  view: SymbolView,
): Promise<SmallList> {
  const { depth = 1, docs = false, limit } = input;
  const placed = paths.map((path) => ({
    path,
    symbols: placeSymbols(view.file(path)?.symbols ?? []).filter(
      ({ level, isLocal }) => level < depth && (depth > 1 || !isLocal),
    ),
  }));
  for (const share of shares) {
    // Ranking needs the whole project, which is not worth it if everything fits.
    const importance = share === everything ? undefined : await view.importance({ signal: call.signal });
    const files = placed.map(({ path, symbols }) => {
      const kept = importance === undefined ? symbols : keep(symbols, share, importance);
      const rows = kept.map(({ symbol, level }) => rowOf(symbol, { docs, level, nested: symbol.parent !== undefined }));
      return {
        file: path,
        symbols: rows,
        ...(kept.length < symbols.length ? { more: symbols.length - kept.length } : {}),
      };
    });
    const tokens = await softTokens(format({ files, total: 0, notes: [] }), overviewTokens);
    if (tokens > overviewTokens && share !== shares.at(-1) && limit === undefined) continue;
    return {
      files,
      notes: share < everything ? ["Of each file the most used; path shows one in full."] : [],
    };
  }
  return { files: [], notes: [] };
}

function keep(symbols: readonly Placed[], share: number, { usesOf }: Importance): readonly Placed[] {
  if (symbols.length <= share) return symbols;
  const weigh = ({ exported, name, test }: CodeSymbol): number => (test ? -1 : (exported ? 1 : 0) + usesOf(name));
  const best = new Set(symbols.toSorted((a, b) => weigh(b.symbol) - weigh(a.symbol)).slice(0, share));
  return symbols.filter((each) => best.has(each));
}
