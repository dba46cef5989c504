import type { ToolError } from "toolwright";
import type { ProjectServers } from "../lsp/project-servers.ts";
import type { Phase } from "../lsp/server/language-server.ts";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project } from "../workspace/project.ts";

/** What planning an edit may ask. */
export interface EditContext {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly servers: ProjectServers;
  readonly signal: AbortSignal;
  /** How long to wait until a server is ready. Default: a short time. */
  readonly readyMs: number | undefined;
  readonly onProgress: (phase: Phase) => void;
  readonly otherWays: OtherWays;
}

/** What errors say of the ways beside an edit by symbol. The names are those of tools, which only a tool knows. */
export interface OtherWays {
  /** Nothing is at a path: what is near, and the call that looks at it. */
  readonly nothingAt: (project: Project, located: Located, signal: AbortSignal) => Promise<ToolError>;
  readonly editText: string;
  readonly findSymbols: string;
  readonly findReferences: string;
  readonly moveFiles: string;
  readonly deleteFiles: string;
}
