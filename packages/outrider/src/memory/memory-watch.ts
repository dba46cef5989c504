import { createFolderWatches } from "./folder-watches.ts";
import type { MemoryChange } from "./memory-store.ts";
import type { MemoryFile } from "./memory-folder.ts";

/** Tells all listeners of changes in one state directory, by whatever process. */
export interface MemoryWatch {
  /** The files as somebody has just found them; what differs from before is told. */
  saw(files: readonly MemoryFile[]): void;
  /** `look` is a hint from outside that there may be something to see. */
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
    // A shared and a private memory may have one topic.
    const now = new Map<string, string>();
    for (const { topic, look } of files) now.set(topic, `${now.get(topic) ?? ""} ${look}`);
    known = now;
    if (before === undefined) return;
    const changed = [...now].filter(([topic, look]) => before.get(topic) !== look).map(([topic]) => topic);
    const gone = [...before.keys()].filter((topic) => !now.has(topic));
    if (gone.length > 0 || changed.some((topic) => !before.has(topic))) tell("list");
    for (const topic of [...changed, ...gone]) tell({ topic });
  }

  /** Several events of one save are one look. */
  function lookSoon(): void {
    hint ??= setTimeout(() => {
      hint = undefined;
      // Before the look, so that what comes into a new folder is either seen by it or told by the watch.
      folders.renew();
      const [look] = listeners.values();
      // What went wrong is told to the next caller that lists.
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
      // What is there now is the beginning; only what differs from it is news.
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
