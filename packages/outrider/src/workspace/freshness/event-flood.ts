import { inotifyLimit } from "./inotify-limit.ts";

const listeners = new Set<() => void>();
let burst = 0;
let floodAt: number | undefined;

/**
 * The kernel drops events when a thread's queue is full, and Node does not report that. All watches of a thread
 * share one queue, so all are notified of a burst that may have filled it.
 */
export function onFlood(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Must be called with every event; a burst is what arrives in one turn of the event loop. */
export function countEvent(): void {
  if (burst === 0) setImmediate(() => (burst = 0)).unref();
  burst += 1;
  floodAt ??= inotifyLimit("max_queued_events", 1024) / 4;
  if (burst < floodAt) return;
  for (const listener of listeners) listener();
}
