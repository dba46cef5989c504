export interface PoolLimits {
  readonly maxServers: number;
  /** So long without a question, and it is stopped. */
  readonly idleMs: number;
  /** Whoever was given a server may still be about to ask it: before that it is not stopped to make room. */
  readonly restMs: number;
  /** How long a start waits for one of the others to have time. */
  readonly roomMs: number;
  readonly backOffMs: number;
  readonly mostBackOffMs: number;
  /** So many crashes within the window, and it is given up until the half-open time has passed. */
  readonly maxCrashes: number;
  readonly crashWindowMs: number;
  readonly halfOpenMs: number;
  /** How often the memory of those that run is looked at. */
  readonly sampleMs: number;
  /** Megabytes, where the specification says nothing. */
  readonly memory: { readonly softMb: number; readonly hardMb: number };
  readonly shutdownMs: number;
}

export const defaultPoolLimits: PoolLimits = {
  maxServers: 6,
  idleMs: 600_000,
  restMs: 1_000,
  roomMs: 30_000,
  backOffMs: 500,
  mostBackOffMs: 30_000,
  maxCrashes: 5,
  crashWindowMs: 180_000,
  halfOpenMs: 60_000,
  sampleMs: 10_000,
  memory: { softMb: 1_500, hardMb: 3_000 },
  shutdownMs: 6_000,
};
