import { ToolError } from "toolwright";
import { holdsExpected } from "../edits/check-text.ts";
import { isSymbolKind } from "../languages/symbol-kind.ts";
import type { CodeSymbol } from "../syntax/code-symbol.ts";
import type { TextAnswer } from "../syntax/edit-check.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { nearestFirst } from "../workspace/text/nearest-first.ts";
import { visibleLine } from "../workspace/text/visible-text.ts";
import type { Draft, DraftFile } from "./draft.ts";
import type { EditContext } from "./edit-context.ts";

/** A symbol in a file with the changes of earlier edits. */
export interface FoundSymbol extends ReadDraft {
  readonly symbol: CodeSymbol;
}

export interface ReadDraft {
  readonly file: DraftFile;
  readonly declared: TextAnswer;
}

const listed = 12;

/** The symbols of a file in the draft. */
export async function readDraft(
  { symbols, signal, otherWays }: EditContext,
  draft: Draft,
  path: string,
): Promise<ReadDraft> {
  const file = await draft.read(path);
  const declared = await symbols.ofText(file.path, file.text, { signal });
  if (declared !== undefined && declared.language !== "") return { file, declared };
  const why =
    declared?.note === undefined ? "is in no language whose symbols are known" : `has no symbols: ${declared.note}`;
  throw new ToolError("no_symbols", `${showPath(file.path)} ${why}; \`${otherWays.editText}\` edits its text.`);
}

/** The symbol that is meant; if there are several candidates, refuses and lists them. */
export async function findSymbolToEdit(
  context: EditContext,
  draft: Draft,
  {
    path,
    symbol: wanted,
    expect,
  }: { readonly path: string | undefined; readonly symbol: string; readonly expect: string | undefined },
): Promise<FoundSymbol> {
  const read = await readDraft(context, draft, path ?? (await onlyFileWith(context, wanted)));
  const symbol = await pickSymbol(context, read, wanted);
  if (expect !== undefined) requireExpected(read.file, symbol, expect);
  return { ...read, symbol };
}

async function pickSymbol(context: EditContext, { file, declared }: ReadDraft, wanted: string): Promise<CodeSymbol> {
  const found = symbolsAt(declared.symbols, wanted);
  const [first, ...others] = found;
  if (first === undefined) throw unknown(file.path, declared, wanted, await filesDeclaring(context, wanted));
  if (others.length > 0)
    throw ambiguous(
      wanted,
      found.map((each) => showIn(file.path, each)),
    );
  return first;
}

