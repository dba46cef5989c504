/** Everything specific to one language server, as data: adding one touches only its file and the list. */
export interface ServerSpec {
  /** Lower case, as used in settings and on the command line: `pyright`. */
  readonly id: string;
  readonly title: string;
  /** The languages it supports, each with its name in the protocol. */
  readonly languages: Readonly<Record<string, string>>;
  readonly program: ServerProgram;
  /** How to get it, shown to people: one sentence with a command. */
  readonly obtain: string;
  /** Files that mark the directory to start it in: the outermost directory above the file that has one of them, else the project's root. */
  readonly rootMarkers?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Environment variables that it needs in addition to the usual ones, such as the location of its toolchain. */
  readonly inherits?: readonly string[];
  /** Directories for what it has computed. It may write there even in a project that the user does not trust. */
  readonly caches?: (env: Readonly<Record<string, string | undefined>>) => readonly string[];
  /** The repository's code that it runs regardless of settings; it is not started in a project that the user does not trust. */
  readonly runsCode?: string;
  /** Sent with `initialize`. Must keep it from running the repository's code and from using the network. */
  readonly options?: (facts: ServerFacts) => unknown;
  /** Answers to `workspace/configuration`, by the section's name; a dotted section is looked up part by part. */
  readonly settings?: (facts: ServerFacts) => Readonly<Record<string, unknown>>;
  /** Server-specific notifications without params, sent before anything else. */
  readonly initialNotifications?: readonly string[];
  readonly readiness: Readiness;
  /** How it learns about files that change on disk. "open": only if they are open; "itself": it watches them. */
  readonly freshness: "watched-files" | "open" | "itself";
  /** Answers only for open files. */
  readonly needsOpen: boolean;
  /** Opening the files that contain the word makes `references` complete, such as in projects with several configurations. */
  readonly opensCandidates: boolean;
  /** An open file affects others only after a request for it, such as for its symbols, was answered. */
  readonly opensLate?: boolean;
  /** It starts `cargo` or `rustc`, which may be rustup proxies. */
  readonly usesRustup?: true;
  /** Problems caused by our own restrictions rather than by the file; reported as information. */
  readonly isCausedByOurLimits?: (problem: { readonly code: unknown; readonly message: string }) => boolean;
  /** The quote around names and types in its messages; values stand inside of it. Default: the single quote. */
  readonly namesIn?: '"';
  /** Features that it announces but gets wrong; they are not used. */
  readonly unreliable?: readonly ("rename" | "references" | "callHierarchy" | "diagnostics")[];
  /** The callers of a method that it lists include those of what the method overrides. */
  readonly countsOverridden?: true;
  /** The known commands of its code actions; a command not listed here is never run. */
  readonly commands?: ActionCommands;
  /** It only pushes diagnostics, and nothing for a file without problems; the tsserver inside it can be asked instead. */
  readonly problemsBy?: "tsserver";
  /** Maximum number of concurrent requests. */
  readonly maxInFlight?: number;
  /** Memory of the whole process tree in megabytes: above `soft` it is restarted when idle, above `hard` at once. */
  readonly memory?: { readonly softMb: number; readonly hardMb: number };
  /** Whether it suits this project, if several support a language; the first suitable one that is installed is used. */
  readonly suits?: (facts: ProjectFacts) => boolean;
}

export interface ActionCommands {
  /** Run: they only request an edit, which is then checked like any other. */
  readonly edits?: readonly string[];
  /** Not run, and nothing is lost: they follow an edit and count or select something in an editor. */
  readonly idle?: readonly string[];
  /** Not run: they ask the user for input, described in words such as `it asks for the file to move to`. */
  readonly asks?: Readonly<Record<string, string>>;
}

export interface ServerProgram {
  /** Names looked for on PATH, in order of preference. */
  readonly names: readonly string[];
  readonly args: readonly string[];
  /** If it is an npm package: `outrider languages install` fetches exactly this. */
  readonly npm?: NpmProgram;
  /** For ambiguous program names: whether the program found is the right one, judged by its package. */
  readonly accepts?: (found: { readonly packageName: string; readonly version: string }) => boolean;
}

export interface NpmProgram {
  readonly package: string;
  readonly version: string;
  /** The script in the package, started with Node; or a program that does not need Node. */
  readonly entry: string;
  /** Additional packages to install with it, with their versions. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Registry integrity of each package named here, as in a lockfile: other contents are not installed. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Measured size on disk in megabytes once it is installed. */
  readonly sizeMb: number;
  /** For packages with one program per platform: its package and the path inside it; started without Node. */
  readonly native?: (platform: string, arch: string) => { readonly package: string; readonly path: string };
}

/** What a server's options may depend on. */
export interface ServerFacts extends ProjectFacts {
  /** The user lets this project's code run: build scripts, macros. */
  readonly trusted: boolean;
}

export interface ProjectFacts {
  readonly root: string;
  /** The text of a file, by path relative to the root; undefined if it does not exist. */
  readonly read: (path: string) => string | undefined;
}

/** How to tell that answers are complete. */
export type Readiness =
  /** A request waits until everything is loaded. */
  | { readonly by: "answer" }
  /** A progress whose token or title has this text has ended, and none is active; also ready after `afterMs` without any. */
  | { readonly by: "progress"; readonly text: string; readonly afterMs: number }
  /** It has logged a message with this text; ready anyway after `afterMs` without one. */
  | { readonly by: "log"; readonly text: string; readonly afterMs: number }
  /** rust-analyzer's own notification. */
  | { readonly by: "quiescent" }
  /** Empty answers at first: it is asked again until a known place appears in its own references. */
  | { readonly by: "canary" };
