import type { Dirent } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { ProjectConfig } from "./config/project-config.ts";
import type { TreeChange } from "./paths/ask-to-write.ts";
import type { Exposure, Intent, Located } from "./paths/located.ts";
import type { StateDirectory } from "./projects/state-directory.ts";
import type { TextFile } from "./text/text-file.ts";
import type { LibraryRules, Walk, WalkOptions } from "./walk/walk.ts";
import type { ProjectWriter } from "./writer/writer.ts";

/** Access to a project's files; each path passes the policy. */
export interface ProjectFiles {
  /** Judges an external path; throws a ToolError with the reason if it is refused. */
  locate(path: string, intent: Intent): Promise<Located>;
  /** Opens a located regular file and verifies that it is the one that was judged. The caller closes it. */
  open(file: Located): Promise<FileHandle>;
  /** The entries of a located directory, which is verified like an opened file. */
  list(directory: Located): Promise<readonly Dirent[]>;
  /** A whole file, decoded. Throws a ToolError if it is larger than `maxBytes` (default: 16 MiB) or binary. */
  readText(file: Located, options?: { readonly maxBytes?: number }): Promise<TextFile>;
  /** For a tree that is moved or removed: throws a ToolError for a path that needs the person's word and does not have it. */
  requireApproved(tree: string, change: TreeChange): (path: string, isLink: boolean) => boolean;
  /** Why a person is asked before an absolute path is written, as a clause; undefined: they are not. */
  reasonToAsk(path: string): string | undefined;
  /** For walks: the exposure of a file, given its path relative to the root, with forward slashes. */
  judge(relativePath: string): Exposure;
  /** Files below a directory, by the rules of git's ignore files; denied files are left out and counted. */
  walk(directory: Located, options: WalkOptions): Walk;
  /** Negated globs of denied files, as far as globs can express them: searches do not even open these files. */
  readonly hiddenGlobs: readonly string[];
}

/** A directory opened as a project, as one session sees it. */
export interface Project {
  /** Real path. */
  readonly root: string;
  /** Real path of the outermost open project or repository around it: no program in there is started by its name. */
  readonly outermost: string;
  readonly name: string;
  readonly config: ProjectConfig;
  /** Problems in `.outrider/project.toml`; the defaults apply then. */
  readonly configProblems: readonly string[];
  /** Nothing may be changed in any way. */
  readonly readOnly: boolean;
  /** Set for a library, whose files are found by these rules. */
  readonly library?: LibraryRules;
  readonly state: StateDirectory;
  readonly files: ProjectFiles;
  readonly writer: ProjectWriter;
}
