import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { ProjectSymbols } from "../../../syntax/project-symbols.ts";
import type { Project } from "../../../workspace/project.ts";
import type { ProjectServers } from "../../project-servers.ts";
import type { Phase, Position } from "../../server/language-server.ts";
import type { ReadQuotable } from "../server-values.ts";
import type { Provenance } from "../provenance.ts";

export interface DefinitionsQuestion {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly servers: ProjectServers;
  /** Path relative to the project's root; the position must exist in its text. */
  readonly file: string;
  readonly position: Position;
  /** The word at the position. */
  readonly name: string;
  readonly wants: ReadonlySet<"definition" | "type" | "hover">;
  readonly readQuotable: ReadQuotable;
  readonly signal: AbortSignal;
  /** How long to wait until the server is ready. Default: a short time. */
  readonly readyMs?: number | undefined;
  readonly onProgress?: (phase: Phase) => void;
}

/** Where something is declared. */
export interface Definition {
  /** Real path. */
  readonly path: string;
  /** Path relative to the project's root; undefined outside of it. */
  readonly file: string | undefined;
  readonly position: Position;
  /** From the table, if it has a symbol with its name at this position. */
  readonly symbol: CodeSymbol | undefined;
  /** Based on the name alone. */
  readonly likely?: true;
}

export interface ResolvedDefinitions {
  readonly provenance: Provenance;
  readonly definitions: readonly Definition[];
  readonly types: readonly Definition[];
  /** Markdown, as the server wrote it. */
  readonly hover: string | undefined;
}
