import type { ToolError } from "toolwright";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { ReadQuotable } from "../lsp/resolve/server-values.ts";
import type { Phase } from "../lsp/server/language-server.ts";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";

/** What is needed to plan an edit. */
export interface EditContext {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly servers: ProjectServers;
  /** Decides which declarations the problems that servers report may quote. */
  readonly readQuotable: ReadQuotable;
  readonly signal: AbortSignal;
  /** For the history: see `ChangeOptions`. */
  readonly by?: string | undefined;
  /** How long to wait until a server is ready. Default: a short time. */
  readonly readyMs: number | undefined;
  /** How much is left of the call's time. Default: enough. */
  readonly leftMs?: () => number;
  readonly onProgress: (phase: Phase) => void;
  readonly otherWays: OtherWays;
}

/** Hints at alternatives to an edit by symbol, for error messages. They name tools, which only the tools know. */
export interface OtherWays {
  /** Nothing exists at a path: suggests similar paths, and the call to look at them. */
  readonly nothingAt: (project: Project, located: Located, signal: AbortSignal) => Promise<ToolError>;
  readonly editText: string;
  readonly findSymbols: string;
  readonly findReferences: string;
  readonly moveFiles: string;
  readonly deleteFiles: string;
}
