import { defineTool, type Call, createOutputGuard, reads } from "toolwright";
import type { ResolvedReferences } from "../../lsp/resolve/references/question.ts";
import { resolveReferences } from "../../lsp/resolve/references/resolve-references.ts";
import type { Services } from "../../services.ts";
import { relatedMembers } from "../../syntax/hierarchy/related-members.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { type FileReferences, findReferences, type Reference } from "../../syntax/references/find-references.ts";
import { chainOf } from "../../syntax/references/symbol-chain.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { findTarget, pathOf, showLocation } from "../find-target.ts";
import { openTarget } from "../open-target-project.ts";
import { platformOf } from "../platform-of.ts";
import { tellProvenance, waitingFor } from "../server-question.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { findTestFiles } from "../test-files.ts";
import { input, otherMeanings, output, type FileRow, type Input, type LineRow, type Output } from "./schema.ts";

const defaultLines = 60;
const defaultFiles = 100;
const maxExamples = 3;
const maxNamed = 20;

type Paged = Pick<Output, "files" | "overflow">;

const unknownText = new Set(["too large", "minified", "took too long", "the parser failed on it", "cannot be read"]);

interface LibraryQuestion {
  readonly library: { readonly name: string; readonly version: string | undefined };
  readonly signal: AbortSignal;
}

export default defineTool({
  name: "references",
  description,
  guide,
  input,
  output,
  effects: reads,
  deadlineMs: 60_000,
  examples: [
    { title: "A method", input: { symbol: "Box/open" } },
    { title: "Files only", input: { symbol: "Box/open", output: "files" } },
    { title: "No such symbol", input: { symbol: "noSuchSymbol" }, fails: "no_symbol" },
    { title: "No such file", input: { symbol: "Box", path: "no/such.ts" }, fails: "not_found" },
  ],
  handle,
  format,
});

/** Where a symbol is used: by a language server and syntax together if there is one, else as far as scopes and imports can tell. */
async function handle(
  input: Input,
  services: Pick<Services, "workspace" | "libraries" | "symbolsOf" | "serversOf">,
  call: Call,
): Promise<Output> {
  const { workspace, libraries, symbolsOf, serversOf } = services;
  const place = await openTarget(input.path, await workspace.project(input.project), libraries);
  const { project, path, library } = place;
  const symbols = symbolsOf(project);
  const prefix = library === undefined ? {} : { prefix: place.prefix };
  const { target, others, partial } = await findTarget({
    tool: "references",
    input: { ...input, path },
    project,
    symbols,
    call,
    ...prefix,
  });
  call.progress({ message: `Looking for ${target.symbol.name}` });
  const found =
    library === undefined
      ? await resolveReferences({
          project,
          symbols,
          servers: serversOf(project),
          target,
          ...waitingFor(input, call),
        })
      : await findInLibrary(symbols, target, { library, signal: call.signal });
  const isChosen = await choosesTests(input.tests, found.files, symbols, call.signal);
  const used = found.files
    .map((file) => ({
      ...file,
      references: file.references.filter((each) => each.role !== "definition" && isChosen(file, each)),
    }))
    .filter(({ references }) => references.length > 0)
    .sort(sureFirst);
  const references = used.flatMap((file) => file.references);
  const declared = alsoDeclared(found.files, target);
  const namesakes = others.filter(({ file, symbol }) => !declared.includes(`${file}:${symbol.line + 1}`));
  const output: Output = {
    symbol: visibleLine(pathOf(target.symbol)),
    declared: `${target.file}:${target.symbol.line + 1}`,
    also_declared: declared.slice(0, maxNamed),
    related: await relatedTo(target, symbols, call.signal),
    ...tellProvenance(found.provenance),
    total: references.length,
    likely: countLikely(references),
    in_files: used.length,
    unconfirmed: found.unconfirmed.slice(0, maxNamed),
    outside: found.external,
    ignored: Array.from(found.ignored, ([file, count]) => ({ file, count })).slice(0, maxNamed),
    ...countPlaces(found),
    same_name: { count: namesakes.length, examples: namesakes.slice(0, maxExamples).map(showLocation) },
    files_with_word: found.naming,
    unread: found.unread.slice(0, maxNamed),
    broken: found.broken.slice(0, maxNamed),
    left_out: leftOut(symbols),
    ...(partial === undefined ? {} : { partial }),
    ...markPlatforms(pageOf(input, used), target, declared.length + namesakes.length),
  };
  return library === undefined ? output : showPrefixed(output, place.prefix);
}

