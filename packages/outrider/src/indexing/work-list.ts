import { type FileEvent, type FileState, nextFileState } from "./file-state.ts";

/** The files of a project that an index does not have as they are on disk. */
export interface WorkList {
  /** In the order in which they are to be read. */
  readonly waiting: ReadonlySet<string>;
  readonly reading: ReadonlySet<string>;
  /** Those whose text is known, and which wait to be parsed with more time. */
  readonly slow: ReadonlySet<string>;
  /** How many are still to be read: waiting and reading. */
  left(): number;
  pending(): readonly string[];
  /** A number that no other portion has. */
  nextPortion(): number;
  /** Says whether the event made a difference. */
  apply(path: string, event: FileEvent): boolean;
  /** These before the others. */
  prefer(scope: (path: string) => boolean): void;
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
    prefer(scope) {
      const [first, others] = [[...waiting].filter(scope), [...waiting].filter((path) => !scope(path))];
      waiting.clear();
      for (const path of [...first, ...others]) waiting.add(path);
    },
    clear() {
      states.clear();
      for (const paths of Object.values(byKind)) paths.clear();
    },
  };
}
