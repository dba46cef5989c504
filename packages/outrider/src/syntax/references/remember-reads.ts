import type { ProjectSymbols } from "../project-symbols.ts";
import type { Occurrences } from "./occurrence.ts";

type Reads = Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">;

/** Reads nothing twice while one question is answered: functions of the same name lead to the same files again and again. */
export function rememberReads(symbols: Reads): Reads {
  const naming = new Map<string, Promise<readonly string[]>>();
  const found = new Map<string, Map<string, Promise<Occurrences | undefined>>>();
  return {
    view: (options) => symbols.view(options),
    filesNaming(words, options) {
      const key = words.join("\n");
      const known = naming.get(key) ?? symbols.filesNaming(words, options);
      naming.set(key, known);
      return known;
    },
    async occurrences(files, names, options) {
      const key = typeof names === "string" ? names : names.join("\n");
      const known = found.get(key) ?? new Map<string, Promise<Occurrences | undefined>>();
      found.set(key, known);
      const fresh = files.filter((file) => !known.has(file));
      const read = fresh.length === 0 ? Promise.resolve([]) : symbols.occurrences(fresh, names, options);
      const byFile = read.then((all) => new Map(all.map((each) => [each.file, each])));
      // Waiting calls get the error; without any, it must not crash the process.
      byFile.catch(() => {});
      for (const file of fresh) {
        const one = byFile.then((all) => all.get(file));
        one.catch(() => {});
        known.set(file, one);
      }
      await byFile;
      const all = await Promise.all(files.flatMap((file) => known.get(file) ?? []));
      return all.filter((each) => each !== undefined);
    },
  };
}
