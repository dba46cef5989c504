import type { Located } from "../paths/located.ts";
import type { TextFile } from "../text/text-file.ts";

export interface EditReport {
  readonly before: TextFile | undefined;
  readonly after: TextFile;
  /** False for a dry run, and when the new text is the old one. */
  readonly written: boolean;
  /** What the person should know beside it, such as that a hard link was broken. */
  readonly note?: string;
  /** What `undo` takes; left out where nothing was written, and where the old content was too much to be kept. */
  readonly id?: string;
}

export interface EditOptions {
  readonly signal: AbortSignal;
  /** The hash the file must still have; a ToolError `stale` otherwise. */
  readonly expectHash?: string;
  readonly dryRun?: boolean;
}

/** One file of a change. Paths were judged for writing; what is there is judged once more under the lock. */
export type FileChange =
  /** The whole text as it shall be; `hash` is of the bytes that it was made from. */
  | { readonly kind: "edit"; readonly file: Located; readonly hash: string; readonly text: string }
  /** A new file, parents included; never over one that exists, unless `overwrite`. */
  | { readonly kind: "create"; readonly file: Located; readonly text: string; readonly overwrite?: boolean }
  /** A file to another place, never over something that exists; with `text` it is edited on the way. */
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
  /** The id of the change right before, by the same caller, that this one belongs to: both are undone as one, by that id. */
  readonly joins?: string;
}

export interface ChangeReport {
  /** What `undo` takes; undefined for a dry run, where nothing was different, and where it was too much to be kept. */
  readonly id: string | undefined;
  /** In the order of the changes. */
  readonly files: readonly ChangedFile[];
}

export interface ChangedFile {
  readonly kind: FileChange["kind"];
  /** As answers show it; of what was moved the new one. */
  readonly path: string;
  readonly from?: string;
  readonly before: TextFile | undefined;
  readonly after: TextFile | undefined;
  readonly note?: string;
}

/** A change of the past that can be undone. */
export interface HistoryEntry {
  /** A small number, as text; grows with every change of the project. */
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly files: readonly string[];
  /** Made by this process. */
  readonly own: boolean;
  readonly undone: boolean;
  /** It is itself the undoing of that one. */
  readonly undoes?: string;
}

/** The only writer of project files. Each method holds the project's lock, shared with other processes, from read to rename. */
export interface ProjectWriter {
  /** Reads the file, lets `change` make the new text of it (throw to refuse) and puts that in its place, whole or not at all. */
  edit(file: Located, change: (current: TextFile) => string, options: EditOptions): Promise<EditReport>;
  /** Writes a new file, parents included; an existing one only with `overwrite`, keeping its encoding, mode and line ends. */
  create(file: Located, text: string, options: EditOptions & { readonly overwrite?: boolean }): Promise<EditReport>;
  /**
   * All of these or none, whatever happens: what a crash leaves half done is taken back when the project is opened or written
   * next. A path may occur once only.
   */
  change(changes: readonly FileChange[], options: ChangeOptions): Promise<ChangeReport>;
  /**
   * Takes a change back, all of it or nothing: a ToolError `stale` when one of its files was changed since. Without an id the
   * newest of this process that is not undone.
   */
  undo(
    id: string | undefined,
    options: Omit<ChangeOptions, "title">,
  ): Promise<ChangeReport & { readonly undone: HistoryEntry }>;
  /** Newest first; so many and so much as are kept. */
  history(): Promise<readonly HistoryEntry[]>;
  /** Takes back what a crash left half done; any write does that, too. Never fails, and does not wait long for the lock. */
  recover(): Promise<void>;
  /** Moves a file or directory; never onto something that exists. */
  move(from: Located, to: Located, options: Pick<EditOptions, "signal">): Promise<void>;
  /** Puts a file or directory into the trash of the state directory. */
  remove(target: Located, options: Pick<EditOptions, "signal">): Promise<TrashEntry>;
  /** Puts an entry back where it was, unless something is there by now; "newest" names the one that was removed last. */
  restore(id: string, options: Pick<EditOptions, "signal">): Promise<TrashEntry>;
  /** Newest first. */
  trash(): Promise<readonly TrashEntry[]>;
}

export interface TrashEntry {
  readonly id: string;
  /** Below the root, with "/" between. */
  readonly path: string;
  readonly kind: "file" | "directory";
  readonly removedAt: string;
}
