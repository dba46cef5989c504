import { Client } from "@modelcontextprotocol/client";
import type { Redact } from "./redact.ts";
import { ToolSourceError } from "./source-error.ts";

export interface LinkOptions {
  /** Aborting ends the whole link. */
  readonly signal: AbortSignal;
  readonly onFault: (error: unknown) => void;
  /** Called some time after the server announced it, once for many changes. */
  readonly onToolsChanged: (() => void) | undefined;
}

export interface ConnectOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** One connection to a server, over any transport. */
export interface Link {
  /** The server as named in errors. */
  readonly address: string;
  readonly redact: Redact;
  connect(options: ConnectOptions): Promise<Client>;
  /** How the server ended on its own, as the end of a sentence; undefined while it serves. */
  describeEnd(): string | undefined;
  /** What the server last wrote to its log, if we can read it. */
  lastWords(): string;
  close(): Promise<void>;
}

/** The time limit for the start of a source. */
export interface StartTime {
  /** Aborts when the time is up or the host gives up. */
  readonly signal: AbortSignal;
  /** The value of `work`, or a rejection as soon as the time is up, whatever `work` does. */
  bound<Value>(work: Promise<Value>): Promise<Value>;
  finish(): void;
}

export function startTime(timeoutMs: number, hostSignal: AbortSignal | undefined): StartTime {
  const controller = new AbortController();
  const giveUp = (): void =>
    controller.abort(new ToolSourceError("aborted", "The host gave up while it waited for the server."));
  const timer = setTimeout(() => {
    const message = `The server did not list its tools within ${timeoutMs} ms; see whether it starts at all, or raise startTimeoutMs.`;
    controller.abort(new ToolSourceError("start_timed_out", message));
  }, timeoutMs);
  hostSignal?.addEventListener("abort", giveUp, { once: true });
  if (hostSignal?.aborted === true) giveUp();
  const { signal } = controller;
  return {
    signal,
    bound: (work) =>
      new Promise((resolve, reject) => {
        const over = (): void => reject(signal.reason);
        signal.addEventListener("abort", over, { once: true });
        if (signal.aborted) over();
        work.then(resolve, reject).finally(() => signal.removeEventListener("abort", over));
      }),
    finish() {
      clearTimeout(timer);
      hostSignal?.removeEventListener("abort", giveUp);
    },
  };
}

/** "auto" tries the 2026 protocol first, "legacy" uses only the earlier ones. */
export type Negotiation = "auto" | "legacy";

const debounceMs = 300;

/**
 * A client without any capabilities: no elicitation, no sampling, no roots. A server that requests them is refused
 * by the protocol itself.
 */
export function createClient(mode: Negotiation, options: LinkOptions, probeTimeoutMs?: number): Client {
  const { onToolsChanged, onFault } = options;
  const tools = { autoRefresh: false, debounceMs, onChanged: () => onToolsChanged?.() };
  const client = new Client(
    { name: "toolwright", version: "0.1.0" },
    {
      capabilities: {},
      versionNegotiation: { mode, ...(probeTimeoutMs === undefined ? {} : { probe: { timeoutMs: probeTimeoutMs } }) },
      inputRequired: { autoFulfill: false },
      ...(onToolsChanged === undefined ? {} : { listChanged: { tools } }),
    },
  );
  client.onerror = onFault;
  return client;
}
