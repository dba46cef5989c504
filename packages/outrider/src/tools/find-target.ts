import { type Call, ToolError } from "toolwright";
import { languageById } from "../languages/language-of.ts";
import type { SymbolKind } from "../languages/symbol-kind.ts";
import type { CodeSymbol } from "../syntax/code-symbol.ts";
import type { NameQuery } from "../syntax/names/name-query.ts";
import { isWhole, type ProjectSymbols, type SymbolView } from "../syntax/project-symbols.ts";
import { describeCut } from "./describe-cut.ts";
import { describeIncomplete, partialOf } from "./describe-incomplete.ts";
import { hasReferenceRules } from "../syntax/references/reference-rules.ts";
import { type Target, targetOf } from "../syntax/references/target.ts";
import { notFound } from "./not-found.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../workspace/paths/inside.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";
import { visibleLine } from "../workspace/text/visible-text.ts";
import { nextCall } from "./fields.ts";
import { type NameSource, nameSourceOf } from "./name-source.ts";
import { readSymbolName } from "./read-symbol-name.ts";

/** The tool that asks, with its input: errors propose the same call with another symbol or path. */
export interface TargetQuestion {
  readonly tool: string;
  readonly input: Place;
  /** The input of the same call for another symbol; default: `input` with its name and file. */
  readonly callFor?: (place: Place) => Readonly<Record<string, unknown>>;
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly call: Call;
  /** Prefix of the paths of a library's files, if the project is a library; `path` is relative to it then. */
  readonly prefix?: string;
  /** Which of several symbols that fit are meant: those of the first group that has any. */
  readonly prefers?: readonly ((symbol: CodeSymbol) => boolean)[];
}

interface Place {
  readonly symbol: string;
  readonly path?: string | undefined;
}

/** A symbol with its location, as answers name it. */
export interface SymbolInFile {
  readonly file: string;
  readonly symbol: CodeSymbol;
}

export interface FoundTarget {
  readonly target: Target;
  /** Other symbols of the project with the same name. */
  readonly others: readonly SymbolInFile[];
  /** Not all files that may declare the name could be read: it may be another one. */
  readonly partial?: { done: number; total: number };
}

const shortWaitMs = 2_000;
/** How long to search for files with the name before falling back to the table as far as it is built. */
const grepMs = 8_000;
/** If none of those that were read by then declares the name: "there is none" of a part would be of no use. */
const longMs = 25_000;
const listed = 12;
/** Kinds that nothing refers to by name. */
const textKinds: ReadonlySet<SymbolKind> = new Set(["section", "key", "rule", "test", "table", "impl"]);

/** The symbol that is meant; throws a ToolError that lists the candidates if none or several match. */
export async function findTarget(asked: TargetQuestion): Promise<FoundTarget> {
  const question = { ...asked, input: splitPlace(asked.input) };
  const { kind, name, last, overload } = readSymbolName(question.input.symbol);
  const path = question.input.path?.trim();
  const file = path === undefined || path === "" ? undefined : await locate(question, path);
  const everywhere = await everywhereOf(question, last);
  const source = file?.kind === "file" ? await fileSource(question, file, last) : everywhere;
  const inFile = file?.kind === "directory" ? below(question, file) : undefined;
  const found = placesOf(source, { name, match: "exact", ...(inFile === undefined ? {} : { inFile }) });
  const places = found.filter(
    ({ symbol }) =>
      (overload === undefined || (symbol.overload ?? 0) === overload) && (kind === undefined || symbol.kind === kind),
  );
  const all = preferred(pruned(places), asked.prefers);
  // Within one file the full name of a symbol means that one, even if members of others end the same.
  const whole = file?.kind === "file" ? all.filter(({ symbol }) => symbol.path === name) : [];
  const groups = whole.length === 1 ? whole : all;
  const [first, second] = groups;
  if (first === undefined) throw unknown(question, name, { source, everywhere });
  if (second !== undefined) throw ambiguous(question, groups, source);
  const owner = source.file(first.file);
  if (owner === undefined) throw unknown(question, name, { source, everywhere });
  if (!hasReferenceRules(languageById(owner.language))) throw notLookedFor(question, first, owner.language);
  const others = placesOf(everywhere, { name: last, match: "exact" }).filter(
    (each) => each.file !== first.file || each.symbol.path !== first.symbol.path,
  );
  const partial = whole.length === 1 ? {} : partialOf(source.completeness);
  return { target: targetOf({ ...owner, file: first.file }, first.symbol), others, ...partial };
}

