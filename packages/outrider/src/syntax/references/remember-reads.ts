import type { ProjectSymbols } from "../project-symbols.ts";
import type { Occurrences } from "./occurrence.ts";

type Reads = Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">;
type Options = Parameters<Reads["occurrences"]>[2];
/** A file's answer for all names that it was read for at that time; undefined if it could not be parsed. */
type Reading = Promise<Occurrences | undefined>;

/**
 * Reads nothing twice while one question is answered: functions of the same name lead to the same files again and again. What is
 * asked for while files are being read waits for the next round, in which each file is read once for all names. All calls belong to
 * one question and share its signal. Places in texts (`texts`) are not counted.
 */
export function rememberReads(symbols: Reads): Reads {
  const naming = new Map<string, Promise<readonly string[]>>();
  const calls = new Map<string, Reading>();
  const named = new Map<string, Map<string, Reading>>();
  const rounds = openRounds((files, names, options) => symbols.occurrences(files, names, options));
  const readingsOf = (file: string): Map<string, Reading> => {
    const known = named.get(file) ?? new Map<string, Reading>();
    named.set(file, known);
    return known;
  };
  return {
    view: (options) => symbols.view(options),
    filesNaming(words, options) {
      const key = words.join("\n");
      const known = naming.get(key) ?? symbols.filesNaming(words, options);
      naming.set(key, known);
      return known;
    },
    async occurrences(files, names, options) {
      if (names === "calls") {
        const fresh = files.filter((file) => !calls.has(file));
        const answers = symbols.occurrences(fresh, names, options).then(byFile);
        for (const file of fresh) calls.set(file, oneOf(answers, file));
        return present(await Promise.all(files.flatMap((file) => calls.get(file) ?? [])));
      }
      // A search that may have to go on later is read by itself, as it is kept under its own names.
      if (options.keep !== undefined) {
        const answers = symbols.occurrences(files, names, options).then(byFile);
        for (const file of files) {
          const reading = oneOf(answers, file);
          for (const name of names) readingsOf(file).set(name, reading);
        }
        return [...(await answers).values()];
      }
      const answers = files.map((file) => {
        const known = readingsOf(file);
        const fresh = names.filter((name) => !known.has(name));
        if (fresh.length > 0) {
          const reading = rounds.read(file, fresh, options);
          for (const name of fresh) known.set(name, reading);
        }
        return Promise.all(new Set(names.flatMap((name) => known.get(name) ?? [])));
      });
      const wanted = new Set(names);
      return present((await Promise.all(answers)).map((readings) => join(readings, wanted)));
    },
  };
}

/** What to read, by file; what is asked for while a round is read goes into the next. */
function openRounds(read: Reads["occurrences"]) {
  let open: { readonly wanted: Map<string, Set<string>>; readonly answer: Answers } | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function openRound(options: Options) {
    const wanted = new Map<string, Set<string>>();
    const before = last;
    const readRound = async (): ReturnType<typeof readWanted> => {
      await before;
      // Whatever is asked for at the same time belongs to the first round, too.
      await new Promise(setImmediate);
      open = undefined;
      return await readWanted(read, wanted, options);
    };
    const answer = readRound();
    last = answer.catch(() => {});
    return { wanted, answer };
  }

  return {
    read(file: string, names: readonly string[], options: Options): Reading {
      open ??= openRound(options);
      const wanted = open.wanted.get(file) ?? new Set();
      open.wanted.set(file, wanted);
      for (const name of names) wanted.add(name);
      return oneOf(open.answer, file);
    },
  };
}

type Answers = Promise<ReadonlyMap<string, Occurrences>>;

/** Files in which the same names are wanted are read together. */
async function readWanted(
  read: Reads["occurrences"],
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
  options: Options,
): Answers {
  const groups = new Map<string, { readonly names: readonly string[]; readonly files: string[] }>();
  for (const [file, set] of wanted) {
    const names = [...set].sort();
    const key = names.join("\n");
    const group = groups.get(key) ?? { names, files: [] };
    groups.set(key, group);
    group.files.push(file);
  }
  const all = await Promise.all(Array.from(groups.values(), ({ files, names }) => read(files, names, options)));
  return byFile(all.flat());
}

function byFile(all: readonly Occurrences[]): ReadonlyMap<string, Occurrences> {
  return new Map(all.map((each) => [each.file, each]));
}

function oneOf(answers: Answers, file: string): Reading {
  const one = answers.then((all) => all.get(file));
  // Waiting calls get the error; without any, it must not crash the process.
  one.catch(() => {});
  return one;
}

/** What the readings of one file say about these names. */
function join(readings: readonly (Occurrences | undefined)[], names: ReadonlySet<string>): Occurrences | undefined {
  const [first, ...more] = present(readings);
  if (first === undefined) return undefined;
  const { texts: _texts, ...file } = first;
  const occurrences = [first, ...more].flatMap((each) => each.occurrences.filter(({ name }) => names.has(name)));
  return { ...file, occurrences: more.length === 0 ? occurrences : occurrences.sort((a, b) => a.start - b.start) };
}

function present<Value>(all: readonly (Value | undefined)[]): Value[] {
  return all.filter((each) => each !== undefined);
}
