import type { KitServer } from "../support/kit-servers.ts";

/** A small project whose every answer is known. Places are `path:line`. */
export interface ServerProject {
  readonly server: KitServer;
  readonly files: Readonly<Record<string, string>>;
  readonly references: Question & {
    /** All of them, declarations left out; several in one line are one place. */
    readonly places: readonly string[];
    /** Where the server is not asked for them: it says why. */
    readonly bySyntax?: RegExp;
  };
  readonly definition: {
    readonly path: string;
    readonly line: number;
    readonly symbol: string;
    readonly at: string;
    /** A part of what the server says of its type. */
    readonly hover: string;
  };
  readonly calls: Question & {
    /** "not syntactic": by a server, of which only newer ones know both directions. */
    readonly completeness: "complete" | "syntactic" | "not syntactic";
    /** `symbol path:line,line of the calls`. */
    readonly callers: readonly string[];
    readonly callees: readonly string[];
  };
  /** A file as it is with a mistake in it; undefined where the server's word on problems is not asked for. */
  readonly problem?: {
    readonly path: string;
    readonly text: string;
    readonly line: number;
    readonly message: RegExp;
  };
  /** What somebody else writes meanwhile, and what the references are then. */
  readonly edit: { readonly files: Readonly<Record<string, string>>; readonly places: readonly string[] };
}

export interface Question {
  readonly symbol: string;
  readonly path: string;
}
