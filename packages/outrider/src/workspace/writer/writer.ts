import type { Located } from "../paths/located.ts";
import type { TextFile } from "../text/text-file.ts";

export interface EditReport {
  readonly before: TextFile | undefined;
  readonly after: TextFile;
  /** False for a dry run, or if the text did not change. */
  readonly written: boolean;
  /** What the user should also know, such as that a hard link was broken. */
  readonly note?: string;
  /** Id for `undo`; absent if nothing was written, or if the old content was too large to keep. */
  readonly id?: string;
}

export interface EditOptions {
  readonly signal: AbortSignal;
  /** The hash the file must still have; otherwise throws a ToolError `stale`. */
  readonly expectHash?: string;
  readonly dryRun?: boolean;
}

/** One file of a change. Paths were judged for writing; their contents are judged again under the lock. */
export type FileChange =
  /** The whole new text; `hash` is that of the bytes it is based on. */
  | { readonly kind: "edit"; readonly file: Located; readonly hash: string; readonly text: string }
  /** A new file, including parents; never replaces an existing one, unless `overwrite`. */
  | { readonly kind: "create"; readonly file: Located; readonly text: string; readonly overwrite?: boolean }
  /** Moves a file, never over an existing one; with `text` it is edited on the way. */
  | {
      readonly kind: "move";
      readonly file: Located;
      readonly to: Located;
      readonly hash: string;
      readonly text?: string;
    }
  | { readonly kind: "remove"; readonly file: Located; readonly hash: string };

export interface ChangeOptions {
  readonly signal: AbortSignal;
  readonly dryRun?: boolean;
  /** For the history, in a few words: `rename a to b`. */
  readonly title: string;
  /** Who makes it, where that is more than this process: an undo without an id takes back what the same have made. */
  readonly by?: string | undefined;
  /** The id of the same caller's directly preceding change that this one belongs to: both are undone together by that id. */
  readonly joins?: string;
}

export interface ChangeReport {
  /** Id for `undo`; undefined for a dry run, if nothing changed, or if it was too large to keep. */
  readonly id: string | undefined;
  /** In the order of the changes. */
  readonly files: readonly ChangedFile[];
}

export interface ChangedFile {
  readonly kind: FileChange["kind"];
  /** As answers show it; for a move, the new path. */
  readonly path: string;
  readonly from?: string;
  readonly before: TextFile | undefined;
  readonly after: TextFile | undefined;
  readonly note?: string;
}

/** A past change that can be undone. */
export interface HistoryEntry {
  /** A small number as text; increases with every change of the project. */
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly files: readonly string[];
  /** Made by this process. */
  readonly own: boolean;
  readonly undone: boolean;
  /** The id of the change that this one undid. */
  readonly undoes?: string;
}

/** The only writer of project files. Each method holds the project's lock, shared with other processes, from read to rename. */
export interface ProjectWriter {
  /** Reads the file, lets `change` create its new text (throw to refuse) and replaces it atomically. */
  edit(file: Located, change: (current: TextFile) => string, options: EditOptions): Promise<EditReport>;
  /** Writes a new file, including parents; an existing one only with `overwrite`, keeping encoding, mode and line endings. */
  create(file: Located, text: string, options: EditOptions & { readonly overwrite?: boolean }): Promise<EditReport>;
  /**
   * Makes all of these changes or none, whatever happens: what a crash leaves half done is rolled back when the project is next
   * opened or written. Each path may occur only once.
   */
  change(changes: readonly FileChange[], options: ChangeOptions): Promise<ChangeReport>;
  /**
   * Undoes a change completely or not at all: throws a ToolError `stale` if one of its files was changed since. Without an id,
   * the newest change of this process, or of the same `by`, that is not undone.
   */
  undo(
    id: string | undefined,
    options: Omit<ChangeOptions, "title">,
  ): Promise<ChangeReport & { readonly undone: HistoryEntry }>;
  /** Newest first, as far as they are kept. */
  history(): Promise<readonly HistoryEntry[]>;
  /** The text of a file before the newest change that gave it the bytes with this hash; undefined if that is not kept. */
  textBefore(file: Located, hash: string): Promise<string | undefined>;
  /** Rolls back what a crash left half done; any write does that too. Never fails, and does not wait long for the lock. */
  recover(): Promise<void>;
  /** Moves a file or directory; never onto something that exists. */
  move(from: Located, to: Located, options: Pick<EditOptions, "signal">): Promise<void>;
  /** Moves a file or directory into the trash of the state directory. */
  remove(target: Located, options: Pick<EditOptions, "signal">): Promise<TrashEntry>;
  /** Puts an entry back where it was, unless something else is there by now; "newest" is the most recently removed one. */
  restore(id: string, options: Pick<EditOptions, "signal">): Promise<TrashEntry>;
  /** Newest first. */
  trash(): Promise<readonly TrashEntry[]>;
}

export interface TrashEntry {
  readonly id: string;
  /** Relative to the root, with forward slashes. */
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly removedAt: string;
}
