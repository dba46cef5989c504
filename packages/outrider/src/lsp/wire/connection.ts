/** A JSON-RPC connection to a server. Whatever the other side does, each request settles once and in time. */
export interface Connection {
  /** Rejects with a `ServerError` that says why: the server's own error, a timeout, a cancel or the end of the connection. */
  request(method: string, params: unknown, options: RequestOptions): Promise<unknown>;
  notify(method: string, params?: unknown): void;
  /** Resolves to the reason when the connection has ended; never rejects. */
  readonly closed: Promise<CloseReason>;
  readonly inFlight: number;
  /** Faults in the input that were survived, for status reports to people. */
  faults(): WireFaults;
  /** Ends the connection: pending requests are rejected, once. */
  close(reason: CloseReason): void;
}

export interface WireFaults {
  /** Lines on stdout that are not part of a message. */
  readonly skippedLines: number;
  /** Messages that were not JSON. */
  readonly badBodies: number;
  /** JSON that is not a message. */
  readonly malformed: number;
  /** Unexpected answers: sent twice, with an id never used, or too late. */
  readonly strayAnswers: number;
  /** Our handlers that threw. */
  readonly handlerFailures: number;
}

export interface RequestOptions {
  /** Aborting sends `$/cancelRequest` and rejects at once; what arrives later is dropped. */
  readonly signal: AbortSignal;
  /** After this time the request is cancelled on the server and rejected. */
  readonly timeoutMs: number;
}

export interface CloseReason {
  /** "violation": it sent something that is not a message. "ended": it closed its output or exited. "closed": by us. */
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
  /** The server's own error code, if it sent one. */
  readonly rpcCode: number | undefined;
  constructor(code: ServerErrorCode, message: string, rpcCode?: number) {
    super(message);
    this.name = "ServerError";
    this.code = code;
    this.rpcCode = rpcCode;
  }
}
