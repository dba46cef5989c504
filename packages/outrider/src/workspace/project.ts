import type { Dirent } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { ProjectConfig } from "./config/project-config.ts";
import type { Exposure, Intent, Located } from "./paths/located.ts";
import type { StateDirectory } from "./projects/state-directory.ts";
import type { TextFile } from "./text/text-file.ts";
import type { LibraryRules, Walk, WalkOptions } from "./walk/walk.ts";
import type { ProjectWriter } from "./writer/writer.ts";

/** Everything that may be seen of a project's files; each path passes the policy on its way. */
export interface ProjectFiles {
  /** Judges a path as it came from outside; a ToolError says why not. */
  locate(path: string, intent: Intent): Promise<Located>;
  /** Opens a located regular file and verifies that it is the one that was judged. The caller closes it. */
  open(file: Located): Promise<FileHandle>;
  /** The entries of a located directory, itself verified like a file that is opened. */
  list(directory: Located): Promise<readonly Dirent[]>;
  /** All of a file, decoded. A ToolError when it is larger than `maxBytes` (default: 16 MiB) or binary. */
  readText(file: Located, options?: { readonly maxBytes?: number }): Promise<TextFile>;
  /** For walks: what may be seen of a file whose path below the root is this, with "/" between. */
  judge(relativePath: string): Exposure;
  /** Files below a directory by the rules of git's ignore files; denied ones left out and counted. */
  walk(directory: Located, options: WalkOptions): Walk;
  /** Negated globs of what nobody may see, as far as globs can say it: searches do not even open it. */
  readonly hiddenGlobs: readonly string[];
}

/** A directory that was opened as a project, as one session sees it. */
export interface Project {
  /** Real path. */
  readonly root: string;
  readonly name: string;
  readonly config: ProjectConfig;
  /** What is wrong with `.outrider/project.toml`; the defaults hold then. */
  readonly configProblems: readonly string[];
  /** Nothing may be changed, by whichever way. */
  readonly readOnly: boolean;
  /** It is a library, whose files are found by these rules. */
  readonly library?: LibraryRules;
  readonly state: StateDirectory;
  readonly files: ProjectFiles;
  readonly writer: ProjectWriter;
}
