import type { Exposure } from "../paths/located.ts";

/**
 * Which ignore files apply to a library: its own if it is a working copy; none if it was published, since everything it was
 * published with is intended.
 */
export type LibraryIgnoreFiles = "own" | "none";

/** The rules below the root of a library, instead of those of the project that uses it and of the directories above. */
export interface LibraryRules {
  /** Real path of the directory. */
  readonly root: string;
  readonly ignoreFiles: LibraryIgnoreFiles;
  /** Globs that are excluded nevertheless. */
  readonly exclude: readonly string[];
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** The directory is in this library. */
  readonly library?: LibraryRules;
  /** Globs in ripgrep's syntax; a leading "!" excludes. What git ignores stays excluded. */
  readonly globs?: readonly string[];
  /** Includes what git ignores; never `.git` itself. */
  readonly ignored?: boolean;
  readonly maxDepth?: number;
  /** A file type by ripgrep's name, such as "py". */
  readonly type?: string;
  /** How many threads ripgrep may use. Default: ripgrep decides. */
  readonly threads?: number;
  /** Only files that contain one of these texts, ignoring case. Such a walk opens files. */
  readonly containing?: readonly string[];
  /** With `containing`: lists a file once for each of the texts that it holds, and says which. */
  readonly telling?: boolean;
  /** Includes the names of denied files, with the exposure "denied". */
  readonly denied?: boolean;
}

export interface WalkedFile {
  /** Relative to the walked directory, with forward slashes. Bytes that are not valid text appear as `\xff`. */
  readonly path: string;
  readonly exposure: Exposure;
  /** The name on disk is not valid text, so no external path can express it. */
  readonly undecodable?: true;
  /** With `telling`: which text it holds, in lower case. */
  readonly held?: string;
}

/** What a walk has seen so far; exact once its iteration has ended. */
export interface WalkCounts {
  readonly files: number;
  /** Number of denied files. */
  readonly denied: number;
  readonly undecodable: number;
  /** Ignore files above the start would have excluded everything below it, so they were not applied. */
  readonly alone: boolean;
}

/** Files in no particular order, links left out. A walk runs once, when it is first iterated. */
export interface Walk extends AsyncIterable<WalkedFile> {
  /** The same in batches as they arrive, for callers that read very many. */
  batches(): AsyncIterable<readonly WalkedFile[]>;
  counts(): WalkCounts;
}
