import type { Client } from "@modelcontextprotocol/client";
import type { Redact } from "./redact.ts";

export interface LinkOptions {
  /** Ends the whole link when it aborts. */
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  /** Told some time after the server has said so, once for many times. */
  readonly onToolsChanged: (() => void) | undefined;
}

export interface ConnectOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One connection to a server, whatever carries it. */
export interface Link {
  /** The server as errors name it. */
  readonly address: string;
  readonly redact: Redact;
  connect(options: ConnectOptions): Promise<Client>;
  /** How the server has ended by itself, as the end of a sentence; undefined while it serves. */
  describeEnd(): string | undefined;
  /** What the server last wrote to its log, where we can read it. */
  lastWords(): string;
  close(): Promise<void>;
}
