import { stat } from "node:fs/promises";
import { output as symbolAtOutput } from "../../tools/symbol_at/schema.ts";
import { output as symbolsOutput } from "../../tools/symbols/schema.ts";
import { CallFailed } from "./call-tool.ts";
import type { PipeSession } from "./pipe-session.ts";

/** A symbol as tools take it. */
export interface NamedSymbol {
  readonly symbol: string;
  readonly path?: string | undefined;
}

type Asked = Pick<PipeSession, "places" | "tools">;

/**
 * The symbol that a person means: `Container/name`, `path#name`, or the one at `path:line` or `path:line:column`. What follows the column
 * is left out, so that a row of another command is a name, too.
 */
export async function findTarget(session: Asked, word: string): Promise<NamedSymbol> {
  const { places } = session;
  const [, file, line, column] = /^(.+?):([1-9]\d{0,8})(?::([1-9]\d{0,8}))?(?::.*)?$/s.exec(word) ?? [];
  if (file !== undefined && line !== undefined && (await isFile(places.onDisk(file)))) {
    const path = places.asked(file);
    return column === undefined
      ? await declarationAt(session, path, Number(line))
      : await meantAt(session, path, { line: Number(line), column: Number(column) });
  }
  // Names of files and of private fields may have one, too.
  for (let at = word.indexOf("#", 1); at !== -1; at = word.indexOf("#", at + 1)) {
    const [path, symbol] = [word.slice(0, at), word.slice(at + 1)];
    if (symbol !== "" && (await exists(places.onDisk(path)))) return { symbol, path: places.asked(path) };
  }
  return { symbol: word };
}

/** What the name at a place means. */
async function meantAt(
  { tools }: Asked,
  path: string,
  { line, column }: { readonly line: number; readonly column: number },
): Promise<NamedSymbol> {
  const { definitions, symbol } = await tools.value("symbol_at", symbolAtOutput, {
    path,
    line,
    column,
    want: "definition",
  });
  const inside = definitions.filter(({ outside }) => outside !== true);
  const [first, second] = inside;
  if (first === undefined || second !== undefined) {
    const found = inside.map((each) => `${each.file}:${each.line}`).join(", ");
    throw new CallFailed({
      code: "no_symbol",
      message: `${path}:${line}:${column} is ${symbol}, ${first === undefined ? "which the project does not declare" : `which has several declarations: ${found}`}.`,
    });
  }
  return first.symbol === undefined ? { symbol, path: first.file } : { symbol: first.symbol, path: first.file };
}

/** The declaration that begins in a line, or else the innermost one around it. */
async function declarationAt({ tools }: Asked, path: string, line: number): Promise<NamedSymbol> {
  const { all } = await tools.pages("symbols", symbolsOutput, { path, depth: 100, limit: 1_000 });
  const spans = all
    .flatMap(({ files }) => files)
    .flatMap(({ symbols }) => symbols)
    .map(({ path: symbol, lines }) => {
      const [from = 0, to = from] = lines.split("-").map(Number);
      return { symbol, from, to };
    });
  const around = spans.filter(({ from, to }) => from <= line && line <= to);
  const best =
    around.find(({ from }) => from === line) ?? around.toSorted((a, b) => a.to - a.from - (b.to - b.from))[0];
  if (best === undefined)
    throw new CallFailed({ code: "no_symbol", message: `No declaration is around ${path}:${line}.` });
  return { symbol: best.symbol, path };
}

/** Kinds of texts, which nothing refers to by name. */
const textKinds: ReadonlySet<string> = new Set(["section", "key", "rule", "test", "table", "impl"]);

interface Declared {
  readonly file: string;
  readonly path: string;
}

/**
 * Those of the declarations that fit a name which the name says exactly: the one with this whole path, if only one file has it, or
 * else those with its capital letters.
 */
export function chooseMeant<Row extends Declared>(rows: readonly Row[], { symbol }: NamedSymbol): readonly Row[] {
  const name = symbol.replaceAll(/::|(?<=\w)[.#](?=\w)/g, "/");
  const overload = rows.filter(({ path }) => path === name);
  const whole = overload.length > 0 ? overload : rows.filter(({ path }) => wholeName(path) === name);
  if (new Set(whole.map(({ file }) => file)).size === 1) return whole;
  const sameLetters = rows.filter(({ path }) => `/${wholeName(path)}`.endsWith(`/${name}`));
  return sameLetters.length > 0 ? sameLetters : rows;
}

/** Without the number of an overload, by which `symbols` does not search. */
export function wholeName(path: string): string {
  return path.replace(/\[\d+\]$/, "");
}

/** The symbols that a name may mean, as tools take them; overloads are one. */
export async function listCandidates({ tools }: Asked, target: NamedSymbol): Promise<readonly Required<NamedSymbol>[]> {
  const { symbol, path } = target;
  const { all } = await tools.pages("symbols", symbolsOutput, {
    name: wholeName(symbol),
    path,
    match: "exact",
    body: false,
    limit: 1_000,
  });
  const rows = all
    .flatMap(({ files }) => files)
    .flatMap(({ file, symbols }) =>
      symbols
        .filter(({ kind, level = 0 }) => level === 0 && !textKinds.has(kind))
        .map((row) => ({ file, path: row.path })),
    );
  const found = chooseMeant(rows, target).map((row) => ({ symbol: wholeName(row.path), path: row.file }));
  return [...new Map(found.map((each) => [`${each.path}#${each.symbol}`, each])).values()];
}

/** Of several declarations of a name in one file, those that were not asked for: each may be called by itself. */
export async function describeOverloads(
  { tools, places }: Asked,
  target: NamedSymbol,
  answered: { readonly symbol: string; readonly declared: string },
): Promise<readonly string[]> {
  const name = wholeName(answered.symbol);
  const number = numberOf(answered.symbol);
  if (number === undefined || numberOf(target.symbol) !== undefined) return [];
  const path = answered.declared.replace(/:\d+$/, "");
  const { all } = await tools.pages("symbols", symbolsOutput, {
    name,
    path,
    match: "exact",
    body: false,
    limit: 1_000,
  });
  const found = all.flatMap(({ files }) => files).flatMap(({ symbols }) => symbols.map((each) => each.path));
  // Those before it have no code of their own: the first with code is the one that was asked for.
  const others = found.filter((each) => wholeName(each) === name && (numberOf(each) ?? 0) > number);
  if (others.length === 0) return [];
  const named = others.map((each) => `${places.shown(path)}#${each}`);
  return [`${name} has several declarations, and this is about ${answered.symbol}. For another: ${named.join(", ")}.`];
}

function numberOf(path: string): number | undefined {
  const [, number] = /\[(\d+)\]$/.exec(path) ?? [];
  return number === undefined ? undefined : Number(number);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
