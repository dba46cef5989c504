import type { Exposure } from "../paths/located.ts";

/**
 * Which ignore files speak for a library: those in it, where it is a working copy; none where it was published, since whatever
 * it was published with is meant.
 */
export type LibraryIgnoreFiles = "own" | "none";

/** What holds below the root of a library, in place of the rules of the project that uses it and of what lies above. */
export interface LibraryRules {
  /** Real directory. */
  readonly root: string;
  readonly ignoreFiles: LibraryIgnoreFiles;
  /** Globs of what is left out all the same. */
  readonly exclude: readonly string[];
}

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** The directory is in this library. */
  readonly library?: LibraryRules;
  /** Globs as ripgrep understands them; "!" in front leaves out. What git ignores stays left out. */
  readonly globs?: readonly string[];
  /** Also what git ignores; never `.git` itself. */
  readonly ignored?: boolean;
  readonly maxDepth?: number;
  /** A kind of file by ripgrep's name for it, such as "py". */
  readonly type?: string;
  /** How many threads ripgrep may use. Default: as many as it likes. */
  readonly threads?: number;
  /** Only files that hold one of these texts, whatever the case of their letters. Such a walk opens files. */
  readonly containing?: readonly string[];
  /** Also the names of files that nobody may see, with the exposure "denied". */
  readonly denied?: boolean;
}

export interface WalkedFile {
  /** Below the directory that is walked, with "/" between. Bytes that are no text stand as `\xff`. */
  readonly path: string;
  readonly exposure: Exposure;
  /** The name on disk is no text, so that no path from outside can say it. */
  readonly undecodable?: true;
}

/** What a walk has seen so far; exact once its iteration has ended. */
export interface WalkCounts {
  readonly files: number;
  /** Files that nobody may see. */
  readonly denied: number;
  readonly undecodable: number;
  /** Ignore files above the start would have left out everything below it, so they were set aside. */
  readonly alone: boolean;
}

/** Files in no particular order, links left out. A walk runs once, when it is first iterated. */
export interface Walk extends AsyncIterable<WalkedFile> {
  /** The same in portions as they arrive, for those who look at very many. */
  batches(): AsyncIterable<readonly WalkedFile[]>;
  counts(): WalkCounts;
}
