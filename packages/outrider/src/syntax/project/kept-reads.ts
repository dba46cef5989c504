import type { ChangeSource } from "../../indexing/change-feed.ts";
import { type FileStamp, isSameStamp } from "../../workspace/freshness/file-table.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import type { Occurrences } from "../references/occurrence.ts";

type ReadOccurrences = ProjectSymbols["occurrences"];

/** What was read of a file, and its stamp from before it was read. */
interface Read {
  /** Undefined if it could not be parsed. */
  readonly answer: Occurrences | undefined;
  readonly stamp: FileStamp | undefined;
  readonly at: number;
}

/** One that had to stop goes on; of one that is whole, a few files stay in case the same is asked again. */
interface Search {
  readonly files: Map<string, Read>;
  isWhole: boolean;
}

/** What searches have read, so that the same search does not read the same files again. */
export interface KeptReads {
  /** Without `keep` nothing is taken from here, and nothing is kept. */
  readonly read: ReadOccurrences;
}

export interface KeptReadsOptions {
  readonly read: ReadOccurrences;
  /** What the disk says of a file now. */
  readonly stampOf: (file: string) => FileStamp | undefined;
  readonly now?: () => number;
}

/** Files of all searches together; the oldest searches are forgotten first. */
const maxFiles = 2_000;
/** The same of searches that are whole. */
const maxWholeFiles = 400;
/** Longer than a clock tick of any file system: a write right after the read may have kept the stamp. */
const youngMs = 2_000;

/** An answer also says what manifests and other files around it do, so that any change on disk ends them all. */
export function createKeptReads(
  changes: Pick<ChangeSource, "onChanges">,
  { read, stampOf, now = Date.now }: KeptReadsOptions,
): KeptReads {
  const searches = new Map<string, Search>();
  let changed = 0;
  changes.onChanges((found) => {
    if (found.added.length + found.changed.length + found.removed.length === 0 && found.whole !== true) return;
    changed += 1;
    searches.clear();
  });

  function forgetOldest(limit: number, counts: (search: Search) => boolean, current?: Search): void {
    let size = [...searches.values()].reduce((sum, each) => sum + (counts(each) ? each.files.size : 0), 0);
    for (const [key, search] of searches) {
      if (size <= limit || search === current) return;
      if (!counts(search)) continue;
      searches.delete(key);
      size -= search.files.size;
    }
  }

  function finish(key: string): void {
    const search = searches.get(key);
    if (search === undefined) return;
    search.isWhole = true;
    forgetOldest(maxWholeFiles, ({ isWhole }) => isWhole);
  }

  /** A read counts only while the file on disk is the same, even if no change was reported. One that is young could hide a change; only a search that goes on uses it. */
  function isUntouched(file: string, { stamp, at }: Read, { isWhole }: Pick<Search, "isWhole">): boolean {
    const current = stampOf(file);
    if (stamp === undefined || current === undefined) return false;
    return isSameStamp(stamp, current) && (!isWhole || at - stamp.ctimeMs > youngMs);
  }

  return {
    async read(files, names, options) {
      const { keep } = options;
      if (keep === undefined || names === "calls") return await read(files, names, options);
      const key = names.join("\n");
      if (!keep) finish(key);
      if (!keep) return await read(files, names, options);
      const search = searches.get(key) ?? { files: new Map<string, Read>(), isWhole: false };
      const { files: known, isWhole } = search;
      search.isWhole = false;
      const before = changed;
      const fresh = files.filter((file) => {
        const kept = known.get(file);
        return kept === undefined || !isUntouched(file, kept, { isWhole });
      });
      const stamps = new Map(fresh.map((file) => [file, stampOf(file)]));
      const at = now();
      const found = new Map((await read(fresh, names, options)).map((each) => [each.file, each]));
      const answers = files.flatMap((file) => (stamps.has(file) ? found.get(file) : known.get(file)?.answer) ?? []);
      if (before !== changed) return answers;
      for (const file of fresh) {
        if (known.size >= maxFiles && !known.has(file)) continue;
        known.set(file, { answer: found.get(file), stamp: stamps.get(file), at });
      }
      searches.delete(key);
      searches.set(key, search);
      forgetOldest(maxFiles, () => true, search);
      return answers;
    },
  };
}
