/** Looks at memory from time to time, only while there is something to look at. */
export interface MemoryWatch {
  /** To be told when servers come or go. */
  follow(): void;
  close(): void;
}

export interface MemoryWatchOptions {
  readonly everyMs: number;
  readonly isNeeded: () => boolean;
  readonly look: () => Promise<void>;
}

export function watchMemory({ everyMs, isNeeded, look }: MemoryWatchOptions): MemoryWatch {
  let timer: NodeJS.Timeout | undefined;

  function close(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function follow(): void {
    if (!isNeeded()) return close();
    if (timer !== undefined) return;
    // The next look begins when the last one is over, however long that takes.
    timer = setTimeout(() => {
      void look()
        .catch(() => {})
        .finally(() => {
          timer = undefined;
          follow();
        });
    }, everyMs);
    timer.unref();
  }

  return { follow, close };
}
