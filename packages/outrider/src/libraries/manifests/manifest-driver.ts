import type { Ecosystem } from "../ecosystem.ts";

/** What one manifest or lock file says about one library. */
export interface Mention {
  readonly name: string;
  /** The version as it is asked for: `^4.1.0`. */
  readonly wanted?: string | undefined;
  /** The version that was chosen. */
  readonly locked?: string | undefined;
  /** The project asks for it itself; others are asked for by libraries. */
  readonly direct: boolean;
}

/** Reads the files of one ecosystem as data. Nothing of them is ever run. */
export interface ManifestDriver {
  readonly ecosystem: Ecosystem;
  /** Whether a file of this name is a manifest. */
  isManifest(name: string): boolean;
  /** Names of lock files beside a manifest. */
  readonly locks: readonly string[];
  /** An error's message says what is wrong with the file. */
  readManifest(text: string, name: string): readonly Mention[];
  readLock(text: string, name: string): readonly Mention[];
}
