import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { Project } from "../workspace/project.ts";
import type { LanguageServer, Phase } from "./server/language-server.ts";
import type { ServerState } from "./pool/server-pool.ts";

/** The language servers of one project. */
export interface ProjectServers {
  /**
   * The server for a file (path relative to the project's root, with forward slashes), in step with the disk. Starts it if
   * needed and waits until it is ready, at most `waitMs` (default: 5 s); it keeps loading when callers have stopped waiting.
   */
  forFile(path: string, options: AccessOptions): Promise<ServerAccess>;
  /** Stops a server that gives wrong answers; the next question starts another. */
  discard(server: LanguageServer, why: string): Promise<void>;
  /** False if the user's settings switch them off. */
  readonly enabled: boolean;
  /** Which servers run, were given up or are missing, of those that questions have asked for. Starts nothing. */
  states(): readonly ServerState[];
  /** Those of them that run. */
  running(): readonly ServerState[];
  /** Ids of the languages that a running server answers for. */
  activeLanguages(): readonly string[];
}

export interface AccessOptions {
  readonly signal: AbortSignal;
  readonly waitMs?: number;
  readonly onProgress?: (phase: Phase) => void;
}

export type ServerAccess =
  | { readonly state: "ready"; readonly server: LanguageServer }
  /** Answers may be incomplete: say so, or answer from syntax. */
  | {
      readonly state: "loading";
      readonly server: LanguageServer | undefined;
      readonly phase: Phase;
      readonly title: string;
    }
  /** No server: none is known for the language, none is installed, or it keeps crashing. `how` says how to get one. */
  | { readonly state: "none"; readonly reason: string; readonly how: string | undefined };

/** The language servers of all projects. */
export interface LanguageServers {
  serversOf(project: Project, symbols: ProjectSymbols): ProjectServers;
  /** Stops every server; later calls get none. */
  close(): Promise<void>;
}
