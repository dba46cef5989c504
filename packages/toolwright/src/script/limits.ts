/** What one script may use. Each has a default; a server that trusts its callers less lowers them. */
export interface ScriptLimits {
  /** Memory of the sandbox; 16 MB at least. Default: 64 MB. */
  readonly memoryBytes: number;
  /** Instructions, roughly: the interpreter is asked every 10,000 of them whether to go on. Default: 400 million. */
  readonly steps: number;
  /** How long it may compute at a stretch; only a built-in function that never looks up gets that far. Default: 15 s. */
  readonly computeMs: number;
  /** Calls of tools, sleeps and questions for types. Default: 200. */
  readonly calls: number;
  /** Calls at a time; the others wait for their turn. Default: 8. */
  readonly parallel: number;
  /** The answer of one call as JSON; a longer one is shortened and has `overflow`. Default: 4 MB. */
  readonly answerBytes: number;
  /** Inputs and answers of all calls together. Default: 32 MB. */
  readonly exchangedBytes: number;
  /** What is printed, and what is returned as JSON, each. Default: 1 MB. */
  readonly outputBytes: number;
  /** Values kept for later scripts of the session, as JSON, together. Default: 256 kB. */
  readonly keptBytes: number;
  /** Number of values kept. Default: 64. */
  readonly keptValues: number;
}

export const defaultLimits: ScriptLimits = {
  memoryBytes: 64 * 1024 * 1024,
  steps: 400_000_000,
  computeMs: 15_000,
  calls: 200,
  parallel: 8,
  answerBytes: 4 * 1024 * 1024,
  exchangedBytes: 32 * 1024 * 1024,
  outputBytes: 1024 * 1024,
  keptBytes: 256 * 1024,
  keptValues: 64,
};
