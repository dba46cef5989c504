/** What a tool of a case is: each contestant makes one of its own kind of it. */
export interface ToolSpec {
  readonly name: string;
  readonly kind: "read" | "write";
  readonly needsApproval?: true;
  /** By the contestant's own setting. */
  readonly timeoutMs?: number;
  readonly run: (input: { readonly name: string }, signal: AbortSignal | undefined) => Promise<string>;
}

export interface ScriptedCall {
  readonly id: string;
  readonly tool: string;
  /** As the model writes it. */
  readonly input: string;
}

/** What the model does when it is asked once. */
export interface Turn {
  readonly text?: string;
  readonly calls?: readonly ScriptedCall[];
  /** The stream ends inside the arguments of the last call: closed as if nothing was wrong, or with an error of the connection. */
  readonly cut?: "silently" | "with an error";
  readonly outputTokens?: number;
}

/** A result as the model was told of it. */
export interface SeenResult {
  readonly id: string;
  readonly text: string;
}

/** A model that every contestant asks, behind its own interface. What it does follows from what it is asked. */
export interface Script {
  /** @param answered how many answers the history holds already */
  next(answered: number, results: readonly SeenResult[], inputTokens: number): Turn;
}

export interface Setup {
  readonly script: Script;
  readonly tools: readonly ToolSpec[];
  readonly signal?: AbortSignal;
  readonly maxTurns: number;
  readonly maxOutputTokens?: number;
  /** Of all model calls together. */
  readonly tokenLimit?: number;
  /** Where what survives the process is kept. */
  readonly directory?: string;
}

/** How a run ended, in a word, and in the contestant's own words. */
export interface RunEnd {
  readonly ended: "done" | "stopped" | "failed";
  readonly words: string;
  /** It asks for one answer at a time, and has refused one that came before its turn. */
  readonly asksOneByOne?: true;
}

/** One agent loop, used as its documentation says. */
export interface Contestant {
  run(setup: Setup): Promise<RunEnd>;
  /** Runs up to the questions, then answers them in this order. */
  approve(setup: Setup, answers: readonly (readonly [id: string, isApproved: boolean])[]): Promise<RunEnd>;
  /** Goes on after `run` with a directory was killed. */
  resume(setup: Setup): Promise<RunEnd>;
  /** A limit of tokens for a run: kept by the loop, or by a condition that its documentation shows; or not offered. */
  readonly tokenLimit: "own" | "condition" | "none";
}

export const question = "Go.";

export async function endOf(run: () => Promise<RunEnd>): Promise<RunEnd> {
  try {
    return await run();
  } catch (error) {
    const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return { ended: "failed", words: words.slice(0, 160) };
  }
}
