/** The built Outrider server with every language server off, and all that its answers say of places. Only this file knows their form. */
import type { DrawnSymbol } from "./draw-symbols.ts";
import { lineOf } from "./model.ts";
import { headLine, type Question } from "./questions.ts";
import { openServer } from "./server.ts";

/** Lines are `file:line`. */
export interface OurAnswer {
  readonly sure: ReadonlySet<string>;
  readonly likely: ReadonlySet<string>;
  /** How many places of a file are named as not proven, without their lines. */
  readonly unproven: ReadonlyMap<string, number>;
  /** Files that the answer says it has not read. */
  readonly unread: ReadonlySet<string>;
  readonly isComplete: boolean;
  /** Whether its counts of sure, likely, other and textual places make the total; true if it has none. */
  readonly addsUp: boolean;
}

export type Asked =
  | { readonly state: "answered"; readonly answer: OurAnswer }
  /** The server has no symbol there. */
  | { readonly state: "unknown" }
  | { readonly state: "failed"; readonly why: string };

export interface OurServer {
  readonly ask: (symbol: DrawnSymbol) => Promise<Asked>;
  readonly close: () => Promise<void>;
}

interface LineRow {
  readonly line: number;
  readonly likely?: boolean;
}

interface FileRow {
  readonly file: string;
  readonly count: number;
  readonly lines?: readonly LineRow[];
}

/** The parts of the structured answer that are read; the last two are of versions that have them. */
interface Structure {
  readonly declared: string;
  readonly also_declared: readonly string[];
  readonly completeness: string;
  readonly files: readonly FileRow[];
  readonly unread: readonly string[];
  readonly left_out: readonly { readonly examples: readonly string[] }[];
  readonly ignored: readonly { readonly file: string }[];
  readonly overflow?: { readonly next_offset?: number };
  readonly not_proven?: readonly FileRow[];
  readonly places?: {
    readonly total: number;
    readonly declarations: number;
    readonly sure: number;
    readonly likely: number;
    readonly other: Readonly<Record<string, number>>;
    readonly text: number;
  };
}

type Result = { readonly structure: Structure } | { readonly error: string };

// Longer pages may exceed the budget of an answer, which then has text only.
const pageRows = 100;

export interface AskOptions {
  readonly question: Question;
  /** Seconds to wait for a language server; undefined if there is none. */
  readonly wait: number | undefined;
}

export async function openOurs(
  server: string,
  root: string,
  scratch: string,
  { question, wait }: AskOptions,
): Promise<OurServer> {
  const { call, close } = await openServer(server, root, scratch, { hasServers: wait !== undefined });
  return { ask, close };

  async function ask(symbol: DrawnSymbol): Promise<Asked> {
    const [place] = symbol.declarations;
    if (place === undefined) return { state: "unknown" };
    const path = place.at[0];
    const declared = new Set(symbol.declarations.map(({ at }) => lineOf(at)));
    const names = [symbol.container === "" ? symbol.name : `${symbol.container}/${symbol.name}`, symbol.name];
    let why = "";
    for (let at = 0; at < names.length && at < 4; at += 1) {
      const input = { symbol: names[at] ?? symbol.name, path };
      const result = await page(input, 0);
      if ("error" in result) {
        why = result.error;
        const candidate = candidateAt(result.error, declared, symbol.name);
        if (candidate !== undefined && !names.includes(candidate)) names.push(candidate);
        continue;
      }
      const { structure } = result;
      if (![structure.declared, ...structure.also_declared].some((line) => declared.has(line))) continue;
      const pages = [structure];
      for (let next = structure.overflow?.next_offset; next !== undefined;) {
        const more = await page(input, next);
        if ("error" in more) return { state: "failed", why: more.error };
        pages.push(more.structure);
        next = more.structure.overflow?.next_offset;
      }
      return { state: "answered", answer: readAnswer(pages.map((each) => onHeads(each, symbol))) };
    }
    return why === "" || /no_symbol|There is no symbol|symbols fit/.test(why)
      ? { state: "unknown" }
      : { state: "failed", why };
  }

  async function page(input: { readonly symbol: string; readonly path: string }, offset: number): Promise<Result> {
    const waiting = wait === undefined ? {} : { wait };
    const { isError, text, ...result } = await call(tools[question].name, {
      ...input,
      ...waiting,
      ...tools[question].input,
      offset,
    });
    if (isError) return { error: text };
    const structure = result.structure === undefined ? undefined : tools[question].read(result.structure);
    return structure === undefined ? { error: `no structure in: ${text.slice(0, 200)}` } : { structure };
  }

  /** Types are listed where they are declared, not where they name a supertype. */
  function onHeads(structure: Structure, symbol: DrawnSymbol): Structure {
    if (question !== "subtypes") return structure;
    const files = structure.files.map(({ file, count, lines = [] }) => ({
      file,
      count,
      lines: lines.map((row) => ({ ...row, line: Number(headLine(symbol, file, row.line).split(":").at(-1)) })),
    }));
    return { ...structure, files };
  }
}

