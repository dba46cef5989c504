/** Entries in the order they came, and a way to wait for one that did not come yet. */
export interface Log<Entry> {
  readonly entries: readonly Entry[];
  add(entry: Entry): void;
  /** The first that matches, past or future; rejects with what was seen instead. */
  find(matches: (entry: Entry) => boolean, limitMs?: number): Promise<Entry>;
  /** The same log as if nothing had come before. */
  fromNow(): Log<Entry>;
}

export function createLog<Entry>(): Log<Entry> {
  const all: Entry[] = [];
  const listeners = new Set<() => void>();

  function view(start: number): Log<Entry> {
    return {
      get entries() {
        return all.slice(start);
      },
      add(entry) {
        all.push(entry);
        for (const listener of listeners) listener();
      },
      fromNow: () => view(all.length),
      find: async (matches, limitMs = 60_000) => await waitFor(() => all.slice(start), matches, limitMs),
    };
  }

  function waitFor(entries: () => Entry[], matches: (entry: Entry) => boolean, limitMs: number): Promise<Entry> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const found = entries().find(matches);
        if (found === undefined) return;
        stop();
        resolve(found);
      };
      const timer = setTimeout(() => {
        stop();
        reject(new Error(`Nothing fitting within ${limitMs} ms; saw ${JSON.stringify(entries()).slice(-2_000)}`));
      }, limitMs);
      const stop = (): void => {
        clearTimeout(timer);
        listeners.delete(look);
      };
      listeners.add(look);
      look();
    });
  }
  return view(0);
}
