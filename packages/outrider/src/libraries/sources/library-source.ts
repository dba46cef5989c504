import type { Ecosystem } from "../ecosystem.ts";

/** Where one ecosystem installs libraries. */
export interface LibrarySource {
  readonly ecosystem: Ecosystem;
  /** As errors name the place, such as `node_modules`. */
  readonly place: string;
  /** Every installed version that the path may mean, best first; none is no error. */
  find(projectRoot: string, segments: readonly string[], options?: FindOptions): Promise<readonly LibraryCandidate[]>;
}

export interface FindOptions {
  /** The directory of the manifest that asks for it, inside of the project; the project's root unless told. */
  readonly directory?: string | undefined;
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
  /** The library is a single file in a directory that it shares with others. */
  readonly isFile?: true;
}

/** Environment and home directory, so that nothing is looked for behind the caller's back. */
export interface LibraryPlaces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}
