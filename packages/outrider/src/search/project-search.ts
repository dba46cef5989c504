import type { CodeSymbol } from "../syntax/code-symbol.ts";
import type { QueryKind, RankedChunk } from "./ranking/rank.ts";

/** Searches one project's texts by meaning: exact for the files as they are when the question is asked. */
export interface ProjectSearch {
  search(query: string, options: SearchOptions): Promise<SearchAnswer>;
  /** Looks at the disk, and says how it stands; reads nothing else but texts without symbols, which nothing is stored of. */
  status(options: { readonly signal: AbortSignal }): Promise<SearchStatus>;
  /** Reads what is not yet read, and waits at most that long; then it goes on in the background. */
  build(options: BuildOptions): Promise<SearchStatus>;
  /** Ends a build that runs; what it has read stays. */
  stop(): Promise<void>;
  /** Forgets everything; the next question reads it again. */
  clear(): Promise<void>;
}

export interface SearchOptions {
  readonly signal: AbortSignal;
  readonly limit: number;
  readonly offset?: number;
  /** Only files for which this holds, by path below the root. */
  readonly scope?: ((path: string) => boolean) | undefined;
  /** Texts in languages of people, texts in those of machines, or both. */
  readonly content?: "code" | "docs" | undefined;
  readonly language?: string | undefined;
  /** Only declarations of this kind. */
  readonly kind?: string | undefined;
  readonly explain?: boolean;
  readonly waitMs?: number;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface SearchHit {
  /** Below the root, "/" between. */
  readonly path: string;
  /** Other files with the very same content. */
  readonly copies: readonly string[];
  /** From 0, the end exclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly language: string;
  /** The declaration that these lines are, or are a part of. */
  readonly symbol: CodeSymbol | undefined;
  /** Declarations that begin in these lines. */
  readonly declared: readonly CodeSymbol[];
  /** 0 to 1, comparable within an answer. */
  readonly score: number;
  /** Hash of the content that the lines are of. */
  readonly hash: string;
  readonly parts?: NonNullable<RankedChunk["parts"]>;
}

export interface SearchAnswer {
  readonly kind: QueryKind;
  readonly hits: readonly SearchHit[];
  /** Places in the whole list, which the pages are cut from. */
  readonly total: number;
  /** Files that have something of the question, too, and are too many to be listed. */
  readonly unlisted: number;
  readonly coverage: Coverage;
}

/** How much of the project an answer rests on. */
export interface Coverage {
  readonly done: number;
  readonly total: number;
  /** Why it went by words alone; undefined when meaning counted, too. */
  readonly lexicalOnly: string | undefined;
  /** What else is to know of it: that a model is still reading, say. */
  readonly note: string | undefined;
  /** Where nothing was found: how many files path, language and content leave. */
  readonly fitting?: number;
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
  /** Contents that have vectors under this model, of all. */
  readonly embedded: number;
  readonly contents: number;
  /** Files a second, of the build that runs or ran last. */
  readonly rate: number | undefined;
  /** Files that cannot be found by their text, by reason. */
  readonly notes: readonly { readonly note: string; readonly files: number; readonly examples: readonly string[] }[];
  readonly stored: string;
  readonly problem: string | undefined;
}
