import type { installReading } from "./script-reading.ts";
import type { installRows } from "./script-rows.ts";

type Kit = ReturnType<typeof installRows>;
type Reading = ReturnType<typeof installReading>;
type Row = InstanceType<Kit["Row"]>;
type Rows = InstanceType<Kit["Rows"]>;

interface UsesOptions {
  /** The file that declares the symbol; without it, every symbol of the name is looked up. */
  readonly path?: string;
  /** other: type or value. */
  readonly role?: "import" | "call" | "type" | "write" | "value" | "other";
  /** Only uses in files whose path begins with this. */
  readonly within?: string;
  readonly tests?: "only" | "none";
  /** Prints what only the name speaks for even if it is much. */
  readonly likely?: true;
}

interface FindOptions {
  /** Files, directories or globs. */
  readonly path?: string | string[] | undefined;
  readonly glob?: string | string[] | undefined;
  readonly tests?: "only" | "none";
  /** Leaves out lines that match this regular expression. */
  readonly not?: string;
  readonly [option: string]: unknown;
}

interface OneUse extends Omit<UsesOptions, "role"> {
  readonly role: UsesOptions["role"] | undefined;
  readonly within: string;
  readonly of?: string;
}

/**
 * Functions that most scripts would write again. Runs inside of the sandbox, after `installRows` and `installReading` and before the script.
 */
