import type { installRows, ToolAnswer } from "./script-rows.ts";

type Kit = ReturnType<typeof installRows>;

/** A line of a file with its number; without one it is what the reader says between lines. */
interface Numbered {
  readonly at: number | undefined;
  readonly text: string;
}

/**
 * Functions that read parts of files. Runs inside of the sandbox, before `installLibrary`: it refers to nothing outside of itself.
 *
 * Every line has its number, except empty ones: with each fifth alone, code costs a tenth less, but agents that have to name lines
 * fetched them again by `nl`.
 */
// oxlint-disable-next-line max-lines-per-function -- its text is all that exists in the sandbox
export function installReading({ Row, all, callTool, declarationsOf, listOf, messageOf }: Kit) {
  const fewestImports = 4;
  const longestStatement = 80;
  const startsImport =
    /^(?:import\b|from\s+\S+\s+import\b|use\s+[\w\\:{]|using\s+[\w.]+\s*[;=]|require(?:_relative)?\b|#include\b)/;

  async function numbered(path: string, from?: number, to?: number): Promise<Numbered[]> {
    const end = to === undefined ? {} : { limit: Math.max(1, to - (from ?? 1) + 1) };
    const answer = await callTool("read_file", { path, offset: from ?? 1, ...end });
    return listOf(answer["files"])
      .flatMap(({ body: written }): unknown[] => (Array.isArray(written) ? written : []))
      .map((line) => {
        const [, at, text] = /^(\d+)\t(.*)$/s.exec(String(line)) ?? [];
        return at === undefined || text === undefined
          ? { at: undefined, text: String(line) }
          : { at: Number(at), text };
      });
  }

  function show(parts: readonly Numbered[]): string {
    return parts.map(({ at, text }) => (at === undefined || text === "" ? text : `${at}\t${text}`)).join("\n");
  }

  /** Where the statement that begins at `index` ends. */
  function endOfStatement(parts: readonly Numbered[], index: number): number {
    let open = 0;
    for (let at = index; at < Math.min(parts.length, index + longestStatement); at += 1) {
      const text = parts[at]?.text ?? "";
      open += (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);
      if (open <= 0 && !text.endsWith("\\")) return at;
    }
    return index - 1;
  }

  /** Several lines of imports in a row become one that counts them. */
  function foldImports(parts: readonly Numbered[]): readonly Numbered[] {
    const kept: Numbered[] = [];
    for (let index = 0; index < parts.length; index += 1) {
      let last = index - 1;
      for (let next = index; startsImport.test(parts[next]?.text ?? ""); next += 1) {
        const end = endOfStatement(parts, next);
        if (end < next) break;
        last = end;
        next = end;
        while (parts[next + 1]?.text === "") next += 1;
      }
      const [first, final] = [parts[index], parts[last]];
      if (first === undefined) break;
      if (last - index + 1 >= fewestImports && final !== undefined) {
        kept.push({ at: undefined, text: `(imports: lines ${first.at}-${final.at})` });
        index = last;
      } else kept.push(first);
    }
    return kept;
  }

  /** Lines of a file, as text. */
  async function lines(path: string, from = 1, to?: number): Promise<string> {
    return show(await numbered(path, from, to));
  }

  /** The source of a declaration, whole; of several with this name each, unless the file is given. */
  async function body(symbol: string, path?: string): Promise<string> {
    const found = await declarationsOf(symbol, path);
    if (found.length === 0) throw new Error(`There is no symbol ${symbol}${path === undefined ? "" : ` in ${path}`}.`);
    const parts = found.map(async (row) => {
      const [from = 1, to = from] = row.lines?.split("-").map(Number) ?? [];
      return `${row.file}:${row.lines}\n${await lines(row.file, from, to)}`;
    });
    return (await Promise.all(parts)).join("\n");
  }

  /** The innermost declaration around a line, or some lines around it where that is too long or there is none. */
  async function around(path: string, line: number): Promise<string> {
    const [near, most] = [15, 150];
    let [from, to] = [Math.max(1, line - near), line + near];
    let length = most + 1;
    for (const declared of await all("symbols", { path, depth: 9 })) {
      if (!(declared instanceof Row)) continue;
      const [start = 0, end = start] = (declared.lines ?? "").split("-").map(Number);
      // A field of one line says less than what stands around it.
      if (start > line || end < line || end - start < 1 || end - start >= length) continue;
      [from, to, length] = [start, end, end - start];
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
    if (from === undefined) return `${path}\n${show(foldImports(await numbered(path)))}`;
    if (to === undefined) return await around(path, Number(from));
    return `${path}:${from}-${to}\n${await lines(path, Number(from), Number(to))}`;
  }

  const text = (answer: ToolAnswer): Promise<string> => Reflect.get(globalThis, "text")(answer);

  /**
   * Parts of files: "path" (without its imports), "path:10-40", several as "path:10-40,80-95", "path:12" (the declaration around it),
   * "path#symbol". What fails is told in its place.
   */
  async function read(...places: unknown[]): Promise<string> {
    const wanted = places
      .flat(3)
      .map((place) => (place instanceof Row ? `${place.file}:${place.line ?? 1}` : String(place)))
      .flatMap((place) => {
        const [, path, ranges] = /^(.*?):(\d+(?:-\d+)?(?:,\s*\d+(?:-\d+)?)+)$/s.exec(place) ?? [];
        return path === undefined || ranges === undefined
          ? [place]
          : ranges.split(/,\s*/).map((each) => `${path}:${each}`);
      });
    const parts = await Promise.all(
      [...new Set(wanted)].map((place) => readOne(place).catch((error: unknown) => `${place}\n${messageOf(error)}`)),
    );
    return [...new Set(parts)].join("\n");
  }

  return { body, lines, read };
}