interface Tool {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The structures are those of the tools' own schemas. */
  readonly read: (structure: unknown) => Structure | undefined;
}

interface GraphRow {
  readonly level: number;
  readonly file: string;
  readonly line: number;
  readonly calls?: readonly number[];
  readonly likely?: true;
  readonly likely_calls?: readonly number[];
  readonly shape?: string;
}

const tools: Readonly<Record<Question, Tool>> = {
  references: {
    name: "references",
    input: { limit: pageRows },
    read: (structure) => (Object(structure).files === undefined ? undefined : (structure as Structure)),
  },
  callers: {
    name: "call_graph",
    input: { limit: pageRows, direction: "callers", depth: 1 },
    read: (structure) => {
      const graph = Object(structure).graphs?.[0];
      return graph === undefined ? undefined : fromRows(structure, graph, (row) => row.calls ?? []);
    },
  },
  subtypes: {
    name: "hierarchy",
    input: { direction: "subtypes" },
    read: (structure) =>
      Object(structure).rows === undefined ? undefined : fromRows(structure, structure, ({ line }) => [line]),
  },
};

function fromRows(structure: unknown, holder: unknown, linesOf: (row: GraphRow) => readonly number[]): Structure {
  const { declared, completeness, unread, broken } = Object(structure);
  const rows = (Object(holder).rows as readonly GraphRow[]).filter(
    ({ level, shape }) => level === 1 && shape === undefined,
  );
  return {
    declared,
    also_declared: [],
    completeness,
    files: rows.map((row) => {
      const isLikely = (line: number): boolean => row.likely === true || row.likely_calls?.includes(line) === true;
      const lines = linesOf(row).map((line) => ({ line, likely: isLikely(line) }));
      return { file: row.file, count: lines.length, lines };
    }),
    unread: [...unread, ...broken],
    left_out: [],
    ignored: [],
    overflow: Object(holder).overflow,
  };
}

/** Of the candidates that an error lists as `file path line`, the one of this name that is declared in one of these lines. */
export function candidateAt(error: string, declared: ReadonlySet<string>, wanted: string): string | undefined {
  for (const [, file, path = "", line] of error.matchAll(/(?:^|[:;] )(\S+) (\S+) (\d+)(?=[;.])/g)) {
    const name = path.replace(/^.*\//, "").replace(/\[\d+\]$/, "");
    if (name === wanted && declared.has(`${file}:${line}`)) return path;
  }
  return undefined;
}

function readAnswer(pages: readonly Structure[]): OurAnswer {
  const sure = new Set<string>();
  const likely = new Set<string>();
  const unproven = new Map<string, number>();
  const unread = new Set<string>();
  for (const structure of pages) {
    for (const { file, lines = [] } of structure.files)
      for (const row of lines) (row.likely === true ? likely : sure).add(`${file}:${row.line}`);
    for (const { file, count, lines } of structure.not_proven ?? []) {
      if (lines === undefined) unproven.set(file, count);
      else for (const { line } of lines) likely.add(`${file}:${line}`);
    }
    for (const file of structure.unread) unread.add(file);
    for (const { file } of structure.ignored) unread.add(file);
    for (const { examples } of structure.left_out) for (const file of examples) unread.add(file);
  }
  const isComplete = pages.some(({ completeness }) => completeness === "complete");
  return { sure, likely, unproven, unread, isComplete, addsUp: pages.every(addsUp) };
}

function addsUp({ places }: Structure): boolean {
  if (places === undefined) return true;
  const { total, declarations, sure, likely, other, text } = places;
  const others = Object.values(other).reduce((sum, count) => sum + count, 0);
  return total === declarations + sure + likely + others + text;
}
