import { defineTool, type Call, reads } from "toolwright";
import type { ResolvedReferences } from "../../lsp/resolve/references/question.ts";
import { lateIn, resolveReferences } from "../../lsp/resolve/references/resolve-references.ts";
import type { Services } from "../../services.ts";
import { relatedMembers } from "../../syntax/hierarchy/related-members.ts";
import type { ProjectSymbols } from "../../syntax/project-symbols.ts";
import { type FileReferences, findReferences, type Reference } from "../../syntax/references/find-references.ts";
import { chainOf } from "../../syntax/references/symbol-chain.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { relativeTo } from "../../workspace/paths/inside.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { lateOf } from "../describe-incomplete.ts";
import { findTarget, pathOf, showLocation } from "../find-target.ts";
import { readScope } from "../file-scope.ts";
import { openTarget, type ProjectTarget } from "../open-target-project.ts";
import { tellProvenance, waitingFor } from "../server-question.ts";
import description from "./description.md" with { type: "text" };
import { format } from "./format.ts";
import guide from "./guide.md" with { type: "text" };
import { findTestFiles } from "../test-files.ts";
import { countRoles, roleOf } from "./roles.ts";
import { countLikely, markPlatforms, pageOf, byCertainty } from "./rows.ts";
import { input, maxGuesses, otherMeanings, output, type Input, type Output } from "./schema.ts";

const maxExamples = 3;
const maxNamed = 20;

const unknownText = new Set(["too large", "minified", "took too long", "the parser failed on it", "cannot be read"]);

interface LibraryQuestion {
  readonly library: { readonly name: string; readonly version: string | undefined };
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
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
      : await findInLibrary(symbols, target, { library, ...waitingFor(input, call) });
  const isChosen = await choosesTests(input.tests, found.files, symbols, call.signal);
  const chosen = keep(withOpen(found), (each, file) => each.role !== "definition" && isChosen(file, each));
  const within = await isWithin(input, place, call.signal);
  const inside = chosen.filter(({ file }) => within(file));
  const { role } = input;
  const used = (
    role === undefined
      ? [...inside]
      : keep(role === "declaration" ? found.files : inside, (each) => roleOf(each) === role)
  ).sort(byCertainty(target));
  const references = used.flatMap((file) => file.references);
  const all = inside.flatMap((file) => file.references);
  const declared = alsoDeclared(found.files, target);
  const namesakes = others.filter(({ file, symbol }) => !declared.includes(`${file}:${symbol.line + 1}`));
  const output: Output = {
    symbol: visibleLine(pathOf(target.symbol)),
    declared: `${target.file}:${target.symbol.line + 1}`,
    also_declared: declared.slice(0, maxNamed),
    related: await relatedTo(target, symbols, call.signal),
    ...tellProvenance(found.provenance),
    total: references.length,
    roles: countRoles(all),
    ...narrowedTo(input),
    ...(input.within === undefined ? {} : { elsewhere: chosen.flatMap((file) => file.references).length - all.length }),
    likely: countLikely(references),
    in_files: used.length,
    unconfirmed: found.unconfirmed.slice(0, maxNamed),
    outside: found.external,
    ignored: Array.from(found.ignored, ([file, count]) => ({ file, count })).slice(0, maxNamed),
    ...countPlaces(found),
    same_name: { count: namesakes.length, examples: namesakes.slice(0, maxExamples).map(showLocation) },
    files_with_word: found.naming,
    ...(await lateOf(found.late, target, project, call.signal)),
    unread: found.unread.slice(0, maxNamed),
    broken: found.broken.slice(0, maxNamed),
    left_out: leftOut(symbols),
    ...(partial === undefined ? {} : { partial }),
    ...markPlatforms(pageOf(shownAs(input, references), used), target, declared.length + namesakes.length),
  };
  return library === undefined ? output : showPrefixed(output, place.prefix);
}

/** Hundreds of guesses by name are no list to read: files and counts tell where to look. */
function shownAs(input: Input, references: readonly Reference[]): Input {
  const likely = countLikely(references);
  const isGuesswork = likely > maxGuesses && likely > references.length / 2;
  return isGuesswork && input.output === undefined ? { ...input, output: "files" } : input;
}

function keep(
  files: readonly FileReferences[],
  isKept: (at: Reference, file: FileReferences) => boolean,
): FileReferences[] {
  return files
    .map((file) => ({ ...file, references: file.references.filter((each) => isKept(each, file)) }))
    .filter(({ references }) => references.length > 0);
}

function narrowedTo({ role, within }: Input): Pick<Output, "only"> {
  if (role === undefined && within === undefined) return {};
  const part = within === undefined ? {} : { within: visibleLine(within) };
  return { only: { ...(role === undefined ? {} : { role }), ...part } };
}

/** What a server could not decide is shown as likely: without it, "none" would be no answer. */
function withOpen({ files, open }: ResolvedReferences): readonly FileReferences[] {
  const byFile = new Map(files.map((each) => [each.file, each]));
  for (const each of open) {
    const known = byFile.get(each.file);
    const references = [...(known?.references ?? []), ...each.references].sort((a, b) => a.start - b.start);
    byFile.set(each.file, { ...each, ...known, references });
  }
  return [...byFile.values()];
}

/** Which files are in the part of the project that `within` names. */
async function isWithin(
  input: Input,
  { project, prefix }: Pick<ProjectTarget, "project" | "prefix">,
  signal: AbortSignal,
): Promise<(file: string) => boolean> {
  const { within } = input;
  if (within === undefined) return () => true;
  const part = within.startsWith(prefix) ? within.slice(prefix.length) : within;
  const scope = await readScope(part, project, { tool: "references", input, field: "within", prefix, signal });
  if (scope.kind !== "file") return (file) => scope.has(file);
  const path = relativeTo(project.root, scope.file.real);
  return (file) => file === path;
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
  { library, signal, leftMs }: LibraryQuestion,
): Promise<ResolvedReferences> {
  const bySyntax = await findReferences(symbols, target, { signal, isLate: lateIn({ leftMs }) });
  const { looked: _looked, ...found } = bySyntax;
  const version = library.version === undefined ? "" : ` ${library.version}`;
  const why = `only files of ${library.name}${version} were looked at; in the project grep finds the word`;
  const provenance = { state: "syntactic", why } as const;
  return { ...found, bySyntax, provenance, external: 0, ignored: new Map(), unconfirmed: [], open: [] };
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
