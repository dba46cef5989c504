import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { ProjectSymbols } from "../../../syntax/project-symbols.ts";
import type { Project } from "../../../workspace/project.ts";
import type { ProjectServers } from "../../project-servers.ts";
import type { Phase, Position } from "../../server/language-server.ts";
import type { Provenance } from "../provenance.ts";

export interface DefinitionsQuestion {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly servers: ProjectServers;
  /** Below the project's root; the place must be one that its text has. */
  readonly file: string;
  readonly position: Position;
  /** The word that stands there. */
  readonly name: string;
  readonly wants: ReadonlySet<"definition" | "type" | "hover">;
  readonly signal: AbortSignal;
  /** How long to wait until the server is ready. Default: a short time. */
  readonly readyMs?: number | undefined;
  readonly onProgress?: (phase: Phase) => void;
}

/** Where something is declared. */
export interface Definition {
  /** Real path. */
  readonly path: string;
  /** Below the project's root; undefined outside of it. */
  readonly file: string | undefined;
  readonly position: Position;
  /** Of the table, where it has one with its name at this place. */
  readonly symbol: CodeSymbol | undefined;
  /** Only the name says so. */
  readonly likely?: true;
}

export interface ResolvedDefinitions {
  readonly provenance: Provenance;
  readonly definitions: readonly Definition[];
  readonly types: readonly Definition[];
  /** Markdown, as the server wrote it. */
  readonly hover: string | undefined;
}
