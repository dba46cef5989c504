import type { CallOptions, Outcome } from "toolwright";

/** What the commands for shells know of the process they run in: the project, and how to call a tool of its kernel. */
export interface PipeCaller {
  /** The real path of the project. */
  readonly root: string;
  /** The project was open before: a question of completion is answered at once. */
  readonly isWarm?: boolean;
  call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    options: Pick<CallOptions, "signal" | "onProgress" | "valueOnly" | "approval" | "continues">,
  ): Promise<Outcome>;
}
