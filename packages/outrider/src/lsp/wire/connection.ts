/** One conversation with a server by JSON-RPC. Whatever the other side does, each request settles once and in time. */
export interface Connection {
  /** Rejects with a `ServerError` that says why: the server's own error, time, cancel or the end of the connection. */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown>;
  notify(method: string, params?: unknown): void;
  /** Resolves when it is over, with the reason; never rejects. */
  readonly closed: Promise<CloseReason>;
  readonly inFlight: number;
  /** What was wrong with what came, and survived; for the state that people ask for. */
  faults(): WireFaults;
  /** Ends it: what is under way is rejected, once. */
  close(reason: CloseReason): void;
}

export interface WireFaults {
  /** Lines on stdout that belong to no message. */
  readonly skippedLines: number;
  /** Messages that were no JSON. */
  readonly badBodies: number;
  /** JSON that is no message. */
  readonly malformed: number;
  /** Answers nobody waits for: twice, to an id never used, or too late. */
  readonly strayAnswers: number;
  /** Handlers of ours that threw. */
  readonly handlerFailures: number;
}

export interface RequestOptions {
  /** Aborting sends `$/cancelRequest` and rejects at once; what arrives later is dropped. */
  readonly signal: AbortSignal;
  /** After so long the request is cancelled on the server and rejected. */
  readonly timeoutMs: number;
}

export interface CloseReason {
  /** "violation": what it sent was no message. "ended": it closed its output or exited. "closed": by us. */
  readonly why: "violation" | "ended" | "closed" | "unresponsive";
  readonly detail: string;
}

export interface ConnectionHandlers {
  /** The answer to a request of the server, or a promise of it; a rejection becomes an error reply, undefined is sent as null. */
  onRequest(method: string, params: unknown): unknown;
  onNotification(method: string, params: unknown): void;
}

export type ServerErrorCode = "server" | "timed_out" | "cancelled" | "closed" | "not_ready";

/** Why a request has no answer. */
export class ServerError extends Error {
  readonly code: ServerErrorCode;
  /** The server's own number, where it sent one. */
  readonly rpcCode: number | undefined;
  constructor(code: ServerErrorCode, message: string, rpcCode?: number) {
    super(message);
    this.name = "ServerError";
    this.code = code;
    this.rpcCode = rpcCode;
  }
}
