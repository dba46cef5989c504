import { type FileEvent, type FileState, nextFileState } from "./file-state.ts";

/** The files of a project whose state on disk is not in an index yet. */
export interface WorkList {
  /** In the order in which they will be read. */
  readonly waiting: ReadonlySet<string>;
  readonly reading: ReadonlySet<string>;
  /** Files whose text is known, but which have to be parsed with more time. */
  readonly slow: ReadonlySet<string>;
  /** How many still have to be read: waiting and reading. */
  left(): number;
  pending(): readonly string[];
  /** A unique number for a portion. */
  nextPortion(): number;
  /** Returns whether the event made a difference. */
  apply(path: string, event: FileEvent): boolean;
  /** Moves these before the others: in the given order, or in the one that they have. */
  prefer(wanted: readonly string[] | ((path: string) => boolean)): void;
  /** Whether it was moved to the front last. */
  isPreferred(path: string): boolean;
  clear(): void;
}

export function createWorkList(): WorkList {
  const states = new Map<string, FileState>();
  const byKind: Readonly<Record<FileState["kind"], Set<string>>> = {
    waiting: new Set(),
    reading: new Set(),
    slow: new Set(),
    retrying: new Set(),
  };
  const { waiting, reading, slow } = byKind;
  let preferred: ReadonlySet<string> = new Set();
  let lastPortion = 0;
  return {
    waiting,
    reading,
    slow,
    left: () => waiting.size + reading.size,
    pending: () => [...waiting, ...reading],
    nextPortion: () => (lastPortion += 1),
    apply(path, event) {
      const state = states.get(path);
      const next = nextFileState(state, event);
      if (next === state) return false;
      if (state !== undefined) byKind[state.kind].delete(path);
      if (next === undefined) states.delete(path);
      else {
        states.set(path, next);
        byKind[next.kind].add(path);
      }
      return true;
    },
    prefer(wanted) {
      const all = [...waiting];
      const first = typeof wanted === "function" ? all.filter(wanted) : wanted.filter((path) => waiting.has(path));
      preferred = new Set(first);
      waiting.clear();
      for (const path of [...first, ...all]) waiting.add(path);
    },
    isPreferred: (path) => preferred.has(path),
    clear() {
      states.clear();
      preferred = new Set();
      for (const paths of Object.values(byKind)) paths.clear();
    },
  };
}
