/** Milliseconds, except where the name says otherwise. */
export interface ServerLimits {
  readonly initialize: number;
  readonly request: number;
  /** For requests about the whole project. */
  readonly slowRequest: number;
  readonly shutdown: number;
  /** For exiting on its own after `exit`. */
  readonly leave: number;
  /** Between the polite signal and the forced one. */
  readonly grace: number;
  /** A timeout of a request with a shorter limit does not count against the server. */
  readonly hang: number;
  readonly maxTimeoutsInRow: number;
  readonly maxOpenDocuments: number;
}

export const defaultLimits: ServerLimits = {
  initialize: 30_000,
  request: 20_000,
  slowRequest: 60_000,
  shutdown: 2000,
  leave: 500,
  grace: 1500,
  hang: 2000,
  maxTimeoutsInRow: 3,
  maxOpenDocuments: 200,
};

const slowMethods = new Set([
  "textDocument/references",
  "textDocument/rename",
  "textDocument/implementation",
  "callHierarchy/incomingCalls",
  "workspace/diagnostic",
]);

export function requestTimeOf(method: string, limits: ServerLimits): number {
  return slowMethods.has(method) ? limits.slowRequest : limits.request;
}