/** What became of every place with the name. */
function countPlaces({ files, others, provenance }: ResolvedReferences): Pick<Output, "places" | "other_places"> {
  const meanings = otherMeanings.filter((meaning) => others[meaning] > 0);
  const other_places = meanings.reduce((sum, meaning) => sum + others[meaning], 0);
  // A server also names places without the name, and may leave some open, which the answer tells.
  if (provenance.state !== "syntactic") return { other_places };
  const all = files.flatMap(({ references }) => references);
  const declarations = all.filter(({ role }) => role === "definition").length;
  const likely = all.filter(({ role, certainty }) => role !== "definition" && certainty === "likely").length;
  return {
    places: {
      total: all.length + other_places + others.text,
      declarations,
      sure: all.length - declarations - likely,
      likely,
      other: Object.fromEntries(meanings.map((meaning) => [meaning, others[meaning]])),
      text: others.text,
    },
    other_places,
  };
}

function pageOf({ output = "lines", offset = 0, limit }: Input, used: readonly FileReferences[]): Paged {
  const most = output === "files" ? defaultFiles : defaultLines;
  const guard = createOutputGuard({ offset, limit }, { maxResults: most });
  if (output === "files") {
    const { items, overflow } = guard.capItems(used.map(fileRow), "limit shows more at once.");
    return { files: [...items], ...(overflow === undefined ? {} : { overflow }) };
  }
  const rows = used.flatMap((file) => linesOf(file).map((row) => ({ file: file.file, row })));
  const { items, overflow } = guard.capItems(rows, 'output: "files" lists the files only.', ({ file }) => file);
  const byFile = new Map<string, LineRow[]>();
  for (const { file, row } of items) byFile.set(file, [...(byFile.get(file) ?? []), row]);
  const files = used.flatMap((file): FileRow[] => {
    const lines = byFile.get(file.file);
    return lines === undefined ? [] : [{ ...fileRow(file), lines }];
  });
  return { files, ...(overflow === undefined ? {} : { overflow }) };
}

/** A use for another platform than that of the symbol may mean another one of its name. */
function markPlatforms(page: Paged, { file: own }: Target, others: number): Paged {
  if (others === 0) return page;
  const files = page.files.map((row) => {
    const platform = platformOf(row.file);
    return platform === undefined || platform === platformOf(own) ? row : { ...row, platform };
  });
  return { ...page, files };
}

function fileRow({ file, references }: FileReferences): FileRow {
  return { file, count: references.length, likely: countLikely(references) };
}

/** Several references on a line are one row; it is "likely" only if all of them are. */
function linesOf({ references, symbols }: FileReferences): readonly LineRow[] {
  const rows = new Map<number, Reference[]>();
  for (const each of references) rows.set(each.line, [...(rows.get(each.line) ?? []), each]);
  return Array.from(rows, ([line, [first, ...rest]]) => {
    const around = first?.within === undefined ? undefined : symbols[first.within];
    const isLikely = first?.certainty === "likely" && rest.every(({ certainty }) => certainty === "likely");
    return {
      line: line + 1,
      text: visibleLine(first?.text ?? ""),
      ...(around === undefined ? {} : { in: visibleLine(pathOf(around)) }),
      ...(isLikely ? { likely: true as const } : {}),
      ...([first, ...rest].some((each) => each?.write === true) ? { write: true as const } : {}),
      ...(rest.length > 0 ? { count: rest.length + 1 } : {}),
    };
  });
}

