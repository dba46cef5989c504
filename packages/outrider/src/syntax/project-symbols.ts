import type { ChangeListener } from "../indexing/change-feed.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { FileSymbols } from "./code-symbol.ts";
import type { EditCheck, EditQuestion, TextAnswer } from "./edit-check.ts";
import type { TextParts } from "./extract/text-parts.ts";
import type { StoredFile } from "../indexing/log/log-entry.ts";
import type { ModuleFacts } from "../languages/modules/module-facts.ts";
import type { NameHit, NameQuery } from "./names/name-query.ts";
import type { WantedNames } from "./references/find-occurrences.ts";
import type { Occurrences } from "./references/occurrence.ts";

export type { DiskChanges } from "../indexing/change-feed.ts";

/** How far an answer from the table can be trusted. Everything here is by syntax alone. */
export type Completeness =
  | { readonly state: "complete" }
  /** So many of so many files have been read; the rest goes on in the background. */
  | { readonly state: "partial"; readonly done: number; readonly total: number };

/** The symbols of one project, from syntax: exact for the text as it is when the question is asked. */
export interface ProjectSymbols {
  /** Of one file as it is now. Undefined when its language is not known; `note` says why symbols are missing. */
  ofFile(file: Located, options: { readonly signal: AbortSignal }): Promise<FileAnswer | undefined>;
  /** Of a text that need not be on disk; `file` tells its language. Undefined when that is not known. */
  ofText(file: string, text: string, options: { readonly signal: AbortSignal }): Promise<TextAnswer | undefined>;
  /** Comments and long strings of a text that need not be on disk; none where no grammar can tell. */
  partsOf(file: string, text: string, options: { readonly signal: AbortSignal }): Promise<TextParts>;
  /** What a text brings in, hands on and uses, for code that is moved; undefined where that is not known of its language. */
  moduleOf(file: string, text: string, options: { readonly signal: AbortSignal }): Promise<ModuleFacts | undefined>;
  /** What an edit would do to the syntax of a file. Undefined where no grammar can tell. */
  checkEdit(question: EditQuestion, options: { readonly signal: AbortSignal }): Promise<EditCheck | undefined>;
  /** The table after a look at the disk. Waits for a build at most that long (default: 10 s). */
  view(options: ViewOptions): Promise<SymbolView>;
  /**
   * Only the files that hold one of these texts, parsed as they are now: complete at once on a project of any size, however far
   * the table is.
   */
  filesWith(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly ViewedFile[]>;
  /** Files whose text has one of these words; nothing is parsed. Complete at any time. */
  filesNaming(words: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** Where names occur in code, with scopes, calls and imports read from the trees of those files. */
  occurrences(
    files: readonly string[],
    names: WantedNames,
    options: { readonly signal: AbortSignal },
  ): Promise<readonly Occurrences[]>;
  /** Looks at the disk, and says how many files are still to be read; reads none. */
  look(options: { readonly signal: AbortSignal }): Promise<{ readonly left: number }>;
  /**
   * Told of whatever a look at the disk finds, before the answer that found it is given; everything is added when it is looked at
   * for the first time, or anew. With `replay`, what was found before is told at once. The function that comes back ends it.
   */
  onChanges(listener: ChangeListener, options?: { readonly replay?: boolean }): () => void;
  status(): IndexStatus;
  /** Ends a build that runs; what it has read stays. */
  stopBuild(): void;
  /** Forgets everything and reads every file again. */
  rebuild(): Promise<void>;
}

export interface ViewOptions {
  readonly signal: AbortSignal;
  /** Only these files matter: they are read first, nobody waits for others, and `completeness` is about them. */
  readonly scope?: ((path: string) => boolean) | undefined;
  readonly waitMs?: number;
  /** False for what is read already: only looking begins nothing. */
  readonly build?: boolean;
  /** False: nobody is going to search for names, so that they are not made ready for it. */
  readonly names?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface FileAnswer extends FileSymbols {
  /** The text that the offsets belong to. */
  readonly text: string;
  /** Of the bytes, as `TextFile` has it. */
  readonly hash: string;
  /** Why symbols are missing or doubtful: `minified`, `took too long` … */
  readonly note?: string | undefined;
}

export interface ViewedFile extends FileSymbols {
  /** Below the project's root, "/" between. */
  readonly path: string;
  readonly note?: string | undefined;
}

/** The table as it is; use what it gives before waiting for anything else, since it goes on changing. */
export interface SymbolView {
  readonly completeness: Completeness;
  /** Paths of all files in the table, sorted. */
  readonly paths: readonly string[];
  file(path: string): ViewedFile | undefined;
  /** The record of a file for other threads, with the hash of the content it was made from; none while the file is to be read anew. */
  stored(path: string): Pick<StoredFile, "hash" | "bytes"> | undefined;
  /** How many symbols a file has, without decoding them; 0 where there is none. */
  symbolCount(path: string): number;
  /** Every symbol that fits, best first. */
  search(query: NameQuery): readonly NameHit[];
  importance(options: { readonly signal: AbortSignal }): Promise<Importance>;
}

/** What matters in a project: what others refer to, and more so when they matter themselves. */
export interface Importance {
  /** Shares of the files by path; all together 1. */
  readonly files: ReadonlyMap<string, number>;
  /** In how many other files the name stands. */
  usesOf(name: string): number;
}

export interface IndexStatus {
  /** "stopped": some files are not read, and nobody reads them until the next question. */
  readonly state: "empty" | "building" | "stopped" | "ready";
  readonly files: number;
  readonly symbols: number;
  readonly done: number;
  readonly total: number;
  /** Files by language. */
  readonly languages: Readonly<Record<string, number>>;
  /** Files whose symbols are missing or doubtful, by reason, with some of their paths. */
  readonly notes: readonly { readonly note: string; readonly files: number; readonly examples: readonly string[] }[];
  /** How freshness is kept: watched, or looked at before each answer. */
  readonly freshness: string;
  /** Where it is stored, or why it is not. */
  readonly stored: string;
  /** Why the last build ended early. */
  readonly problem?: string;
}
