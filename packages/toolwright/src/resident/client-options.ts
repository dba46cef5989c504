import type { Conversation } from "./conversation.ts";
import type { Peer } from "./handshake.ts";

/** Which resident process, and how it is started. */
export interface ResidentClientOptions {
  /** Absolute, and private to the user; it is made if it is missing. */
  readonly directory: string;
  /** From `residentKey`: who has the same one shares the process. */
  readonly key: string;
  /** A process of another version is not used. */
  readonly version: string;
  /** How the process is started where there is none; it calls `serveResident`. Asked only then. Without it, nothing is started. */
  readonly start?: () => StartCommand | Promise<StartCommand>;
  /** How long a start may take. Default: 30 s. */
  readonly startMs?: number;
  readonly signal?: AbortSignal;
}

/** The program that becomes the resident process. */
export interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** Beside the variables that every process gets: PATH, HOME and the like. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A connection to a process that has proven to be the one of its key. */
export interface ResidentConnection extends Conversation {
  readonly peer: Peer;
}
