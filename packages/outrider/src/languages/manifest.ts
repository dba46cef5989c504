/** How to find out what a package is called by others. */
export interface Manifest {
  /** Its file name, as in `go.mod`. */
  readonly file: string;
  /** Undefined if the text names no package. */
  readonly read: (text: string) => PackageFacts | undefined;
}

export interface PackageFacts {
  /** How imports begin that mean this package. */
  readonly name: string;
  /** Packages from elsewhere, as imports name them. */
  readonly dependencies: readonly string[];
  /** It depends on packages that may be in the same repository, so that its modules may hand on what is theirs. */
  readonly dependsOnOwn?: true;
  /** The files that the name alone means, relative to the manifest. Default: they are known by their names. */
  readonly mains?: readonly string[];
  /** The folders that its modules may be in, by the names that imports give them. Default: imports name paths. */
  readonly directories?: ReadonlyMap<string, readonly string[]>;
}
