import type { Detector } from "./detection.ts";
import type { LookUp } from "./look-up.ts";

/** Everything that is true of one ecosystem. Files are read as data; nothing of them is ever run. */
export interface Ecosystem {
  /** As answers name it, and the name of its folder. */
  readonly id: string;
  /** How its files name dependencies. Without it, it has no libraries, and `library` never names it. */
  readonly manifests?: ManifestReader;
  /** Where the source of libraries lies. Without it, no file of a library can be read. */
  readonly sources?: LibrarySource;
  /** Finds what is installed without readable source. Without it, a library without source is not on this machine. */
  readonly findCompiled?: (wanted: CompiledQuestion, machine: Machine) => Promise<CompiledLibrary | undefined>;
  /** The file that names a package in its own directory. Without it, a registered directory is named by its last part. */
  readonly ownName?: PackageNameFile;
  /** What onboarding recognises it by and finds out. Without any, onboarding does not know it. */
  readonly detectors?: readonly Detector[];
}

/** One that has libraries. */
export type LibraryEcosystem = Ecosystem & { readonly manifests: ManifestReader };

export interface ManifestReader {
  /** Whether a file of this name is a manifest. */
  isManifest(name: string): boolean;
  /** An error's message says what is wrong with the file. */
  readManifest(text: string, name: string): readonly DependencyEntry[];
  /** Lock files beside a manifest. Without them, only manifests are read. */
  readonly locks?: {
    readonly names: readonly string[];
    read(text: string, name: string): readonly DependencyEntry[];
  };
  /** One spelling for all those that mean the same library. Without it, names are compared as they are written. */
  normaliseName?(name: string): string;
}

/** What one manifest or lock file says about one library. */
export interface DependencyEntry {
  readonly name: string;
  /** The version as it is asked for: `^4.1.0`. */
  readonly wanted?: string | undefined;
  /** The version that was chosen. */
  readonly locked?: string | undefined;
  /** The project asks for it itself; others are asked for by libraries. */
  readonly direct: boolean;
}

export interface LibrarySource {
  /** As errors name the place, such as `node_modules`. */
  readonly place: string;
  /** Every installed version that the path may mean, best first; none is no error. */
  find(wanted: LibraryQuestion, machine: Machine): Promise<readonly LibraryCandidate[]>;
  /** `NAME/path` of a file, judged by its path alone. Without it, a definition in a library does not make that known. */
  libraryPathOf?(path: string): string | undefined;
  /** Directories of a project in which everything is installed. Without them, what lies in the project is its own code. */
  readonly installDirectories?: readonly string[];
  /** Directories of a library that hold other libraries. Without them, all of its files are its own. */
  readonly nestedDirectories?: readonly string[];
}

export interface LibraryQuestion {
  readonly projectRoot: string;
  /** The directory of the manifest that asks for it, in the project; mostly its root. */
  readonly directory: string;
  /** Of the path, without `library:`. */
  readonly segments: readonly string[];
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

export interface CompiledQuestion {
  readonly name: string;
  /** The one to prefer. */
  readonly version: string | undefined;
}

/** What is installed of a library whose source cannot be read as files. */
export interface CompiledLibrary {
  readonly version: string;
  /** "archive": its sources are there, packed; "binary": only what was compiled. */
  readonly kind: "archive" | "binary";
  readonly path: string;
}

export interface PackageNameFile {
  readonly file: string;
  /** Undefined, or an error, where the file does not name a package. */
  read(text: string): string | undefined;
}

/** Environment and home directory are given, so that nothing is looked for behind the caller's back. */
export interface LibraryPlaces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** This machine as far as ecosystems look at it. */
export interface Machine extends LibraryPlaces, LookUp {}
