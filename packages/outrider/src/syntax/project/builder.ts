import { extname } from "node:path";
import type { FileToRead, ReadFile } from "../workers/messages.ts";
import type { ParserPool } from "../workers/open-parser-pool.ts";
import { readFiles } from "../workers/read-files.ts";

export interface BuilderOptions {
  readonly root: string;
  readonly pool: ParserPool;
  readonly onFile: (file: ReadFile) => void;
  /** Hash of the content that is known of a file. */
  readonly knownHash: (path: string) => string | undefined;
  /** Bytes of a file, as far as known: portions are made equally large. */
  readonly sizeOf: (path: string) => number;
  readonly onFailure: (error: unknown) => void;
}

/** Reads what is to be read, in portions, in as many threads as there are. */
export interface Builder {
  /** These differ on disk from what the table has. */
  add(paths: Iterable<string>): void;
  drop(path: string): void;
  /** What no thread has begun with. */
  waiting(): readonly string[];
  /** How many are still to be read. */
  left(): number;
  /** What is still to be read. */
  pending(): readonly string[];
  /** These before the others. */
  prefer(scope: (path: string) => boolean): void;
  /** Settles when nothing is left, or with the signal; what is not yet read then stays to be read. */
  readAll(signal: AbortSignal): Promise<void>;
}

// A portion takes a thread about a tenth of a second; whoever waits for one file waits no longer than that.
const portionBytes = 256 * 1024;
const portionFiles = 64;

export function createBuilder(options: BuilderOptions): Builder {
  const { root, pool, onFile, knownHash, sizeOf, onFailure } = options;
  const waiting = new Set<string>();
  /** Each file with the portion that it is read in: an answer of an earlier one may be about an older content. */
  const reading = new Map<string, Portion>();

  /** Files of one language: each thread that meets a language has to load its grammar and compile its queries first. */
  function nextPortion(): Portion {
    const portion: FileToRead[] = [];
    let bytes = 0;
    let ending: string | undefined;
    for (const path of waiting) {
      ending ??= extname(path);
      if (extname(path) !== ending) continue;
      if (portion.length >= portionFiles || (portion.length > 0 && bytes + sizeOf(path) > portionBytes)) break;
      bytes += sizeOf(path);
      waiting.delete(path);
      reading.set(path, portion);
      portion.push({ path, hash: knownHash(path) });
    }
    return portion;
  }

  async function readOn(signal: AbortSignal): Promise<void> {
    for (let portion = nextPortion(); portion.length > 0; portion = nextPortion()) {
      const current = portion;
      try {
        await readFiles(pool, current, { root, signal, onFile: (file) => settle(file, current, signal) });
      } finally {
        for (const { path } of current) if (leave(path, current)) waiting.add(path);
      }
      signal.throwIfAborted();
    }
  }

  function settle(file: ReadFile, portion: Portion, signal: AbortSignal): void {
    if (!signal.aborted && leave(file.path, portion)) onFile(file);
  }

  /** Whether it was still this portion's to read. */
  function leave(path: string, portion: Portion): boolean {
    return reading.get(path) === portion && reading.delete(path);
  }

  return {
    add(paths) {
      for (const path of paths) {
        // What is being read right now may be what was there before the change.
        reading.delete(path);
        waiting.add(path);
      }
    },
    drop(path) {
      waiting.delete(path);
      reading.delete(path);
    },
    waiting: () => [...waiting],
    left: () => waiting.size + reading.size,
    pending: () => [...waiting, ...reading.keys()],
    prefer(scope) {
      const [first, others] = [[...waiting].filter(scope), [...waiting].filter((path) => !scope(path))];
      waiting.clear();
      for (const path of [...first, ...others]) waiting.add(path);
    },
    async readAll(signal) {
      try {
        // What is added near the end is read by all threads again.
        while (waiting.size > 0 && !signal.aborted) {
          await Promise.all(Array.from({ length: pool.size }, () => readOn(signal)));
        }
      } catch (error) {
        if (!signal.aborted) onFailure(error);
      }
    },
  };
}

type Portion = readonly FileToRead[];
