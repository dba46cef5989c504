import type { FileReferences, References } from "../../../syntax/references/find-references.ts";
import type { ProjectSymbols } from "../../../syntax/project-symbols.ts";
import type { Target } from "../../../syntax/references/target.ts";
import type { Project } from "../../../workspace/project.ts";
import type { ProjectServers } from "../../project-servers.ts";
import type { LanguageServer, Phase, Location, Position } from "../../server/language-server.ts";
import type { Provenance } from "../provenance.ts";
import type { Timeouts } from "../timeouts.ts";

export interface ReferencesQuestion {
  readonly project: Project;
  readonly symbols: ProjectSymbols;
  readonly servers: ProjectServers;
  readonly target: Target;
  readonly signal: AbortSignal;
  /** How long to wait until the server is ready. Default: a short time. */
  readonly readyMs?: number | undefined;
  /** How long the server may take for its answer, after that. Default: some seconds; what it has not said by then is told as open. */
  readonly answerMs?: number | undefined;
  /** How much is left of the call's time; the answer comes before that. */
  readonly leftMs?: (() => number) | undefined;
  readonly onProgress?: (phase: Phase) => void;
}

export interface ServerQuestion extends ReferencesQuestion {
  readonly syntactic: References;
  readonly timeouts: Timeouts;
  /** Until then the server is asked about single places, by `performance.now()`. */
  readonly until: number;
}

export interface ResolvedReferences extends Omit<References, "looked"> {
  readonly provenance: Provenance;
  /** What syntax alone says, with every place that was examined; undefined if files may have changed since it was searched for. */
  readonly bySyntax: References | undefined;
  /** References outside the project, e.g. in libraries. */
  readonly external: number;
  /** References in project files ignored by git, such as build output, by file. */
  readonly ignored: ReadonlyMap<string, number>;
  /** Certain by syntax, but not listed by the server: `src/a.ts:3`. */
  readonly unconfirmed: readonly string[];
  /** Places that a server neither names nor explains away: each is likely at best. */
  readonly open: readonly FileReferences[];
}

export type JoinedReferences = Omit<ResolvedReferences, "bySyntax">;

/** A server's answer, and what is known to be wrong with it. */
export interface ServerAnswer {
  readonly server: LanguageServer;
  /** Real path of the symbol's file, and the position of its name. */
  readonly path: string;
  readonly position: Position;
  readonly locations: readonly Location[];
  /** Locations that are not in a file, as in the classes of a Java library. */
  readonly elsewhere: number;
  /** Items of the answer that were not locations. */
  readonly dropped: number;
  /** How many files with the name were not opened; whether references are missing there shows when the answers are joined. */
  readonly unopened: number;
  readonly doubts: readonly string[];
}

/** Servers disagree about the references of a constructor; all know those of its type. */
export function asType(target: Target): Target {
  const { symbol, container } = target;
  return symbol.kind === "constructor" && container !== undefined
    ? { ...target, symbol: container, container: undefined }
    : target;
}
