import { createFolderWatches } from "./folder-watches.ts";
import type { MemoryChange } from "./memory-store.ts";
import type { MemoryFile } from "./memory-folder.ts";

/** Reports changes in one state directory, made by any process, to all listeners. */
export interface MemoryWatch {
  /** Takes the files that were just found; differences from before are reported. */
  saw(files: readonly MemoryFile[]): void;
  /** `look` is called when an external event hints at a change. */
  watch(onChange: (change: MemoryChange) => void, look: () => Promise<unknown>): () => void;
  close(): void;
}

export function createMemoryWatch(base: string): MemoryWatch {
  const listeners = new Map<(change: MemoryChange) => void, () => Promise<unknown>>();
  const folders = createFolderWatches(base, lookSoon);
  let known: ReadonlyMap<string, string> | undefined;
  let hint: NodeJS.Timeout | undefined;

  function tell(change: MemoryChange): void {
    for (const listener of listeners.keys()) listener(change);
  }

  function saw(files: readonly MemoryFile[]): void {
    const before = known;
    // A shared and a private memory may have the same topic.
    const now = new Map<string, string>();
    for (const { topic, look } of files) now.set(topic, `${now.get(topic) ?? ""} ${look}`);
    known = now;
    if (before === undefined) return;
    const changed = [...now].filter(([topic, look]) => before.get(topic) !== look).map(([topic]) => topic);
    const gone = [...before.keys()].filter((topic) => !now.has(topic));
    if (gone.length > 0 || changed.some((topic) => !before.has(topic))) tell("list");
    for (const topic of [...changed, ...gone]) tell({ topic });
  }

  /** Combines several events of one save. */
  function lookSoon(): void {
    hint ??= setTimeout(() => {
      hint = undefined;
      // Before looking, so that files in a new folder are either found now or reported by its watch.
      folders.renew();
      const [look] = listeners.values();
      // An error is reported to the next caller that lists.
      look?.().catch(() => {});
    }, 50).unref();
  }

  function stop(): void {
    clearTimeout(hint);
    hint = undefined;
    folders.close();
  }

  return {
    saw,
    watch(onChange, look) {
      const own = (change: MemoryChange): void => onChange(change);
      listeners.set(own, look);
      folders.renew();
      // The current files are the baseline; only differences from them are reported.
      if (known === undefined) lookSoon();
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) stop();
      };
    },
    close() {
      listeners.clear();
      stop();
    },
  };
}