function alsoDeclared(files: readonly FileReferences[], { file, symbol }: Target): string[] {
  const places = files.flatMap((each) =>
    each.references
      .filter(({ role, start }) => role === "definition" && (each.file !== file || start !== symbol.nameSpan.start))
      .map(({ line }) => `${each.file}:${line + 1}`),
  );
  return places;
}

/** The members of types above and below. */
async function relatedTo(target: Target, symbols: ProjectSymbols, signal: AbortSignal): Promise<Output["related"]> {
  if (!isMember(target)) return [];
  const found = relatedMembers(await symbols.view({ signal }), target);
  return found.slice(0, maxNamed).map(({ file, symbol, relation }) => ({
    symbol: visibleLine(pathOf(symbol)),
    declared: `${file}:${symbol.line + 1}`,
    relation,
  }));
}

/** Files whose text is not in the table, so it is unknown whether they contain the name. */
function leftOut(symbols: ProjectSymbols): Output["left_out"] {
  const notes = symbols.status().notes.filter(({ note }) => unknownText.has(note));
  return notes.map(({ note, files, examples }) => ({ why: note, files, examples: [...examples] }));
}

function countLikely(references: readonly Reference[]): number {
  return references.filter(({ certainty }) => certainty === "likely").length;
}

function sureFirst(a: FileReferences, b: FileReferences): number {
  const rank = ({ references }: FileReferences): number =>
    references.some(({ certainty }) => certainty === "sure") ? 0 : 1;
  return rank(a) - rank(b) || (a.file < b.file ? -1 : 1);
}

/** Selects which references are wanted: those in tests, those elsewhere, or all. */
async function choosesTests(
  tests: Input["tests"],
  files: readonly FileReferences[],
  symbols: ProjectSymbols,
  signal: AbortSignal,
): Promise<(file: FileReferences, at: Reference) => boolean> {
  if (tests === undefined) return () => true;
  const paths = files.map(({ file }) => file);
  const testFiles = await findTestFiles(paths, symbols, signal);
  return (file, { within }) => {
    const isTest = testFiles.has(file.file) || chainOf(file.symbols, within).some(({ test }) => test);
    return isTest === (tests === "only");
  };
}

/** Uses inside a library, by syntax: a language server would treat its directory as a project, and prepare it as one. */
async function findInLibrary(
  symbols: ProjectSymbols,
  target: Target,
  { library, signal }: LibraryQuestion,
): Promise<ResolvedReferences> {
  const bySyntax = await findReferences(symbols, target, { signal });
  const { looked: _looked, ...found } = bySyntax;
  const version = library.version === undefined ? "" : ` ${library.version}`;
  const why = `only files of ${library.name}${version} were looked at; in the project grep finds the word`;
  const provenance = { state: "syntactic", why } as const;
  return { ...found, bySyntax, provenance, external: 0, ignored: new Map(), unconfirmed: [] };
}

/** Paths of a library's files as any tool accepts them. */
function showPrefixed(output: Output, prefix: string): Output {
  const { declared, also_declared, related, files, unread, left_out, same_name, overflow } = output;
  const named = <Row extends { readonly file: string }>(row: Row): Row => ({ ...row, file: prefix + row.file });
  const shown = (paths: readonly string[]): string[] => paths.map((path) => prefix + path);
  return {
    ...output,
    declared: prefix + declared,
    also_declared: shown(also_declared),
    related: related.map((row) => ({ ...row, declared: prefix + row.declared })),
    files: files.map(named),
    unread: shown(unread),
    left_out: left_out.map((each) => ({ ...each, examples: shown(each.examples) })),
    same_name: { ...same_name, examples: shown(same_name.examples) },
    ...(overflow?.by_file === undefined ? {} : { overflow: { ...overflow, by_file: overflow.by_file.map(named) } }),
  };
}
