export type ToolAnswer = Record<string, unknown>;
export type Tools = Record<string, (input: object) => Promise<ToolAnswer>>;

interface RowFields {
  readonly file: string;
  /** Absent where an answer names only the file. */
  readonly line?: number;
  readonly text: string;
  /** The symbol around it. */
  readonly in?: string;
  /** The heading it is printed under: the declaration or the pattern it belongs to. */
  readonly of?: string;
  readonly count?: number;
  readonly columns?: readonly number[];
  readonly likely?: true;
  readonly role?: string;
  readonly test?: true;
  /** How deep below the first row of its file. */
  readonly level?: number;
}

/**
 * Rows: what answers name, one place each. Runs inside of the sandbox, before the rest of the library: its text is evaluated there, so it refers to
 * nothing outside of itself.
 */
// oxlint-disable-next-line max-lines-per-function -- its text is all that exists in the sandbox
export function installRows(tools: Tools) {
  const printKey = Symbol.for("print");
  const longestText = 160;
  /** Rows that are printed under one heading. */
  const mostPrinted = 120;

  /** A string `file:line text` with its parts as fields, so that it can be filtered, cut and joined like any other. */
  class Row extends String {
    declare readonly file: string;
    declare readonly line: number | undefined;
    declare readonly text: string;
    declare readonly in: string | undefined;
    declare readonly of: string | undefined;
    declare readonly symbol: string | undefined;
    declare readonly lines: string | undefined;
    declare readonly count: number | undefined;
    declare readonly columns: readonly number[] | undefined;
    declare readonly likely: true | undefined;
    declare readonly role: string | undefined;
    declare readonly test: true | undefined;
    declare readonly level: number | undefined;
    constructor(fields: RowFields) {
      const { file, line, text } = fields;
      super(line === undefined ? `${file} ${text}`.trim() : `${file}:${line} ${text.trim()}`);
      Object.assign(this, fields);
    }
  }

  /** Printed, it names each file once, and the symbol around a line where it changes. */
  class Rows extends Array<unknown> {
    note?: string;
    /** How many of those that only the name speaks for are printed; the note counts the others. */
    printsLikely?: number;
    [printKey](): string {
      const out = this.note === undefined ? [] : [this.note];
      let [heading, file, inside]: (string | undefined)[] = [];
      let printed = 0;
      let likely = 0;
      const left: unknown[] = [];
      const tellLeft = (): void => {
        if (left.length > 0) out.push(`… ${left.length} rows more: ${byFile(left.splice(0))}`);
      };
      for (const [index, row] of this.entries()) {
        if (!(row instanceof Row)) {
          out.push(typeof row === "string" ? row : JSON.stringify(row));
          continue;
        }
        if (row.likely === true) likely += 1;
        if (row.likely === true && likely > (this.printsLikely ?? Infinity)) continue;
        if (row.of !== heading) {
          tellLeft();
          printed = 0;
          if (row.of !== undefined) out.push(`# ${row.of}`);
          [heading, file, inside] = [row.of, undefined, undefined];
        }
        printed += 1;
        if (printed > mostPrinted) {
          left.push(row);
          continue;
        }
        const next = this[index + 1];
        const isAlone = row.file !== file && !(next instanceof Row && next.file === row.file && next.of === row.of);
        if (row.file !== file && !isAlone) out.push(row.file);
        const around = row.in === undefined || (row.file === file && row.in === inside) ? "" : ` [${row.in}]`;
        [file, inside] = [row.file, row.in];
        const marks = `${row.likely === true ? "~" : ""}${(row.count ?? 1) > 1 ? ` ×${row.count}` : ""}`;
        const where =
          row.line === undefined ? (isAlone ? row.file : "") : `${isAlone ? `${row.file}:` : " "}${row.line}`;
        out.push(`${where}${marks}${around} ${cut(row.text.trimEnd())}`.trimEnd());
      }
      tellLeft();
      return out.join("\n");
    }
  }

  function byFile(found: readonly unknown[]): string {
    const counts = new Map<string, number>();
    for (const row of found) if (row instanceof Row) counts.set(row.file, (counts.get(row.file) ?? 0) + 1);
    const sorted = [...counts].sort((a, b) => b[1] - a[1]);
    const more = sorted.length > 12 ? ` and ${sorted.length - 12} files more` : "";
    const named = sorted.slice(0, 12).map(([file, count]) => `${file} ${count}`);
    return `${named.join(", ")}${more}`;
  }

  const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
  const listOf = (value: unknown): ToolAnswer[] => (Array.isArray(value) ? value : []);
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  async function callTool(name: string, input: object): Promise<ToolAnswer> {
    const call = tools[name];
    if (call === undefined) throw new Error(`There is no tool ${name}.`);
    return await call(input);
  }

  /** Flat rows of an answer with files: grep, references, symbols, semantic_search, call_graph, hierarchy, diagnostics. */
  function rows(answer: ToolAnswer, of?: string): Rows {
    const flat = new Rows();
    const add = (file: unknown, entry: ToolAnswer): void => {
      // `match` would hide the method of strings.
      const { lines, line, text, signature, message, symbol, path, columns, match: _, ...rest } = entry;
      const first = typeof line === "number" ? line : Number.parseInt(String(lines), 10);
      const whole = symbol ?? path;
      const shown = [text, message, signature, symbol, path].find((each) => typeof each === "string");
      flat.push(
        new Row({
          ...rest,
          ...(typeof whole === "string" ? { symbol: whole } : {}),
          ...(of === undefined ? {} : { of }),
          ...(Number.isNaN(first) ? {} : { line: first }),
          ...(typeof lines === "string" ? { lines } : {}),
          ...(Array.isArray(columns) ? { columns } : {}),
          ...(Array.isArray(columns) && columns.length > 1 ? { count: columns.length } : {}),
          file: String(file),
          text: typeof shown === "string" ? shown : "",
        }),
      );
    };
    for (const group of listOf(answer["files"])) {
      const entries = group["lines"] ?? group["symbols"] ?? group["problems"];
      if (Array.isArray(entries)) for (const entry of listOf(entries)) add(group["file"], entry);
      else add(group["file"], { text: typeof group["count"] === "number" ? `${group["count"]}` : "" });
    }
    for (const hit of listOf(answer["hits"] ?? answer["rows"])) add(hit["file"], hit);
    for (const graph of listOf(answer["graphs"])) for (const row of listOf(graph["rows"])) add(row["file"], row);
    return flat;
  }

  /** The declarations of this name, Name or Container/name, without their members. */
  async function declarationsOf(symbol: string, path?: string): Promise<Row[]> {
    const where = path === undefined ? {} : { path };
    const found = rows(await callTool("symbols", { name: symbol, match: "exact", ...where }));
    return found.filter((row) => row instanceof Row).filter(({ level = 0 }) => level === 0);
  }

  /** Every page of a tool's answer, as flat rows. */
  async function all(name: string, input: object, of?: string): Promise<Rows & { first?: ToolAnswer }> {
    const found: Rows & { first?: ToolAnswer } = new Rows();
    let offset: unknown = 0;
    while (typeof offset === "number") {
      const answer = await callTool(name, { limit: 1000, ...input, offset });
      found.first ??= answer;
      found.push(...rows(answer, of));
      const overflow = answer["overflow"];
      const next: unknown =
        typeof overflow === "object" && overflow !== null ? Reflect.get(overflow, "next_offset") : undefined;
      offset = typeof next === "number" && next > offset ? next : undefined;
    }
    return found;
  }

  return { Row, Rows, byFile, all, callTool, declarationsOf, listOf, messageOf, rows };
}
