import type { CodeSymbol } from "../syntax/code-symbol.ts";
import type { QueryKind, RankedChunk } from "./ranking/rank.ts";

/** Searches one project's texts by meaning: exact for the files as they are when the question is asked. */
export interface ProjectSearch {
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** Looks at the disk and reports the state; reads nothing but texts without symbols, for which nothing is stored. */
  status(options: { readonly signal: AbortSignal }): Promise<SearchStatus>;
  /** Reads what has not been read yet and waits at most `waitMs`; then it continues in the background. */
  build(options: BuildOptions): Promise<SearchStatus>;
  /** Stops a running build; what it has read is kept. */
  stop(): Promise<void>;
  /** Forgets everything; the next question reads it again. */
  clear(): Promise<void>;
}

export interface SearchOptions {
  readonly signal: AbortSignal;
  readonly limit: number;
  readonly offset?: number;
  /** Only files for which this returns true, by path relative to the root. */
  readonly scope?: ((path: string) => boolean) | undefined;
  /** Code, prose, or both. */
  readonly content?: "code" | "docs" | undefined;
  readonly language?: string | undefined;
  /** Only declarations of this kind. */
  readonly kind?: string | undefined;
  readonly explain?: boolean;
  readonly waitMs?: number;
  readonly onProgress?: (done: number, total: number) => void;
  /** The files are read, as far as they will be: what is left is the search itself. */
  readonly onSearching?: () => void;
}

export interface SearchHit {
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  /** Other files with exactly the same content. */
  readonly copies: readonly string[];
  /** From 0, end exclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly language: string;
  /** The declaration that these lines are or are part of. */
  readonly symbol: CodeSymbol | undefined;
  /** Declarations that begin in these lines. */
  readonly declared: readonly CodeSymbol[];
  /** 0 to 1, comparable within an answer. */
  readonly score: number;
  /** Hash of the content that the lines are from. */
  readonly hash: string;
  readonly parts?: NonNullable<RankedChunk["parts"]>;
}

export interface SearchAnswer {
  readonly kind: QueryKind;
  readonly hits: readonly SearchHit[];
  /** Number of hits in the whole list, from which pages are cut. */
  readonly total: number;
  /** Files that also match the question, but are too many to be listed. */
  readonly unlisted: number;
  readonly coverage: Coverage;
}

/** How much of the project an answer is based on. */
export interface Coverage {
  readonly done: number;
  readonly total: number;
  /** Why only words were used; undefined if meaning was used, too. */
  readonly lexicalOnly: string | undefined;
  /** Other remarks, e.g. that a model is still reading. */
  readonly note: string | undefined;
  /** If nothing was found: how many files match path, language and content. */
  readonly fitting?: number;
  /** The project has more files than are looked at, which is this many. */
  readonly cut?: number | undefined;
}

export interface BuildOptions {
  readonly signal: AbortSignal;
  readonly waitMs: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SearchStatus {
  readonly state: "empty" | "building" | "stopped" | "ready";
  readonly files: number;
  readonly done: number;
  readonly total: number;
  readonly chunks: number;
  readonly model: string;
  /** Whether it is another model than the bundled one: it reads in the background, after the files. */
  readonly external: boolean;
  /** Contents that have vectors for this model. */
  readonly embedded: number;
  readonly contents: number;
  /** Files per second in the current or last build. */
  readonly rate: number | undefined;
  /** Files that cannot be found by their text, by reason. */
  readonly notes: readonly { readonly note: string; readonly files: number; readonly examples: readonly string[] }[];
  readonly stored: string;
  readonly problem: string | undefined;
}
