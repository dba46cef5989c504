import type { NameHit } from "../../syntax/names/name-query.ts";
import type { IndexStatus } from "../../syntax/project-symbols.ts";
import { failedRecord } from "../../syntax/workers/failed-record.ts";
import { tookTooLong } from "../../syntax/workers/messages.ts";
import { nearestFirst } from "../../workspace/text/nearest-first.ts";
import { countOf } from "../../workspace/text/visible-text.ts";
import type { NameSource } from "../name-source.ts";
import type { SearchedNames } from "./find-names.ts";
import { type SymbolsQuestion, readView } from "./question.ts";
import type { Output } from "./schema.ts";
import { rowOf } from "./symbol-row.ts";

const maxNear = 8;
const maxWeighed = 300;

/** What was searched, similar names, and where else the name exists. */
export async function describeNothing(
  question: SymbolsQuestion,
  name: string,
  searched: SearchedNames,
): Promise<Output> {
  const { scope, kinds } = question;
  // The table as it is: a hint is not worth a wait.
  const view = scope.kind === "file" ? undefined : await readView(question, 0);
  const source: NameSource = view === undefined ? searched : { ...view, search: view.search, file: view.file };
  const inFile = scope.kind === "file" ? {} : { inFile: scope.has };
  const near = nearest(name, source.search({ name, kinds, match: "fuzzy", ...inFile }), source);
  const narrowed = kinds !== undefined || scope.kind === "directory" || scope.kind === "glob";
  const elsewhere = narrowed ? source.search({ name, match: "exact" }) : [];
  const total = scope.kind === "file" ? 1 : source.paths.filter(scope.has).length;
  const where = scope.kind === "project" ? "" : ` of ${scope.shown}`;
  const status = question.symbols.status();
  const symbols = scope.kind === "project" ? `${countOf(status.symbols, "symbol")} in ` : "";
  const kindsShown = kinds === undefined ? "symbol" : [...kinds].join(" or ");
  return {
    head: `No ${kindsShown} fits ${JSON.stringify(name)} (${symbols}${countOf(total, "file")}${where}).${near.length > 0 ? " Did you mean:" : ""}`,
    files: near.flatMap(({ file, index }) => {
      const symbol = source.file(file)?.symbols[index];
      return symbol === undefined ? [] : [{ file, symbols: [rowOf(symbol, { docs: false })] }];
    }),
    total: 0,
    notes: [
      ...(elsewhere.length === 0 ? [] : [describeElsewhere(elsewhere, source, question.prefix)]),
      ...(near.length === 0 && elsewhere.length === 0
        ? [
            `Text that is no declaration: grep ${JSON.stringify({ pattern: name, literal: true, ...(question.prefix === "" ? {} : { path: question.project.name }) })}`,
          ]
        : []),
      ...describeUnparsed(status),
    ],
    ...(countUnparsed(status) === 0 ? {} : { unparsed: countUnparsed(status) }),
    ...(searched.partial === undefined ? {} : { partial: { ...searched.partial } }),
  };
}

/** A declaration in such a file is missing from the table, and grep finds it. */
function describeUnparsed(status: IndexStatus): readonly string[] {
  const unparsed = listUnparsed(status);
  const files = countUnparsed(status);
  if (files === 0) return [];
  const examples = unparsed.flatMap((each) => each.examples).slice(0, maxExamples);
  const shown = `${examples.join(", ")}${files > examples.length ? ", …" : ""}`;
  return [`${countOf(files, "file")} could not be parsed and can only be searched as text: ${shown}`];
}

function listUnparsed({ notes }: IndexStatus): IndexStatus["notes"] {
  return notes.filter(({ note }) => note === tookTooLong || note === failedRecord.note);
}

function countUnparsed(status: IndexStatus): number {
  return listUnparsed(status).reduce((sum, each) => sum + each.files, 0);
}

const maxExamples = 5;
const maxElsewhere = 5;

function describeElsewhere(hits: readonly NameHit[], source: NameSource, prefix: string): string {
  const places = hits.slice(0, maxElsewhere).flatMap(({ file, index }) => {
    const symbol = source.file(file)?.symbols[index];
    return symbol === undefined
      ? []
      : [`${prefix}${file}:${symbol.line + 1} ${symbol.kind} ${rowOf(symbol, { docs: false }).path}`];
  });
  const more = hits.length - places.length;
  return `Without path and kind: ${places.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** One hit for each name, the most similar first. */
function nearest(wanted: string, hits: readonly NameHit[], source: NameSource): readonly NameHit[] {
  const byName = new Map<string, NameHit>();
  for (const hit of hits.slice(0, maxWeighed)) {
    const name = source.file(hit.file)?.symbols[hit.index]?.name;
    if (name !== undefined && !byName.has(name)) byName.set(name, hit);
  }
  const order = nearestFirst(wanted, [...byName.keys()]).slice(0, maxNear);
  return order.flatMap((name) => byName.get(name) ?? []);
}
