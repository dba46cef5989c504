/** All that is known of one language server: data, so that adding one touches its file and the list alone. */
export interface ServerSpec {
  /** Lower case, as people name it in settings and on the command line: `pyright`. */
  readonly id: string;
  readonly title: string;
  /** Languages of ours that it answers for, each with the name that the protocol has for it. */
  readonly languages: Readonly<Record<string, string>>;
  readonly program: ServerProgram;
  /** How to get it, for people: one sentence with a command. */
  readonly obtain: string;
  /** Files that mark the directory it has to be started in: the outermost one that has any, up from the file. The project's root where none does. */
  readonly rootMarkers?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Variables of the user's environment that it needs beside the usual ones, as where its toolchain is. */
  readonly inherits?: readonly string[];
  /** What of the repository it would run, whatever it is told: it is not started in a project that the user does not trust. */
  readonly runsCode?: string;
  /** Sent with `initialize`. Must keep it from running code of the repository and from the network. */
  readonly options?: (facts: ServerFacts) => unknown;
  /** Answers to `workspace/configuration`, by the section's name; a dotted section is looked up part by part. */
  readonly settings?: (facts: ServerFacts) => Readonly<Record<string, unknown>>;
  /** Notifications of its own, without content, that it is sent before anything else. */
  readonly initialNotifications?: readonly string[];
  readonly readiness: Readiness;
  /** How it learns of files that change on disk. "open": only of those that are opened; "itself": it looks. */
  readonly freshness: "watched-files" | "open" | "itself";
  /** Answers only about files that were opened. */
  readonly needsOpen: boolean;
  /** Opening the files that have the word makes `references` complete, as where a project has several configurations. */
  readonly opensCandidates: boolean;
  /** An opened file counts for others only once a request about it, such as for its symbols, was answered. */
  readonly opensLate?: boolean;
  /** It starts `cargo` or `rustc`, which may be rustup under another name. */
  readonly usesRustup?: true;
  /** Problems that come of what we keep from it and that are no fault of the file; told as information. */
  readonly isCausedByOurLimits?: (problem: { readonly code: unknown; readonly message: string }) => boolean;
  /** What it says it can, and yet does wrong; not asked for. */
  readonly unreliable?: readonly ("rename" | "references" | "callHierarchy" | "diagnostics")[];
  /** What is known of the commands that its code actions name; one that is not named here is never run. */
  readonly commands?: ActionCommands;
  /** It tells problems only by itself and nothing of a file that has none; what it has inside can be asked. */
  readonly problemsBy?: "tsserver";
  /** Requests at the same time. */
  readonly maxInFlight?: number;
  /** Megabytes of the whole process tree: above `soft` it is restarted when idle, above `hard` at once. */
  readonly memory?: { readonly softMb: number; readonly hardMb: number };
  /** Whether it is the better one for this project, where several answer for a language; the first that says yes and is there. */
  readonly suits?: (facts: ProjectFacts) => boolean;
}

export interface ActionCommands {
  /** Run: all they do is to ask for an edit, which is then checked like any other. */
  readonly edits?: readonly string[];
  /** Not run, and nothing is lost: they come behind an edit, and count or select something in an editor. */
  readonly idle?: readonly string[];
  /** Not run: they ask a person for what no action says, in words such as `it asks for the file to move to`. */
  readonly asks?: Readonly<Record<string, string>>;
}

export interface ServerProgram {
  /** Names looked for on PATH, in order of preference. */
  readonly names: readonly string[];
  readonly args: readonly string[];
  /** Where it comes as an npm package: `outrider languages install` fetches exactly this. */
  readonly npm?: NpmProgram;
  /** For names that others share: whether what was found is the right one, from the package it belongs to. */
  readonly accepts?: (found: { readonly packageName: string; readonly version: string }) => boolean;
}

export interface NpmProgram {
  readonly package: string;
  readonly version: string;
  /** The script in the package, started with Node; or a program that needs none. */
  readonly entry: string;
  /** Further packages beside it, with their versions. */
  readonly beside?: Readonly<Record<string, string>>;
  /** What the registry says of each package named here, as in a lockfile: another content is not installed. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Megabytes on disk once it is installed, as measured. */
  readonly sizeMb: number;
  /** For packages with a program per platform: its package and the path in there; started without Node. */
  readonly native?: (platform: string, arch: string) => { readonly package: string; readonly path: string };
}

/** What may be said of a running server's place when its options are made. */
export interface ServerFacts extends ProjectFacts {
  /** The user lets code of this project run: build scripts, macros. */
  readonly trusted: boolean;
}

export interface ProjectFacts {
  readonly root: string;
  /** The text of a file of the project, as of its root; undefined where there is none. */
  readonly read: (path: string) => string | undefined;
}

/** What shows that answers are complete. */
export type Readiness =
  /** A request waits until all is loaded. */
  | { readonly by: "answer" }
  /** A progress whose token or title has this text has ended, and none is under way; `afterMs` without any counts as ready. */
  | { readonly by: "progress"; readonly text: string; readonly afterMs: number }
  /** It has written a log message with this text; `afterMs` without it counts as ready. */
  | { readonly by: "log"; readonly text: string; readonly afterMs: number }
  /** rust-analyzer's own notification. */
  | { readonly by: "quiescent" }
  /** Answers of nothing at first: asked again until a known place is in its own references. */
  | { readonly by: "canary" };
