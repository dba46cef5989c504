import type { ChangeSource } from "../../indexing/change-feed.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import type { Occurrences } from "../references/occurrence.ts";

/** What was read of a file; undefined if it could not be parsed. */
type Answer = Occurrences | undefined;
type ReadOccurrences = ProjectSymbols["occurrences"];

/** What searches have read that had to stop, so that the same search goes on instead of reading the same files again. */
export interface KeptReads {
  /** Without `keep` nothing is taken from here, and nothing is kept. */
  readonly read: ReadOccurrences;
}

/** Files of all searches together; the oldest searches are forgotten first. */
const maxFiles = 2_000;

/** An answer also says what manifests and other files around it do, so that any change on disk ends them all. */
export function createKeptReads(changes: Pick<ChangeSource, "onChanges">, read: ReadOccurrences): KeptReads {
  const searches = new Map<string, Map<string, Answer>>();
  let changed = 0;
  changes.onChanges((found) => {
    if (found.added.length + found.changed.length + found.removed.length === 0 && found.whole !== true) return;
    changed += 1;
    searches.clear();
  });

  function makeRoom(current: Map<string, Answer>): void {
    let size = [...searches.values()].reduce((sum, { size: files }) => sum + files, 0);
    for (const [key, search] of searches) {
      if (size <= maxFiles || search === current) return;
      searches.delete(key);
      size -= search.size;
    }
  }

  return {
    async read(files, names, options) {
      const { keep } = options;
      if (keep === undefined || names === "calls") return await read(files, names, options);
      const key = names.join("\n");
      const known = searches.get(key) ?? new Map<string, Answer>();
      if (!keep) searches.delete(key);
      if (!keep) return await read(files, names, options);
      const before = changed;
      const fresh = files.filter((file) => !known.has(file));
      const found = new Map((await read(fresh, names, options)).map((each) => [each.file, each]));
      const answers = files.flatMap((file) => found.get(file) ?? known.get(file) ?? []);
      if (before !== changed) return answers;
      for (const file of fresh) if (known.size < maxFiles) known.set(file, found.get(file));
      searches.delete(key);
      searches.set(key, known);
      makeRoom(known);
      return answers;
    },
  };
}
