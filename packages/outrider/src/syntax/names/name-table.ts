import { createYield } from "../../workspace/freshness/yield-to-loop.ts";
import { createSegment, type FileNames, type NamedFile, type NameSegment } from "./segment.ts";

export interface NameTable {
  /** `read` is called when a search first needs the names of the file. */
  set(path: string, read: () => FileNames): void;
  delete(path: string): void;
  /** The names of one file; empty if it is not in the table. */
  namesOf(path: string): FileNames;
  /** Builds the segments in short slices to let other work run; changes made meanwhile are left to `segments`. */
  prepare(signal: AbortSignal): Promise<void>;
  segments(): Iterable<NameSegment>;
}

// Large enough that a search reads few texts, small enough that an edit rebuilds little.
const filesInSegment = 256;

/** All names of a project in long texts that can be searched at once; a change rebuilds only its own segment. */
export function createNameTable(): NameTable {
  const slotOf = new Map<string, number>();
  const slots: (Slot | undefined)[] = [];
  const free: number[] = [];
  const joined: (NameSegment | undefined)[] = [];

  function slotsOf(segment: number): readonly (Slot | undefined)[] {
    const first = segment * filesInSegment;
    return slots.slice(first, first + filesInSegment);
  }

  function join(at: number): NameSegment {
    const known = joined[at];
    if (known !== undefined) return known;
    const files = slotsOf(at).flatMap((slot): readonly NamedFile[] =>
      slot === undefined ? [] : [{ path: slot.path, names: readSlot(slot) }],
    );
    const segment = createSegment(files);
    joined[at] = segment;
    return segment;
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
    namesOf(path) {
      const slot = slots[slotOf.get(path) ?? -1];
      return slot === undefined ? [] : readSlot(slot);
    },
    async prepare(signal) {
      const pause = createYield(signal);
      for (let at = 0; at * filesInSegment < slots.length; at += 1) {
        if (joined[at] !== undefined) continue;
        for (const slot of slotsOf(at)) {
          if (slot !== undefined) readSlot(slot);
          const paused = pause();
          if (paused !== undefined) await paused;
        }
        join(at);
      }
    },
    *segments() {
      for (let at = 0; at * filesInSegment < slots.length; at += 1) yield join(at);
    },
  };
}

interface Slot {
  readonly path: string;
  readonly read: () => FileNames;
  names?: FileNames;
}

function readSlot(slot: Slot): FileNames {
  slot.names ??= slot.read();
  return slot.names;
}
