import type { ChangeListener } from "../indexing/change-feed.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { FileSymbols } from "./code-symbol.ts";
import type { EditCheck, EditQuestion, TextAnswer } from "./edit-check.ts";
import type { ListAnswer, ListQuestion } from "./signatures/signature-lists.ts";
import type { TextParts } from "./extract/text-parts.ts";
import type { StoredFile } from "../indexing/log/log-entry.ts";
import type { ModuleFacts } from "../languages/modules/module-facts.ts";
import type { NameHit, NameQuery } from "./names/name-query.ts";
import type { WantedNames } from "./references/find-occurrences.ts";
import type { Occurrences } from "./references/occurrence.ts";

export type { DiskChanges } from "../indexing/change-feed.ts";

/** How complete an answer from the table is. Everything here is by syntax alone. */
export type Completeness =
  | { readonly state: "complete" }
  /** This many files have been read; the rest follows in the background. */
  | { readonly state: "partial"; readonly done: number; readonly total: number };

/** Whether a view has every file of the project, so that what it does not have is not there. */
export function isWhole({ completeness, cut }: Pick<SymbolView, "completeness" | "cut">): boolean {
  return completeness.state === "complete" && cut === undefined;
}

/** The symbols of one project, from syntax: exact for the files at the time of the question. */
export interface ProjectSymbols {
  /** Symbols of a file's current contents. Undefined if its language is unknown; `note` says why symbols are missing. */
  ofFile(file: Located, options: { readonly signal: AbortSignal }): Promise<FileAnswer | undefined>;
  /** Symbols of a text that need not be on disk; `file` tells its language. Undefined if that is unknown. */
  ofText(file: string, text: string, options: { readonly signal: AbortSignal }): Promise<TextAnswer | undefined>;
  /** Comments and multi-line strings of a text that need not be on disk; empty without a grammar. */
  partsOf(file: string, text: string, options: { readonly signal: AbortSignal }): Promise<TextParts>;
  /** Parameters and arguments at names in a text; undefined if its language has no rules for signatures. */
  listsOf(question: ListQuestion, options: { readonly signal: AbortSignal }): Promise<ListAnswer | undefined>;
  /** The imports, exports and uses of a text, for moving code; undefined if its language does not support it. */
  moduleOf(file: string, text: string, options: { readonly signal: AbortSignal }): Promise<ModuleFacts | undefined>;
  /** What an edit would do to the syntax of a file. Undefined without a grammar. */
  checkEdit(question: EditQuestion, options: { readonly signal: AbortSignal }): Promise<EditCheck | undefined>;
  /** The table after checking the disk. Waits for a build at most that long (default: 10 s). */
  view(options: ViewOptions): Promise<SymbolView>;
  /**
   * Only the files that contain one of these texts, parsed as they are now: complete at once on a project of any size, however
   * far the table is built.
   */
  filesWith(texts: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly ViewedFile[]>;
  /** The same in a limited time: source files are parsed first, and the answer says how many there are. */
  filesWithin(
    texts: readonly string[],
    options: { readonly signal: AbortSignal; readonly waitMs: number },
  ): Promise<FilesWithin>;
  /** Files whose text contains one of these words; nothing is parsed. Complete at any time. */
  filesNaming(words: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  /** Where names occur in code, with scopes, calls and imports read from the trees of those files. */
  occurrences(
    files: readonly string[],
    names: WantedNames,
    options: OccurrenceOptions,
  ): Promise<readonly Occurrences[]>;
  /** Checks the disk and reports how many files are still to be read, without reading them. */
  look(options: { readonly signal: AbortSignal }): Promise<{ readonly left: number }>;
  /**
   * Notifies about all changes that a check of the disk finds, before the answer that caused it; at the first check, or after a
   * reset, all files are added. With `replay`, earlier findings are reported at once. Returns a function that unsubscribes.
   */
  onChanges(listener: ChangeListener, options?: { readonly replay?: boolean }): () => void;
  status(): IndexStatus;
  /** Stops a running build; what it has read is kept. */
  stopBuild(): void;
  /** Forgets everything and reads every file again. */
  rebuild(): Promise<void>;
}

export interface OccurrenceOptions {
  readonly signal: AbortSignal;
  /** True: answers are kept for the same names until a file changes, for a search that may have to stop. False: it is whole; few are kept. */
  readonly keep?: boolean;
}

export interface ViewOptions {
  readonly signal: AbortSignal;
  /** Only these files matter: they are read first, others are not waited for, and `completeness` refers to them. */
  readonly scope?: ((path: string) => boolean) | undefined;
  /** These are read before all others, in this order. */
  readonly first?: readonly string[] | undefined;
  readonly waitMs?: number;
  /** False: only what is already read; does not start a build. */
  readonly build?: boolean;
  /** False: the caller will not search for names, so they are not prepared for it. */
  readonly names?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface FileAnswer extends FileSymbols {
  /** The text that the offsets refer to. */
  readonly text: string;
  /** Hash of the bytes, as in `TextFile`. */
  readonly hash: string;
  /** Why symbols are missing or doubtful: `minified`, `took too long` … */
  readonly note?: string | undefined;
}

export interface ViewedFile extends FileSymbols {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  readonly note?: string | undefined;
}

/** Files that contain a text, as far as they could be parsed in time. */
export interface FilesWithin {
  readonly files: readonly ViewedFile[];
  readonly completeness: Completeness;
}

/** The current table; it keeps changing, so use what it returns before awaiting anything else. */
export interface SymbolView {
  readonly completeness: Completeness;
  /** The project has more files than are looked at, which is this many; names in the others are found in their text. */
  readonly cut?: number | undefined;
  /** Paths of all files in the table, sorted. */
  readonly paths: readonly string[];
  file(path: string): ViewedFile | undefined;
  /** The record of a file for other threads, with the hash of its content; undefined while the file is to be read again. */
  stored(path: string): Pick<StoredFile, "hash" | "bytes"> | undefined;
  /** How many symbols a file has, without decoding them; 0 if it is unknown. */
  symbolCount(path: string): number;
  /** Every matching symbol, best first. */
  search(query: NameQuery): readonly NameHit[];
  importance(options: { readonly signal: AbortSignal }): Promise<Importance>;
}

/** What matters in a project: what others refer to, more so if those matter themselves. */
export interface Importance {
  /** Shares of the files by path; they add up to 1. */
  readonly files: ReadonlyMap<string, number>;
  /** The number of other files that contain the name. */
  usesOf(name: string): number;
}

export interface IndexStatus {
  /** "stopped": some files are not read, and will not be until the next question. */
  readonly state: "empty" | "building" | "stopped" | "ready";
  readonly files: number;
  readonly symbols: number;
  readonly done: number;
  readonly total: number;
  /** Files by language. */
  readonly languages: Readonly<Record<string, number>>;
  /** Files whose symbols are missing or doubtful, by reason, with some of their paths. */
  readonly notes: readonly { readonly note: string; readonly files: number; readonly examples: readonly string[] }[];
  /** How it stays up to date: by watching, or by checking before each answer. */
  readonly freshness: string;
  /** Where it is stored, or why it is not. */
  readonly stored: string;
  /** Why the last build ended early. */
  readonly problem?: string;
  /** The project has more files than are looked at, which is this many. */
  readonly cut?: number;
  /** What became of slow files, once they have used up their time. */
  readonly slow?: string;
}
