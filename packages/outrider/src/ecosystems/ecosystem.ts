import type { Detector } from "./detection.ts";
import type { LookUp } from "./look-up.ts";

/** Everything specific to one ecosystem. Its files are read as data and never run. */
export interface Ecosystem {
  /** As answers name it; also the name of its folder. */
  readonly id: string;
  /** How its files name dependencies. Without it, the ecosystem has no libraries, and `library` never names it. */
  readonly manifests?: ManifestReader;
  /** Where the source of libraries is. Without it, no library file can be read. */
  readonly sources?: LibrarySource;
  /** Finds libraries installed without readable source. Without it, a library without source counts as not installed. */
  readonly findCompiled?: (wanted: CompiledQuestion, machine: Machine) => Promise<CompiledLibrary | undefined>;
  /**
   * Absolute directories with published code that all projects of the user share, such as the toolchain's own library. What a
   * server says about a declaration in them is shown. Without it, only what the project depends on and the system's own is.
   */
  readonly sharedLibraries?: (places: LibraryPlaces) => readonly string[];
  /** The file that names a package in its own directory. Without it, a registered directory is named by its last segment. */
  readonly ownName?: PackageNameFile;
  /** What onboarding recognises it by and reports. Without any, onboarding does not know it. */
  readonly detectors?: readonly Detector[];
  /**
   * Directories below the home where its tools keep downloads and results: commands in a sandbox may write there. Never
   * programs or settings. Without them, such a command starts from nothing each time.
   */
  readonly caches?: readonly string[];
}

/** An ecosystem that has libraries. */
export type LibraryEcosystem = Ecosystem & { readonly manifests: ManifestReader };

export interface ManifestReader {
  /** Whether a file of this name is a manifest. */
  isManifest(name: string): boolean;
  /** An error's message says what is wrong with the file. */
  readManifest(text: string, name: string): readonly DependencyEntry[];
  /** Lock files next to a manifest. Without them, only manifests are read. */
  readonly locks?: {
    readonly names: readonly string[];
    read(text: string, name: string): readonly DependencyEntry[];
  };
  /** Maps all spellings of a library's name to one. Without it, names are compared as written. */
  normaliseName?(name: string): string;
}

/** What one manifest or lock file says about one library. */
export interface DependencyEntry {
  readonly name: string;
  /** The requested version: `^4.1.0`. */
  readonly wanted?: string | undefined;
  /** The version that was resolved. */
  readonly locked?: string | undefined;
  /** Requested by the project itself; other libraries are requested by libraries. */
  readonly direct: boolean;
}

export interface LibrarySource {
  /** The location as named in errors, such as `node_modules`. */
  readonly place: string;
  /** Every installed version that the path may mean, best first; finding none is not an error. */
  find(wanted: LibraryQuestion, machine: Machine): Promise<readonly LibraryCandidate[]>;
  /** `NAME/path` of a file, judged by its path alone. Without it, a definition in a library is not recognised as one. */
  libraryPathOf?(path: string): string | undefined;
  /** Directories of a project that contain only installed code. Without them, all code in the project is its own. */
  readonly installDirectories?: readonly string[];
  /** Directories of a library that contain other libraries. Without them, all of its files are its own. */
  readonly nestedDirectories?: readonly string[];
}

export interface LibraryQuestion {
  readonly projectRoot: string;
  /** The project directory of the manifest that requests it; usually the root. */
  readonly directory: string;
  /** Segments of the path, without `library:`. */
  readonly segments: readonly string[];
}

export interface LibraryCandidate {
  readonly name: string;
  readonly version: string | undefined;
  /** The requested version. */
  readonly wanted: string | undefined;
  /** The real path of the directory. */
  readonly root: string;
  /** The rest of the path, below the root. */
  readonly rest: readonly string[];
  /** The library is a single file in a directory shared with others. */
  readonly isFile?: true;
}

export interface CompiledQuestion {
  readonly name: string;
  /** The preferred version. */
  readonly version: string | undefined;
}

/** An installed library whose source cannot be read as files. */
export interface CompiledLibrary {
  readonly version: string;
  /** "archive": sources are present but packed; "binary": only compiled code. */
  readonly kind: "archive" | "binary";
  readonly path: string;
}

export interface PackageNameFile {
  readonly file: string;
  /** Undefined, or an error, if the file does not name a package. */
  read(text: string): string | undefined;
}

/** Environment and home directory are passed in, so that nothing else is consulted. */
export interface LibraryPlaces {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly home: string;
}

/** What ecosystems can see of this machine. */
export interface Machine extends LibraryPlaces, LookUp {}