// oxlint-disable-next-line max-lines-per-function -- its text is all that exists in the sandbox
export function installLibrary(
  { byFile, Row, Rows, all, declarationsOf, messageOf, rows }: Kit,
  reading: Reading,
): void {
  const mostLikely = 20;
  const latestMs = 10_000;
  /** What `grep` says where `tests` left nothing. */
  const onlyInTests = /^All matches are /;
  const maxDeclarations = 5;

  const listed = <Value>(value: Value | Value[]): Value[] => (Array.isArray(value) ? value : [value]);

  /** A search for each place, of which a glob is none to grep. */
  function placesOf({ path, glob, ...options }: FindOptions): object[] {
    return listed(path).flatMap((place) =>
      listed(glob).map((each) => {
        if (place === undefined || !/[*?[{]/.test(place)) return { ...options, path: place, glob: each };
        if (each !== undefined) throw new Error(`find: the path ${JSON.stringify(place)} is a glob; leave out glob.`);
        return { ...options, glob: place };
      }),
    );
  }

  /** Lines with a pattern, or with each of several, each line once, grouped by file. Options are those of grep, and `not`. */
  async function findRows(patterns: string | string[], options: FindOptions = {}): Promise<Rows> {
    const { not, ...search } = options;
    const { tests } = search;
    const list = listed(patterns);
    const places = placesOf(search);
    const isWanted = not === undefined ? () => true : ({ text }: Row): boolean => !new RegExp(not).test(text);
    const each = await Promise.all(
      list.map(async (pattern) => {
        const heading = list.length > 1 ? pattern : undefined;
        const some = await Promise.all(places.map((place) => all("grep", { ...place, pattern }, heading)));
        const hidden = some
          .flatMap(({ first }) => first?.["notes"] ?? [])
          .find((note) => typeof note === "string" && onlyInTests.test(note));
        return { found: some.flat().filter((row) => row instanceof Row), hidden };
      }),
    );
    const found = new Rows();
    const above = new Map<string, number>();
    const [empty, elsewhere, repeated]: string[][] = [[], [], []];
    for (const [index, pattern] of list.entries()) {
      const { found: some = [], hidden } = each[index] ?? {};
      const chosen = some.filter(isWanted);
      if (some.length === 0) (hidden === undefined ? empty : elsewhere)?.push(pattern);
      let known = 0;
      for (const row of chosen) {
        const first = above.get(String(row));
        if (first === undefined) found.push(row);
        else if (first < index) known += 1;
        if (first === undefined) above.set(String(row), index);
      }
      if (known > 0) repeated?.push(`${pattern} ${known}`);
    }
    const note = [
      ["Nothing found for", empty],
      [tests === "only" ? "Only outside of tests" : "Only in tests", elsewhere],
      ["Lines that are under an earlier pattern", repeated],
    ].flatMap(([what, names = []]) => (names.length === 0 ? [] : [`${String(what)}: ${listed(names).join("  ")}`]));
    return note.length === 0 ? found : Object.assign(found, { note: note.join("\n") });
  }

  const isAmbiguous = (error: unknown): boolean =>
    error instanceof Error && Reflect.get(error, "code") === "ambiguous_symbol";

  /** All uses of a symbol, by role and place. Of several symbols of the name, those of each. */
  async function uses(symbol: string, options: UsesOptions = {}): Promise<Rows> {
    const { role, within = "", ...input } = options;
    const [, path, name] = /^([^#]+)#(.+)$/.exec(symbol) ?? [];
    if (path !== undefined && name !== undefined) return await uses(name, { path, ...options });
    try {
      return await usesOfOne(symbol, { ...input, role, within });
    } catch (error) {
      // A path that declares no such symbol is meant as the place of the uses.
      const isPlace = error instanceof Error && Reflect.get(error, "code") === "no_symbol" && within === "";
      if (isPlace && input.path !== undefined) {
        const { path: _, ...others } = options;
        return await uses(symbol, { ...others, within: input.path });
      }
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
    const ofEach = declared.map(({ file, line, symbol = "" }) =>
      usesOfOne(symbol, { ...options, path: file, of: `${symbol} (${file}:${line})` }).catch((error: unknown) =>
        Object.assign(new Rows(), { note: `${symbol} (${file}): ${messageOf(error)}` }),
      ),
    );
    for (const some of await Promise.all(ofEach)) {
      notes.push(some.note ?? "");
      for (const row of some) {
        if (!(row instanceof Row)) continue;
        if (row.likely === true) likely.set(String(row), Object.assign(row, { of: "may mean any of them" }));
        else found.push(row);
      }
    }
    const sure = new Set(found.map(String));
    const guesses = [...likely].filter(([key]) => !sure.has(key)).map(([, row]) => row);
    found.push(...guesses);
    const left = options.likely === true ? [] : guesses.slice(mostLikely);
    if (left.length > 0) {
      found.printsLikely = mostLikely;
      notes.push(`${left.length} more may mean any of them (likely: true prints them): ${byFile(left)}`);
    }
    return Object.assign(found, { note: notes.join("\n") });
  }

  async function usesOfOne(symbol: string, { role, within, of, likely: listsLikely, ...input }: OneUse): Promise<Rows> {
    const found = await all("references", { symbol, ...input }, of);
    const roles = new Map<string, number>();
    const shown = new Rows();
    for (const row of found) {
      if (!(row instanceof Row)) continue;
      const { role: own = "value" } = row;
      if (!row.file.startsWith(within)) continue;
      roles.set(own, (roles.get(own) ?? 0) + (row.count ?? 1));
      const isOther = role === "other" && (own === "type" || own === "value");
      if (role === undefined || role === own || isOther) shown.push(row);
    }
    const { declared, completeness, likely, why } = found.first ?? {};
    const counts = [...roles].map(([own, count]) => `${own} ${count}`).join(", ");
    const sure = typeof likely === "number" && likely > 0 ? `, ~ marks ${likely} that only the name speaks for` : "";
    const incomplete = completeness === "partial" ? `, partial: ${String(why)}` : "";
    const only = role === undefined ? "" : `; shown: ${role}`;
    const guesses = shown.filter((row) => row instanceof Row && row.likely === true);
    const more = listsLikely === true ? [] : guesses.slice(mostLikely);
    if (more.length > 0) shown.printsLikely = mostLikely;
    const left =
      more.length === 0 ? "" : `; ${more.length} of the ~ not printed (likely: true prints them): ${byFile(more)}`;
    shown.note = `${symbol} (${String(declared)}) uses: ${counts === "" ? "none" : counts}${only}${sure}${incomplete}${left}`;
    return shown;
  }

  /**
   * Prints each value or promise in its order; one that fails is told in its place, and the script goes on. Whoever is late is printed
   * last: if the script runs out of time, the others are there.
   */
  async function show(...wanted: unknown[]): Promise<void> {
    const print: (value: unknown) => void = Reflect.get(globalThis, "print");
    const sleep: (ms: number) => Promise<void> = Reflect.get(globalThis, "sleep");
    const done = new Map<number, unknown>();
    const pending = wanted.map(async (each, index) => {
      done.set(index, await Promise.resolve(each).catch((error: unknown) => `FAILED ${messageOf(error)}`));
      return index;
    });
    let isLate = false;
    const late = sleep(latestMs).then(() => (isLate = true));
    const left = new Set(pending.keys());
    const tell = (index: number): void => {
      left.delete(index);
      print(done.get(index));
    };
    for (const [index, each] of pending.entries()) {
      await Promise.race([each, late]);
      if (isLate) break;
      tell(index);
    }
    for (const index of left) if (done.has(index)) tell(index);
    while (left.size > 0) tell(await Promise.race(pending.filter((_each, index) => left.has(index))));
  }

  /** So that `find(…).filter(…)` needs no `await` in between. */
  function chained<Args extends unknown[]>(ask: (...args: Args) => Promise<Rows>) {
    const withMethods = (promise: Promise<unknown[]>): Promise<unknown[]> => {
      for (const method of ["filter", "map", "flatMap", "slice"] as const) {
        const next = (...args: unknown[]) =>
          withMethods(promise.then((rows) => Reflect.apply(rows[method], rows, args)));
        Reflect.defineProperty(promise, method, { value: next });
      }
      return promise;
    };
    return (...args: Args) => withMethods(ask(...args));
  }

  const chains = { all: chained(all), find: chained(findRows), uses: chained(uses) };
  Object.assign(globalThis, { show, rows, ...chains, ...reading });
}
