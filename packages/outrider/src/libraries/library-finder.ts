import type { Project } from "../workspace/project.ts";
import type { LibraryRules } from "../workspace/walk/walk.ts";
import type { Dependency } from "./read-dependencies.ts";

export interface LibraryFile {
  /** Real directory of the library. */
  readonly root: string;
  /** Relative to the root, with forward slashes; "" for the root itself. */
  readonly path: string;
  readonly name: string;
  readonly version: string | undefined;
  /** How its files are listed; undefined if it is code of the project itself. */
  readonly rules: LibraryRules | undefined;
}

/** How a library came to be known. */
export type FoundBy = "manifest" | "definition" | "registered";

/** What is available of its source: files, packed sources, only compiled code, or nothing on this machine. */
export type SourceKind = "files" | "archive" | "binary" | "none";

export interface KnownLibrary extends Pick<Dependency, "name" | "wanted" | "locked" | "direct"> {
  /** The id of its ecosystem; "other" for a registered directory. */
  readonly ecosystem: string;
  readonly found: FoundBy;
  /** The manifest that names it. */
  readonly from?: string | undefined;
  readonly installed: string | undefined;
  readonly source: SourceKind;
  /** Where it is on this machine. */
  readonly place: string | undefined;
  /** The library is a directory, a single file, or a part of the project itself. */
  readonly shape: "directory" | "file" | "own";
  /** A part of it is already indexed. */
  readonly indexed: boolean;
}

export interface LibraryList {
  /** Those with source first, then direct dependencies of the project, by name. */
  readonly libraries: readonly KnownLibrary[];
  /** Manifests that could not be used, and why. */
  readonly problems: readonly string[];
}

/** A directory that was registered. */
export interface RegisteredLibrary {
  readonly name: string;
  /** Real directory. */
  readonly root: string;
}

/** A library opened like a project; or the project itself, if the library is a part of it. */
export interface OpenLibrary {
  readonly project: Project;
  /** Relative to that project's root; "" for all of it. */
  readonly path: string;
  /** Prepended to the paths of that project's files, so that any tool accepts them. */
  readonly prefix: string;
  readonly name: string;
  readonly version: string | undefined;
}

export interface FindLibraryOptions {
  /** A language server's definition is in it: from now on it is listed. */
  readonly byDefinition?: boolean;
}

/** The parts of a project that its libraries need. */
export type LibraryUser = Pick<Project, "root" | "state" | "files">;

export interface LibraryFinder {
  /** A ToolError says what was searched and where. */
  find(project: LibraryUser, libraryPath: string, options?: FindLibraryOptions): Promise<LibraryFile>;
  /** Opens the library of a path, for questions about all of it. It is read-only. */
  open(project: Project, libraryPath: string): Promise<OpenLibrary>;
  list(project: LibraryUser, options: { readonly signal: AbortSignal }): Promise<LibraryList>;
  /** Registers a directory under a name, after a person has agreed. Default name: its own. */
  register(project: LibraryUser, path: string, name?: string): Promise<RegisteredLibrary>;
  /** Forgets a registered or learned library; a ToolError says what can be forgotten. */
  forget(project: LibraryUser, name: string): Promise<FoundBy>;
}
