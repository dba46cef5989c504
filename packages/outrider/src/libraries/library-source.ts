/** Where one ecosystem installs libraries. */
export interface LibrarySource {
  /** As errors name the place, such as `node_modules`. */
  readonly place: string;
  /** Every installed version that the path may mean, best first; none is no error. */
  find(projectRoot: string, segments: readonly string[]): Promise<readonly LibraryCandidate[]>;
}

export interface LibraryCandidate {
  readonly name: string;
  readonly version: string | undefined;
  /** The version that was asked for. */
  readonly wanted: string | undefined;
  /** Real directory. */
  readonly root: string;
  /** What of the path lies below the root. */
  readonly rest: readonly string[];
}

/** Environment and home directory, so that nothing is looked for behind the caller's back. */
export interface LibraryPlaces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}
