import type { Located } from "../paths/located.ts";
import type { TextFile } from "../text/text-file.ts";

export interface EditReport {
  readonly before: TextFile | undefined;
  readonly after: TextFile;
  /** False for a dry run, and when the new text is the old one. */
  readonly written: boolean;
  /** What the person should know beside it, such as that a hard link was broken. */
  readonly note?: string;
}

export interface EditOptions {
  readonly signal: AbortSignal;
  /** The hash the file must still have; a ToolError `stale` otherwise. */
  readonly expectHash?: string;
  readonly dryRun?: boolean;
}

/** The only writer of project files. Each method holds the project's lock, shared with other processes, from read to rename. */
export interface ProjectWriter {
  /** Reads the file, lets `change` make the new text of it (throw to refuse) and puts that in its place, whole or not at all. */
  edit(file: Located, change: (current: TextFile) => string, options: EditOptions): Promise<EditReport>;
  /** Writes a new file, parents included; an existing one only with `overwrite`, keeping its encoding, mode and line ends. */
  create(file: Located, text: string, options: EditOptions & { readonly overwrite?: boolean }): Promise<EditReport>;
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
