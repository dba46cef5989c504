import type { ProjectServers } from "../lsp/project-servers.ts";
import type { Phase } from "../lsp/server/language-server.ts";
import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { Project } from "../workspace/project.ts";

/** What planning an edit may ask. */
export interface EditContext {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly servers: ProjectServers;
  readonly signal: AbortSignal;
  /** How long to wait until a server is ready; a short time unless told. */
  readonly readyMs: number | undefined;
  readonly onProgress: (phase: Phase) => void;
}
