export interface SharedListeners {
  /** Calls back once when the signal aborts, unless it was removed. */
  add(signal: AbortSignal, onAbort: () => void): void;
  remove(signal: AbortSignal, onAbort: () => void): void;
}

/** One listener for each signal, however many requests share it: Node warns of a leak at eleven. */
export function createSharedListeners(): SharedListeners {
  const signals = new Map<AbortSignal, { readonly waiting: Set<() => void>; readonly onAbort: () => void }>();

  const listen = (signal: AbortSignal): Set<() => void> => {
    const waiting = new Set<() => void>();
    const onAbort = (): void => {
      signals.delete(signal);
      for (const callback of waiting) callback();
    };
    signals.set(signal, { waiting, onAbort });
    signal.addEventListener("abort", onAbort, { once: true });
    return waiting;
  };

  return {
    add(signal, onAbort) {
      (signals.get(signal)?.waiting ?? listen(signal)).add(onAbort);
    },
    remove(signal, onAbort) {
      const shared = signals.get(signal);
      shared?.waiting.delete(onAbort);
      if (shared === undefined || shared.waiting.size > 0) return;
      signals.delete(signal);
      signal.removeEventListener("abort", shared.onAbort);
    },
  };
}
