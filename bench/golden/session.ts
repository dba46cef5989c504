import type { ProjectName } from "./projects/index.ts";

/** One server, or the command line, on a fresh copy of one project: steps in this order, each with a transcript of its own. */
export interface Session {
  readonly name: string;
  readonly project: ProjectName;
  /** Language servers from the development dependencies. Default none, whatever the machine has. */
  readonly servers?: readonly ServerName[];
  /** Questions that wait until these servers are ready, before the first step. */
  readonly warmUp?: readonly ToolStep[];
  /** Flags of `outrider serve`. */
  readonly flags?: readonly string[];
  /** More of the user's settings, as TOML. */
  readonly settings?: string;
  /** What the person says when asked; without it the client cannot ask. */
  readonly person?: "accepts" | "declines";
  readonly steps: readonly Step[];
}

export type ServerName = "bash" | "css" | "json" | "pyright" | "vtsls" | "yaml";

export type Input = Readonly<Record<string, unknown>>;

/**
 * Texts may hold `$ROOT` (the project), `$OUTSIDE` (a directory beside it) and `$TEMP`, and `$HANDLE`, `$UNDO`, `$TRASH`, `$ACTION`
 * for the last id of that kind that an answer has shown.
 */
export type ToolStep = readonly [tool: string, input: Input];

export interface RequestStep {
  readonly request: string;
  readonly params?: Input;
}

export interface CommandStep {
  readonly command: readonly string[];
}

/** Files that somebody else writes or, with null, removes. */
export interface WriteStep {
  readonly write: Readonly<Record<string, string | null>>;
}

export type Step = ToolStep | RequestStep | CommandStep | WriteStep;

export function isToolStep(step: Step): step is ToolStep {
  return Array.isArray(step);
}
