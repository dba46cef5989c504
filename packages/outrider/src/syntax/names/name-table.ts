import { createSegment, type FileNames, type NamedFile, type Segment } from "./segment.ts";

export interface NameTable {
  /** `read` is called when a search first needs the names of the file. */
  set(path: string, read: () => FileNames): void;
  delete(path: string): void;
  segments(): Iterable<Segment>;
}

// Large enough that a search looks at few texts, small enough that an edit makes little to join again.
const filesInSegment = 256;

/** All names of a project in long texts that can be searched at once; a change makes only its own part anew. */
export function createNameTable(): NameTable {
  const slotOf = new Map<string, number>();
  const slots: ({ readonly path: string; readonly read: () => FileNames; names?: FileNames } | undefined)[] = [];
  const free: number[] = [];
  const joined: (Segment | undefined)[] = [];

  function namedFiles(segment: number): readonly NamedFile[] {
    const first = segment * filesInSegment;
    return slots.slice(first, first + filesInSegment).flatMap((slot) => {
      if (slot === undefined) return [];
      slot.names ??= slot.read();
      return [{ path: slot.path, names: slot.names }];
    });
  }

  return {
    set(path, read) {
      const slot = slotOf.get(path) ?? free.pop() ?? slots.length;
      slotOf.set(path, slot);
      slots[slot] = { path, read };
      joined[Math.floor(slot / filesInSegment)] = undefined;
    },
    delete(path) {
      const slot = slotOf.get(path);
      if (slot === undefined) return;
      slotOf.delete(path);
      slots[slot] = undefined;
      free.push(slot);
      joined[Math.floor(slot / filesInSegment)] = undefined;
    },
    *segments() {
      for (let at = 0; at * filesInSegment < slots.length; at += 1) {
        const segment = joined[at] ?? createSegment(namedFiles(at));
        joined[at] = segment;
        yield segment;
      }
    },
  };
}