/** By exact path or by the end of the path, never by part of a name. A kind may precede it: `interface Foo`. */
function symbolsAt(symbols: readonly CodeSymbol[], wanted: string): readonly CodeSymbol[] {
  const { kind, given, number } = readWanted(wanted);
  const name = given.replaceAll(/::|\.|#/g, "/");
  const isAt = (path: string, end: string): boolean => path === end || path.endsWith(`/${end}`);
  const ofKind = kind === undefined ? symbols : symbols.filter((each) => each.kind === kind);
  const whole = ofKind.filter(({ path }) => path === given || path === name);
  const fitting = whole.length > 0 ? whole : ofKind.filter(({ path }) => isAt(path, given) || isAt(path, name));
  return number === undefined ? fitting : fitting.filter(({ overload = 0 }) => overload === number);
}

interface Wanted {
  readonly kind: string | undefined;
  readonly given: string;
  readonly number: number | undefined;
}

function readWanted(wanted: string): Wanted {
  const [, first = "", rest = ""] = /^(\w+) +(\S.*)$/s.exec(wanted.trim()) ?? [];
  const kind = isSymbolKind(first) ? first : undefined;
  const [, given = "", number] =
    /^(.*?)(?:\[(\d+)\])?$/s.exec((kind === undefined ? wanted.trim() : rest).replace(/\(\)$/, "")) ?? [];
  return { kind, given, number: number === undefined ? undefined : Number(number) };
}

async function onlyFileWith(context: EditContext, wanted: string): Promise<string> {
  const holding = await filesDeclaring(context, wanted);
  const [first, ...others] = holding;
  if (first === undefined) throw await unknownAnywhere(context, wanted);
  if (others.length > 0) {
    throw ambiguous(
      wanted,
      holding.flatMap(({ path, found }) => found.map((each) => showIn(path, each))),
    );
  }
  return first.path;
}

interface DeclaringFile {
  readonly path: string;
  readonly found: readonly CodeSymbol[];
}

async function filesDeclaring({ symbols, signal }: EditContext, wanted: string): Promise<readonly DeclaringFile[]> {
  const last = lastName(wanted);
  const files = last === "" ? [] : await symbols.filesWith([last], { signal });
  return files
    .map((file) => ({ path: file.path, found: symbolsAt(file.symbols, wanted) }))
    .filter(({ found }) => found.length > 0);
}

function lastName(wanted: string): string {
  const { given } = readWanted(wanted);
  return given.split(/\/|::|\.|#/).at(-1) ?? given;
}

/** A hint is only worth a short wait. */
const hintMs = 1_000;

async function unknownAnywhere({ symbols, signal, otherWays }: EditContext, wanted: string): Promise<ToolError> {
  const view = await symbols.view({ signal, waitMs: hintMs });
  const near = view.search({ name: lastName(wanted), match: "fuzzy" }).slice(0, listed / 2);
  const shown = near.flatMap(({ file, index }) => {
    const symbol = view.file(file)?.symbols[index];
    return symbol === undefined ? [] : [showIn(file, symbol)];
  });
  const hint = shown.length === 0 ? `\`${otherWays.findSymbols}\` looks for names.` : `Nearest: ${shown.join("; ")}.`;
  return new ToolError("no_symbol", `There is no symbol ${show(wanted)} in the project. ${hint}`);
}

/** Refuses an edit meant for other text: the declaration must contain `expect`, or it is the hash of the file. */
function requireExpected(file: DraftFile, { span, docSpan, path }: CodeSymbol, expect: string): void {
  const start = Math.min(span.start, docSpan?.start ?? span.start);
  const text = file.text.slice(start, span.end);
  if (holdsExpected(text, file.hash, expect)) return;
  throw new ToolError(
    "stale",
    `${visibleLine(path)} in ${showPath(file.path)} is not as expected; nothing was changed. It is now:\n${text.slice(0, 2_000)}`,
  );
}

function unknown(
  file: string,
  { symbols, note }: TextAnswer,
  wanted: string,
  elsewhere: readonly DeclaringFile[],
): ToolError {
  const said = `There is no symbol ${show(wanted)} in ${showPath(file)}.`;
  const { number } = readWanted(wanted);
  const counted = number === undefined ? [] : symbolsAt(symbols, wanted.replace(/\[\d+\]$/, ""));
  if (counted.length > 0) {
    return new ToolError("no_symbol", `${said} There is: ${counted.map((each) => showIn(file, each)).join("; ")}.`);
  }
  const [first] = elsewhere.flatMap(({ path, found }) => found.map((each) => showIn(path, each)));
  if (first !== undefined) return new ToolError("no_symbol", `${said} It is elsewhere: ${first}.`);
  const paths = nearestFirst(wanted, [...new Set(symbols.map(({ path }) => path))]).slice(0, listed / 2);
  const none = note === undefined ? "It declares none." : `Its symbols are not known: ${note}.`;
  const there = paths.length === 0 ? none : `Nearest: ${paths.map(visibleLine).join(", ")}.`;
  return new ToolError("no_symbol", `${said} ${there}`);
}

function ambiguous(wanted: string, places: readonly string[]): ToolError {
  const more = places.length > listed ? ` and ${places.length - listed} more` : "";
  return new ToolError(
    "ambiguous_symbol",
    `${places.length} symbols fit ${show(wanted)}: ${places.slice(0, listed).join("; ")}${more}. Give one of these names, the kind included, and its \`path\`.`,
  );
}

function showIn(file: string, { path, overload, kind, line }: CodeSymbol): string {
  return visibleLine(`${kind} ${path}${overload === undefined ? "" : `[${overload}]`} (${file}:${line + 1})`);
}

function show(wanted: string): string {
  return visibleLine(JSON.stringify(wanted));
}

/** `method Store/get in src/store.ts`. */
export function describeSymbol({ kind, path, overload }: CodeSymbol, file: string): string {
  return visibleLine(`${kind} ${path}${overload === undefined ? "" : `[${overload}]`} in ${file}`);
}
