import type { ProcessScope } from "toolwright";
import type { NodeProcessRunner } from "toolwright/process";
import type { Place } from "../place.ts";

export type Level = "ok" | "info" | "warning" | "problem";

/** One line of the report. */
export interface Finding {
  readonly what: string;
  readonly level: Level;
  readonly detail: string;
  /** What to do about it. */
  readonly next?: string;
}

/** What checks look at, and with what. */
export interface Examination {
  readonly place: Place;
  /** The project as the server would choose it; undefined where there is none. */
  readonly root: string | undefined;
  readonly processes: NodeProcessRunner;
  /** Ends with its check. */
  readonly scope: ProcessScope;
  readonly signal: AbortSignal;
}

export interface Check {
  readonly what: string;
  /** 5 s unless told. */
  readonly limitMs?: number;
  /** A throw is a problem, told by its message. */
  run(examination: Examination): Promise<Omit<Finding, "what"> | readonly Finding[]>;
}
