import type { OperationAnswer, Operation } from "./worker/messages.ts";

/** An operation of a script with its answer. */
export interface Exchange {
  readonly operation: Operation;
  readonly answer: OperationAnswer;
}

/**
 * Everything that a script was told, in the order in which it was told: with it, the same script makes the same calls again.
 * A script that stops to ask goes on from it, and no call that has ended is made twice.
 */
export interface Transcript {
  readonly startedAt: number;
  readonly kept: string;
  readonly exchanges: readonly Exchange[];
  /** The operation that asked, and the sealed state of its tool if it had one. */
  readonly asking: { readonly op: number; readonly state: string | undefined };
}

/** Transcripts of scripts that wait for a person, by a key that nobody can guess. */
export interface TranscriptStore {
  put(transcript: Transcript): string;
  /** Undefined if it was taken before, has expired, or made room for others. */
  take(key: string): Transcript | undefined;
}

interface Stored {
  readonly transcript: Transcript;
  readonly bytes: number;
  readonly expiresAt: number;
}

const maxTranscripts = 64;
const maxBytes = 64 * 1024 * 1024;
/** As long as an approval may be answered by default. */
const timeToLiveMs = 600_000;

export function createTranscriptStore(wallTime: () => number = Date.now): TranscriptStore {
  const stored = new Map<string, Stored>();

  function makeRoom(): void {
    let bytes = [...stored.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [key, each] of stored) {
      if (each.expiresAt > wallTime() && bytes <= maxBytes && stored.size <= maxTranscripts) continue;
      stored.delete(key);
      bytes -= each.bytes;
    }
  }

  return {
    put(transcript) {
      const key = crypto.randomUUID();
      stored.set(key, { transcript, bytes: bytesOf(transcript), expiresAt: wallTime() + timeToLiveMs });
      makeRoom();
      return key;
    },
    take(key) {
      makeRoom();
      const found = stored.get(key);
      stored.delete(key);
      return found?.transcript;
    },
  };
}

function bytesOf({ kept, exchanges }: Transcript): number {
  return exchanges.reduce(
    (sum, { operation, answer }) => sum + operation.input.length + answer.json.length,
    kept.length,
  );
}
