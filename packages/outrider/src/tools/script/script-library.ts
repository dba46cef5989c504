type Answer = Record<string, unknown>;
type Tools = Record<string, (input: object) => Promise<Answer>>;

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
  readonly likely?: true;
  readonly write?: true;
}

interface UsesOptions {
  /** The file that declares the symbol; without it, every symbol of the name is looked up. */
  readonly path?: string;
  readonly role?: "import" | "call" | "write" | "other";
  /** Only uses in files whose path begins with this. */
  readonly within?: string;
  readonly tests?: "only" | "none";
}

interface OneUse extends Omit<UsesOptions, "role"> {
  readonly role: UsesOptions["role"] | undefined;
  readonly within: string;
  readonly of?: string;
}

/**
 * Functions that most scripts would write again. This function runs inside the sandbox: its text is evaluated there before the script,
 * so it refers to nothing outside of itself.
 */
// oxlint-disable-next-line max-lines-per-function -- its text is all that exists in the sandbox
export function installLibrary(tools: Tools): void {
  const importing = /^\s*(?:import|from|use|using|require|include|export\b.*\bfrom|#include|alias)\b|\brequire\(/;
  const printKey = Symbol.for("print");
  const longestText = 160;
  const maxDeclarations = 5;

  /** A string `file:line text` with its parts as fields, so that it can be filtered, cut and joined like any other. */
  class Row extends String {
    declare readonly file: string;
    declare readonly line: number | undefined;
    declare readonly text: string;
    declare readonly in: string | undefined;
    declare readonly of: string | undefined;
    declare readonly symbol: string | undefined;
    declare readonly count: number | undefined;
    declare readonly likely: true | undefined;
    declare readonly write: true | undefined;
    constructor(fields: RowFields) {
      const { file, line, text } = fields;
      super(line === undefined ? `${file} ${text}`.trim() : `${file}:${line} ${text.trim()}`);
      Object.assign(this, fields);
    }
  }

  /** Printed, it names each file once, and the symbol around a line where it changes. */
  class Rows extends Array<unknown> {
    note?: string;
    [printKey](): string {
      const out = this.note === undefined ? [] : [this.note];
      let [heading, file, inside]: (string | undefined)[] = [];
      for (const [index, row] of this.entries()) {
        if (!(row instanceof Row)) {
          out.push(typeof row === "string" ? row : JSON.stringify(row));
          continue;
        }
        if (row.of !== heading) {
          if (row.of !== undefined) out.push(`# ${row.of}`);
          [heading, file, inside] = [row.of, undefined, undefined];
        }
        const next = this[index + 1];
        const isAlone = row.file !== file && !(next instanceof Row && next.file === row.file && next.of === row.of);
        if (row.file !== file && !isAlone) out.push(row.file);
        const around = row.in === undefined || (row.file === file && row.in === inside) ? "" : ` [${row.in}]`;
        [file, inside] = [row.file, row.in];
        const marks = `${row.likely === true ? "~" : ""}${(row.count ?? 1) > 1 ? ` ×${row.count}` : ""}`;
        const where =
          row.line === undefined ? (isAlone ? row.file : "") : `${isAlone ? `${row.file}:` : " "}${row.line}`;
        out.push(`${where}${marks}${around} ${cut(row.text.trim())}`.trimEnd());
      }
      return out.join("\n");
    }
  }

  const cut = (text: string): string => (text.length > longestText ? `${text.slice(0, longestText)}…` : text);
  const listOf = (value: unknown): Answer[] => (Array.isArray(value) ? value : []);
  const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

  async function callTool(name: string, input: object): Promise<Answer> {
    const call = tools[name];
    if (call === undefined) throw new Error(`There is no tool ${name}.`);
    return await call(input);
  }

  /** Flat rows of an answer with files: grep, references, symbols, semantic_search, call_graph, hierarchy, diagnostics. */
  function rows(answer: Answer, of?: string): Rows {
    const flat = new Rows();
    const add = (file: unknown, entry: Answer): void => {
      // `match` would hide the method of strings.
      const { lines, line, text, signature, message, symbol, path, match: _, ...rest } = entry;
      const first = typeof line === "number" ? line : Number.parseInt(String(lines), 10);
      const whole = symbol ?? path;
      const shown = [text, message, signature, symbol, path].find((each) => typeof each === "string");
      flat.push(
        new Row({
          ...rest,
          ...(typeof whole === "string" ? { symbol: whole } : {}),
          ...(of === undefined ? {} : { of }),
          ...(Number.isNaN(first) ? {} : { line: first }),
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

  /** Every page of a tool's answer, as flat rows. */
  async function all(name: string, input: object, of?: string): Promise<Rows & { first?: Answer }> {
    const found: Rows & { first?: Answer } = new Rows();
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

  /** Lines with a pattern, or with each of several, grouped by file. Options are those of grep. */
  async function find(patterns: string | string[], options: object = {}): Promise<Rows> {
    const list = Array.isArray(patterns) ? patterns : [patterns];
    const found = new Rows();
    const empty: string[] = [];
    for (const pattern of list) {
      const some = await all("grep", { ...options, pattern }, list.length > 1 ? pattern : undefined);
      if (some.length === 0) empty.push(pattern);
      found.push(...some);
    }
    if (empty.length > 0) found.note = `Nothing found for: ${empty.join("  ")}`;
    return found;
  }

  /** The places that declare a symbol of this name: Name, or Container/name. */
  async function declarationsOf(symbol: string): Promise<Row[]> {
    const found = rows(await callTool("symbols", { name: symbol, match: "exact" }));
    return found.filter((row) => row instanceof Row);
  }

  const isAmbiguous = (error: unknown): boolean =>
    error instanceof Error && Reflect.get(error, "code") === "ambiguous_symbol";

  /** All uses of a symbol, by role and place. The role is read from the line. Of several symbols of the name, those of each. */
  async function uses(symbol: string, options: UsesOptions = {}): Promise<Rows> {
    const { role, within = "", ...input } = options;
    try {
      return await usesOfOne(symbol, { ...input, role, within });
    } catch (error) {
      if (!isAmbiguous(error) || options.path !== undefined) throw error;
      const declared = await declarationsOf(symbol);
      if (declared.length < 2 || declared.length > maxDeclarations) throw error;
      return await usesOfEach(declared, { ...input, role, within });
    }
  }

  /** What only the name speaks for is listed once: it may mean any of them. */
  async function usesOfEach(declared: readonly Row[], options: OneUse): Promise<Rows> {
    const found = new Rows();
    const likely = new Map<string, Row>();
    const notes = [`${declared.length} symbols of this name:`];
    for (const { file, line, symbol = "" } of declared) {
      const some = await usesOfOne(symbol, { ...options, path: file, of: `${symbol} (${file}:${line})` });
      notes.push(some.note ?? "");
      for (const row of some) {
        if (!(row instanceof Row)) continue;
        if (row.likely === true) likely.set(String(row), Object.assign(row, { of: "may mean any of them" }));
        else found.push(row);
      }
    }
    const sure = new Set(found.map(String));
    found.push(...[...likely].filter(([key]) => !sure.has(key)).map(([, row]) => row));
    return Object.assign(found, { note: notes.join("\n") });
  }

  async function usesOfOne(symbol: string, { role, within, of, ...input }: OneUse): Promise<Rows> {
    const name = symbol.split("/").at(-1) ?? symbol;
    const called = `${name}(`;
    const roleOf = ({ text, write }: Row): string => {
      if (importing.test(text)) return "import";
      if (write === true) return "write";
      return text.includes(called) || text.includes(`${name}<`) ? "call" : "other";
    };
    const found = await all("references", { symbol, ...input }, of);
    const roles = new Map<string, number>();
    const shown = new Rows();
    for (const row of found) {
      if (!(row instanceof Row)) continue;
      const own = roleOf(row);
      if (row.file.startsWith(within)) roles.set(own, (roles.get(own) ?? 0) + (row.count ?? 1));
      if (row.file.startsWith(within) && (role === undefined || role === own))
        shown.push(Object.assign(row, { role: own }));
    }
    const { declared, completeness, likely, why } = found.first ?? {};
    const counts = [...roles].map(([own, count]) => `${own} ${count}`).join(", ");
    const sure = typeof likely === "number" && likely > 0 ? `, ~ marks ${likely} that only the name speaks for` : "";
    const incomplete = completeness === "partial" ? `, partial: ${String(why)}` : "";
    const only = role === undefined ? "" : `; shown: ${role}`;
    shown.note = `${symbol} (${String(declared)}) uses: ${counts === "" ? "none" : counts}${only}${sure}${incomplete}`;
    return shown;
  }

  /** Lines of a file with their numbers, as text. */
  async function lines(path: string, from = 1, to?: number): Promise<string> {
    const end = to === undefined ? {} : { limit: Math.max(1, to - from + 1) };
    const answer = await callTool("read_file", { path, offset: from, ...end });
    return listOf(answer["files"])
      .flatMap(({ body: numbered }): unknown[] => (Array.isArray(numbered) ? numbered : []))
      .map(String)
      .join("\n");
  }

  /** The source of a declaration, numbered; of several with this name each, unless the file is given. */
  async function body(symbol: string, path?: string): Promise<string> {
    const where = path === undefined ? {} : { path };
    const answer = await callTool("symbols", { name: symbol, match: "exact", body: true, ...where });
    const found = listOf(answer["files"]).flatMap((group) =>
      listOf(group["symbols"]).map(
        (each) => `${String(group["file"])}:${String(each["lines"])}\n${String(each["body"] ?? each["signature"])}`,
      ),
    );
    if (found.length === 0) throw new Error(`There is no symbol ${symbol}${path === undefined ? "" : ` in ${path}`}.`);
    return found.join("\n");
  }

  /** The innermost declaration around a line, or some lines around it where that is too long or there is none. */
  async function around(path: string, line: number): Promise<string> {
    const [near, most] = [15, 150];
    let [from, to] = [Math.max(1, line - near), line + near];
    const answer = await callTool("symbols", { path, depth: 9 });
    let length = most + 1;
    for (const group of listOf(answer["files"])) {
      for (const each of listOf(group["symbols"])) {
        const [start = 0, end = start] = String(each["lines"]).split("-").map(Number);
        // A field of one line says less than what stands around it.
        if (start > line || end < line || end - start < 1 || end - start >= length) continue;
        [from, to, length] = [start, end, end - start];
      }
    }
    return `${path}:${from}-${to}\n${await lines(path, from, to)}`;
  }

  async function readOne(place: string): Promise<string> {
    const [, path = place, symbol, from, to] = /^(.*?)(?:#(.+)|:(\d+)(?:-(\d+))?)?$/s.exec(place) ?? [];
    if (symbol !== undefined) {
      try {
        return await body(symbol, path);
      } catch {
        // Headings and keys.
        return `${path}#${symbol}\n${await text(await callTool("read_file", { path, symbol }))}`;
      }
    }
    if (from === undefined) return `${path}\n${await lines(path)}`;
    if (to === undefined) return await around(path, Number(from));
    return `${path}:${from}-${to}\n${await lines(path, Number(from), Number(to))}`;
  }

  const text = (answer: Answer): Promise<string> => Reflect.get(globalThis, "text")(answer);

  /** Parts of files with numbers: "path", "path:10-40", "path:12" (the declaration around it), "path#symbol". What fails is told in its place. */
  async function read(...places: unknown[]): Promise<string> {
    const wanted = places
      .flat(3)
      .map((place) => (place instanceof Row ? `${place.file}:${place.line ?? 1}` : String(place)));
    const parts = await Promise.all(
      [...new Set(wanted)].map((place) => readOne(place).catch((error: unknown) => `${place}\n${messageOf(error)}`)),
    );
    return [...new Set(parts)].join("\n");
  }

  Object.assign(globalThis, { all, body, find, lines, read, rows, uses });
}
