/** A place in a file, as `rows` and `uses` give it. As a string: `src/a.ts:12 const a = 1;`. */
interface Row {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  readonly in?: string;
  readonly likely?: true;
  readonly write?: true;
}

interface UsesOptions {
  /** The file that declares the symbol. */
  readonly path?: string;
  readonly role?: "import" | "call" | "write" | "other";
  /** Only uses in files whose path begins with this. */
  readonly within?: string;
  readonly tests?: "only" | "none";
}

type Answer = Record<string, unknown>;

/**
 * Functions that most scripts would write again. This function runs inside the sandbox: its text is evaluated there before the script,
 * so it refers to nothing outside of itself.
 */
// oxlint-disable-next-line max-lines-per-function -- its text is all that exists in the sandbox
export function installLibrary(tools: Record<string, (input: object) => Promise<Answer>>): void {
  const importing = /^\s*(?:import|from|use|using|require|include|export\b.*\bfrom|#include|alias)\b|\brequire\(/;

  class Place implements Row {
    constructor(fields: Row) {
      Object.assign(this, fields);
    }
    declare readonly file: string;
    declare readonly line: number;
    declare readonly text: string;
    toString(): string {
      return `${this.file}:${this.line} ${this.text.trim()}`;
    }
  }

  /** Flat rows of an answer with files and lines: grep, references, symbols, semantic_search, call_graph, hierarchy, diagnostics. */
  function rows(answer: Answer): Row[] {
    const flat: Row[] = [];
    const add = (file: unknown, entry: Answer): void => {
      const { lines, line, text, signature, message, symbol, path, ...rest } = entry;
      const first = typeof line === "number" ? line : Number.parseInt(String(lines), 10);
      const shown = [text, message, signature, symbol, path].find((each) => typeof each === "string");
      flat.push(
        new Place({
          ...rest,
          ...named(symbol ?? path),
          file: String(file),
          line: first,
          text: typeof shown === "string" ? shown : "",
        }),
      );
    };
    const named = (symbol: unknown): object => (typeof symbol === "string" ? { symbol } : {});
    for (const group of listOf(answer["files"])) {
      const entries = listOf(group["lines"] ?? group["symbols"] ?? group["problems"]);
      for (const entry of entries) if (entry["match"] !== false) add(group["file"], entry);
    }
    for (const hit of listOf(answer["hits"] ?? answer["rows"])) add(hit["file"], hit);
    for (const graph of listOf(answer["graphs"])) for (const row of listOf(graph["rows"])) add(row["file"], row);
    return flat;
  }

  function listOf(value: unknown): Answer[] {
    return Array.isArray(value) ? value : [];
  }

  /** Every page of a tool's answer, as flat rows. */
  async function all(name: string, input: object): Promise<Row[]> {
    const found: Row[] = [];
    let offset: unknown = 0;
    while (typeof offset === "number") {
      const answer = await tools[name]?.({ limit: 1000, ...input, offset });
      if (answer === undefined) return found;
      found.push(...rows(answer));
      const overflow = answer["overflow"];
      const next: unknown =
        typeof overflow === "object" && overflow !== null ? Reflect.get(overflow, "next_offset") : undefined;
      offset = typeof next === "number" && next > offset ? next : undefined;
    }
    return found;
  }

  /** All uses of a symbol as rows, by role and place. The role is read from the line. */
  async function uses(symbol: string, options: UsesOptions = {}): Promise<Row[]> {
    const { role, within = "", ...input } = options;
    const name = symbol.split("/").at(-1) ?? symbol;
    const called = `${name}(`;
    const roleOf = ({ text, write }: Row): string => {
      if (importing.test(text)) return "import";
      if (write === true) return "write";
      return text.includes(called) || text.includes(`${name}<`) ? "call" : "other";
    };
    const found = await all("references", { symbol, ...input });
    return found.filter((row) => row.file.startsWith(within) && (role === undefined || roleOf(row) === role));
  }

  /** Lines of a file with their numbers, as text. */
  async function lines(path: string, from = 1, to?: number): Promise<string> {
    const end = to === undefined ? {} : { limit: Math.max(1, to - from + 1) };
    const answer = await tools["read_file"]?.({ path, offset: from, ...end });
    return listOf(answer?.["files"])
      .flatMap(({ body: numbered }): unknown[] => (Array.isArray(numbered) ? numbered : []))
      .map(String)
      .join("\n");
  }

  /** The source of a declaration, numbered; of several with this name each, unless the file is given. */
  async function body(symbol: string, path?: string): Promise<string> {
    const where = path === undefined ? {} : { path };
    const answer = await tools["symbols"]?.({ name: symbol, match: "exact", body: true, ...where });
    const found = listOf(answer?.["files"]).flatMap((group) =>
      listOf(group["symbols"]).map(
        (each) => `${String(group["file"])}:${String(each["lines"])}\n${String(each["body"] ?? each["signature"])}`,
      ),
    );
    if (found.length === 0) throw new Error(`There is no symbol ${symbol}${path === undefined ? "" : ` in ${path}`}.`);
    return found.join("\n");
  }

  Object.assign(globalThis, { all, body, lines, rows, uses });
}