function preferred(
  found: readonly SymbolInFile[],
  groups: NonNullable<TargetQuestion["prefers"]> = [],
): readonly SymbolInFile[] {
  for (const isMeant of groups) {
    const those = found.filter(({ symbol }) => isMeant(symbol));
    if (those.length > 0) return those;
  }
  return found;
}

/** `path#Name`, as `read_file` and scripts write it, where no path is given. */
function splitPlace(input: TargetQuestion["input"]): TargetQuestion["input"] {
  const [, path, symbol] = /^([^#]*[./][^#]*)#(.+)$/.exec(input.symbol.trim()) ?? [];
  return path === undefined || symbol === undefined || input.path !== undefined ? input : { ...input, path, symbol };
}

export function showLocation({ file, symbol }: SymbolInFile): string {
  return visibleLine(`${file} ${pathOf(symbol)} ${symbol.line + 1}`);
}

/** How a later call refers to it. */
export function pathOf({ path, overload }: CodeSymbol): string {
  return overload === undefined ? path : `${path}[${overload}]`;
}

async function locate(question: TargetQuestion, path: string): Promise<Located> {
  const { input, project, call, prefix = "" } = question;
  const located = await project.files.locate(path, "read");
  if (located.kind === "missing") {
    const next = (other: string) => callOf(question, { symbol: input.symbol, path: prefix + other });
    throw await notFound(path, project, { what: "file or directory", signal: call.signal, next });
  }
  if (located.masked) {
    throw new ToolError(
      "secret_file",
      `${showPath(located.shown)} holds secrets, so its names are not shown.`,
      nextCall("read_file", { path: located.shown }),
    );
  }
  if (!isInside(project.root, located.real)) {
    const message = `${showPath(located.shown)} is outside of the project, in whose files alone references are looked for.`;
    throw new ToolError("outside_project", message, nextCall("read_file", { path: located.shown }));
  }
  return located;
}

function below({ project }: TargetQuestion, directory: Located): (path: string) => boolean {
  const prefix = relativeTo(project.root, directory.real);
  return prefix === "" || prefix === "." ? () => true : (path) => path.startsWith(`${prefix}/`);
}

/** A view of the table knows how complete it is; files found by their text are always complete. */
interface Source extends NameSource {
  readonly completeness?: SymbolView["completeness"];
  readonly cut?: SymbolView["cut"];
}

/** On a busy machine the few files with the name may take longer than usual. */
async function everywhereOf(question: TargetQuestion, last: string): Promise<Source> {
  const source = await sourceOf(question, last, grepMs);
  const isKnown =
    source.completeness?.state !== "partial" || placesOf(source, { name: last, match: "exact" }).length > 0;
  return isKnown ? source : await sourceOf(question, last, longMs);
}

/** The whole table if it is ready soon, else the files that contain the name, as many as can be read in time. */
async function sourceOf({ symbols, call }: TargetQuestion, last: string, grepMs: number): Promise<Source> {
  const { signal } = call;
  const view = await symbols.view({ signal, waitMs: shortWaitMs });
  if (isWhole(view)) return view;
  const { files, completeness } = await symbols.filesWithin([last], { signal, waitMs: grepMs });
  if (completeness.state === "complete" || files.length > 0) return { ...nameSourceOf(files), completeness };
  return await symbols.view({ signal, waitMs: shortWaitMs });
}

async function fileSource(question: TargetQuestion, file: Located, last: string): Promise<Source> {
  const { symbols, project, call } = question;
  const answer = await symbols.ofFile(file, { signal: call.signal });
  const path = relativeTo(project.root, file.real);
  if (answer !== undefined && answer.language !== "") return nameSourceOf([{ ...answer, path }]);
  const why =
    answer?.note === undefined || answer.note === "no language"
      ? "is in no language whose symbols are known"
      : `has no symbols: ${answer.note}`;
  throw new ToolError(
    "no_symbols",
    `${showPath(file.shown)} ${why}.`,
    nextCall("grep", { ...asWord(last), path: file.shown }),
  );
}

function placesOf(source: Source, query: NameQuery): readonly SymbolInFile[] {
  const exact = query.match === "exact";
  return source.search(query).flatMap(({ file, index, fit }) => {
    const symbol = exact && fit !== "exact" ? undefined : source.file(file)?.symbols[index];
    return symbol === undefined || textKinds.has(symbol.kind) ? [] : [{ file, symbol }];
  });
}

/** One per file and path: overloads are one, and so are a C prototype and its function. */
function pruned(places: readonly SymbolInFile[]): readonly SymbolInFile[] {
  const groups = new Map<string, SymbolInFile>();
  for (const place of places) {
    const { file, symbol } = place;
    const key =
      /\.(?:c|h|cc|hh|cpp|hpp|cxx|hxx)$/i.test(file) && !/^static\b/.test(symbol.signature)
        ? symbol.path
        : `${file}\n${symbol.path}`;
    const known = groups.get(key);
    const hasMore = known?.symbol.bodySpan === undefined && symbol.bodySpan !== undefined;
    if (known === undefined || hasMore) groups.set(key, place);
  }
  return [...groups.values()];
}

/** Without rules for its language nothing was searched, so "none" would be a guess. */
function notLookedFor(question: TargetQuestion, place: SymbolInFile, language: string): ToolError {
  const { file, symbol } = shownIn(question, place);
  const title = languageById(language)?.title ?? language;
  return new ToolError(
    "no_references_in_language",
    `${visibleLine(`${pathOf(symbol)} (${file}:${symbol.line + 1})`)} is in ${title}, in which references are not looked for; grep finds the word.`,
    nextCall("grep", { ...asWord(symbol.name), ...inLibrary(question) }),
  );
}

/** As answers name it, and as any tool accepts it. */
function shownIn({ prefix = "" }: TargetQuestion, { file, symbol }: SymbolInFile): SymbolInFile {
  return { file: prefix + file, symbol };
}

function inLibrary({ prefix, project }: TargetQuestion): { readonly path?: string } {
  return prefix === undefined ? {} : { path: project.name };
}

function asWord(name: string): { readonly pattern: string; readonly literal: true; readonly word: true } {
  return { pattern: name, literal: true, word: true };
}

function ambiguous(question: TargetQuestion, found: readonly SymbolInFile[], { completeness }: Source): ToolError {
  const { input } = question;
  const places = found.map((place) => shownIn(question, place));
  const [first] = places;
  const shown = places.slice(0, listed).map(showLocation).join("; ");
  const more = places.length > listed ? `; and ${places.length - listed} more` : "";
  const next = callOf(question, first === undefined ? input : placeOf(first));
  return new ToolError(
    "ambiguous_symbol",
    `${unreadOf(completeness)}${places.length} symbols fit ${JSON.stringify(input.symbol)}: ${shown}${more}. Give path and the whole name of one.`,
    nextCall(next.tool, next.input),
  );
}

function placeOf({ file, symbol }: SymbolInFile): Place {
  return { symbol: pathOf(symbol), path: file };
}

function callOf({ tool, input, callFor = (place) => ({ ...input, ...place }) }: TargetQuestion, place: Place) {
  return { tool, input: callFor(place) };
}

function unknown(
  question: TargetQuestion,
  name: string,
  { source, everywhere }: { readonly source: Source; readonly everywhere: Source },
): ToolError {
  const { input } = question;
  const where = input.path === undefined ? "" : ` in ${showPath(input.path)}`;
  const elsewhere = input.path === undefined ? [] : placesOf(everywhere, { name, match: "exact" });
  const found =
    elsewhere.length > 0
      ? elsewhere
      : ([source, everywhere].map((each) => nearNames(each, name)).find(({ length }) => length > 0) ?? []);
  const near = found.map((place) => shownIn(question, place));
  const shown = near.slice(0, listed).map(showLocation).join("; ");
  const said =
    near.length === 0 ? "Nothing resembles it." : `${elsewhere.length > 0 ? "It is elsewhere" : "Nearest"}: ${shown}.`;
  const [first] = near;
  const again = first === undefined ? undefined : callOf(question, placeOf(first));
  const next =
    again === undefined
      ? nextCall("grep", { pattern: name, literal: true, ...inLibrary(question) })
      : nextCall(again.tool, again.input);
  const { completeness, cut } = everywhere;
  return new ToolError(
    "no_symbol",
    `${unreadOf(completeness)}There is no symbol ${JSON.stringify(name)}${where}. ${[said, ...describeCut(cut)].join(" ")}`,
    next,
  );
}

/** An error begins with it as an answer does. */
function unreadOf(completeness: Source["completeness"]): string {
  return describeIncomplete(partialOf(completeness).partial)
    .map((sentence) => `${sentence} `)
    .join("");
}

function nearNames(source: Source, name: string): readonly SymbolInFile[] {
  const found = placesOf(source, { name, match: "auto" });
  return found.length > 0 ? found : placesOf(source, { name: name.split(/\/|::|\.|#/).at(-1) ?? name, match: "fuzzy" });
}
