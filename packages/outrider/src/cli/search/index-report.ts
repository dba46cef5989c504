import { fitText, type Pieces } from "toolwright/cli";
import { languageById } from "../../languages/language-of.ts";
import { isModelReading } from "../../search/build-index.ts";
import type { SearchStatus } from "../../search/project-search.ts";
import type { IndexStatus } from "../../syntax/project-symbols.ts";
import { amount, amountOf, inSeconds } from "./amounts.ts";

export type IndexAction = "build" | "rebuild" | "clear" | "status";

export interface IndexReport {
  readonly action: IndexAction;
  readonly project: { readonly name: string; readonly root: string };
  /** The directory that holds the index on this machine. */
  readonly place: string;
  readonly symbols: IndexStatus;
  readonly search: SearchStatus;
  readonly ms: number;
}

/** What `index --json` prints. Fields may be added; existing ones keep their meaning. */
export interface IndexJson extends Omit<IndexReport, "ms"> {
  readonly seconds: number;
}

export function describeIndex({ ms, ...report }: IndexReport): IndexJson {
  return { ...report, seconds: Math.round(ms) / 1_000 };
}

export function showIndex(report: IndexReport, columns: number | undefined): Pieces {
  const { project, place, symbols, search } = report;
  const rows: readonly (readonly [string, string])[] = [
    ["Files", describeFiles(report)],
    ["Symbols", describeSymbols(symbols)],
    ...(search.chunks === 0 ? [] : [["Parts", `${amount(search.chunks)}, each found on its own`] as const]),
    ["Model", describeModel(search)],
    ...leftOut("Left out", search.notes),
    ...leftOut("Doubtful", symbols.notes),
    ["Stored", search.stored === "on disk" ? place : search.stored],
    ["Fresh", symbols.freshness],
  ];
  const problems = [symbols.problem, search.problem].filter((each) => each !== undefined);
  return [
    { text: project.name, style: "bold" },
    `  ${project.root}\n`,
    ...rows.flatMap(([name, value]): Pieces => [
      { text: name.padEnd(10), style: "dim" },
      `${columns === undefined ? value : fitText(value, Math.max(20, columns - 10))}\n`,
    ]),
    ...problems.map((problem) => ({ text: `Problem: ${problem}\n`, style: "red" as const })),
    describeWork(report),
  ];
}

function describeFiles({ action, search: { state, files, done, total, notes } }: IndexReport): string {
  if (total === 0) return "none";
  // Only the first build or search of a process matches the stored data with the files.
  if (state === "empty") return `${amount(total)}, ${action === "status" ? "not loaded" : "none of them read"}`;
  if (done < total) return `${amount(done)} of ${amount(total)} read`;
  const without = notes.reduce((sum, each) => sum + each.files, 0);
  return `${amount(files)}${without === 0 ? "" : `, and ${amount(without)} left out`}`;
}

const maxLanguages = 8;

function describeSymbols({ symbols, files, languages }: IndexStatus): string {
  if (files === 0) return "none read";
  const named = Object.entries(languages)
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .map(([id, count]) => `${languageById(id)?.title ?? id} ${amount(count)}`);
  const others = named.length - maxLanguages;
  const most = [...named.slice(0, maxLanguages), ...(others > 0 ? [amountOf(others, "other")] : [])];
  return `${amount(symbols)} in ${amountOf(files, "file")}: ${most.join(", ")}`;
}

function describeModel({ model, embedded, contents }: SearchStatus): string {
  if (model === "off") return "off: searches go by words alone";
  if (contents === 0) return model;
  const same = "files that are the same count once";
  return `${model}, vectors of ${amount(embedded)} of ${amountOf(contents, "content")} (${same})`;
}

function leftOut(name: string, notes: SearchStatus["notes"]): readonly (readonly [string, string])[] {
  return notes
    .toSorted((a, b) => b.files - a.files || (a.note < b.note ? -1 : 1))
    .map(({ note, files, examples }, index) => [
      index === 0 ? name : "",
      `${note}: ${amountOf(files, "file")} (${examples.join(", ")}${files > examples.length ? ", …" : ""})`,
    ]);
}

function describeWork({ action, ms, search }: IndexReport): string {
  const { state, done, model, embedded, contents } = search;
  if (action === "clear")
    return "Everything is forgotten. outrider index reads it again, and so does the first search.";
  if (action === "status") return "";
  const speed = `${amountOf(done, "file")} in ${inSeconds(ms)}, ${amount(Math.round((done / ms) * 1_000))} files/s`;
  if (state === "ready" && isModelReading(search))
    return `Not complete, since ${model} has read ${amount(embedded)} of ${amountOf(contents, "content")}: ${speed}.`;
  return `${state === "ready" ? "Complete" : "Not complete, since files change meanwhile"}: ${speed}.`;
}
