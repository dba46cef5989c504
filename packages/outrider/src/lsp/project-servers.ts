import type { ProjectSymbols } from "../syntax/project-symbols.ts";
import type { Project } from "../workspace/project.ts";
import type { LanguageServer, Phase } from "./server/language-server.ts";
import type { ServerState } from "./pool/server-pool.ts";

/** The language servers of one project. */
export interface ProjectServers {
  /**
   * The server that answers for a file (path below the project's root, "/" between), in step with the disk. Waits until it is
   * ready, at most that long (default: 5 s), and starts it where it does not run; it goes on loading when nobody waits any more.
   */
  forFile(path: string, options: AccessOptions): Promise<ServerAccess>;
  /** Ends one that gives wrong answers; the next question starts another. */
  discard(server: LanguageServer, why: string): Promise<void>;
  /** Of the project's languages: what is there, what runs, what is missing. */
  states(): readonly ServerState[];
}

export interface AccessOptions {
  readonly signal: AbortSignal;
  readonly waitMs?: number;
  readonly onProgress?: (phase: Phase) => void;
}

export type ServerAccess =
  | { readonly state: "ready"; readonly server: LanguageServer }
  /** Answers may lack something: say so, or answer from syntax. */
  | {
      readonly state: "loading";
      readonly server: LanguageServer | undefined;
      readonly phase: Phase;
      readonly title: string;
    }
  /** No server: none is known for the language, none is installed, or it does not stay up. `how` says how to get one. */
  | { readonly state: "none"; readonly reason: string; readonly how: string | undefined };

/** The language servers of all projects. */
export interface LanguageServers {
  serversOf(project: Project, symbols: ProjectSymbols): ProjectServers;
  /** Ends every server; later calls get none. */
  close(): Promise<void>;
}
