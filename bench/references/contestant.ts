import type { ChosenSymbol } from "./choose-symbols.ts";
import type { Program } from "./programs.ts";
import type { Repository } from "./repositories.ts";

/** What an answer says of itself; "none" for one that looks as if it were everything. */
export type Mark = "complete" | "partial" | "syntactic" | "none" | "error";

export interface Answer {
  /** `file:line`, relative to the root, lines from 1. */
  readonly places: ReadonlySet<string>;
  readonly mark: Mark;
  /** Why it is not complete, or what went wrong. */
  readonly why?: string;
}

export interface Session {
  readonly ask: (symbol: ChosenSymbol) => Promise<Answer>;
  readonly close: () => Promise<void>;
}

export interface Setting {
  readonly repository: Repository;
  readonly root: string;
  /** An empty folder outside of the repository. */
  readonly scratch: string;
  readonly program: Program;
  readonly symbols: readonly ChosenSymbol[];
}

export interface Contestant {
  readonly id: "ours" | "raw" | "cclsp";
  readonly title: string;
  /** Resolves when it can be asked for the first time. */
  readonly open: (setting: Setting) => Promise<Session>;
}

/** A minute is as long as MCP clients wait unless told otherwise. */
export const patienceMs = 60_000;

export function failed(error: unknown): Answer {
  const why = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").slice(0, 200);
  return { places: new Set(), mark: "error", why };
}
