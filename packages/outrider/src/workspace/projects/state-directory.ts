/** Where Outrider keeps what it knows of a project: `.outrider/` in it, or below `--state-dir`. Made when first used. */
export interface StateDirectory {
  readonly root: string;
  /** Makes the directory (owner only, ignored by git) and returns the path of a folder in it. */
  folder(...segments: readonly string[]): Promise<string>;
  /** The same path without making anything. */
  path(...segments: readonly string[]): string;
  /** A folder for what this machine alone knows (locks, trash, databases): a repository cannot have brought it along. */
  local(...segments: readonly string[]): Promise<string>;
  /** The same path without making anything. */
  localPath(...segments: readonly string[]): Promise<string>;
}
