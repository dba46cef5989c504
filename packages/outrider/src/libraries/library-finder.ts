import type { Project } from "../workspace/project.ts";
import type { LibraryRules } from "../workspace/walk/walk.ts";
import type { Dependency } from "./read-dependencies.ts";

export interface LibraryFile {
  /** Real directory of the library. */
  readonly root: string;
  /** Below the root, with "/" between; "" for the root itself. */
  readonly path: string;
  readonly name: string;
  readonly version: string | undefined;
  /** How its files are found; undefined where it is code of the project itself. */
  readonly rules: LibraryRules | undefined;
}

/** How a library came to be known. */
export type FoundBy = "manifest" | "definition" | "registered";

/** What there is of its source: files, packed sources, only what was compiled, or nothing on this machine. */
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
  /** The library is a single file, or a part of the project itself. */
  readonly shape: "directory" | "file" | "own";
  /** Something of it is already in an index. */
  readonly indexed: boolean;
}

export interface LibraryList {
  /** Those with source first, then those that the project asks for itself, by name. */
  readonly libraries: readonly KnownLibrary[];
  /** Manifests that could not be used, and why. */
  readonly problems: readonly string[];
}

/** A directory that was let in. */
export interface RegisteredLibrary {
  readonly name: string;
  /** Real directory. */
  readonly root: string;
}

/** A library that is looked into as if it were a project; or the project itself, where it is a part of that. */
export interface OpenLibrary {
  readonly project: Project;
  /** Below that project's root, "" for all of it. */
  readonly path: string;
  /** In front of the paths of that project's files, so that any tool takes them back. */
  readonly prefix: string;
  readonly name: string;
  readonly version: string | undefined;
}

export interface FindLibraryOptions {
  /** A language server's definition lies in it: from now on it is listed. */
  readonly byDefinition?: boolean;
}

/** A project as far as its libraries go. */
export type LibraryUser = Pick<Project, "root" | "state" | "files">;

export interface LibraryFinder {
  /** A ToolError names what was looked for and where. */
  find(project: LibraryUser, libraryPath: string, options?: FindLibraryOptions): Promise<LibraryFile>;
  /** The library of a path, for questions about all of it. It is only read. */
  open(project: Project, libraryPath: string): Promise<OpenLibrary>;
  list(project: LibraryUser, options: { readonly signal: AbortSignal }): Promise<LibraryList>;
  /** Registers a directory under a name, after a person was asked. Default name: its own. */
  register(project: LibraryUser, path: string, name?: string): Promise<RegisteredLibrary>;
  /** Of a registered or a learned one; a ToolError says what can be forgotten. */
  forget(project: LibraryUser, name: string): Promise<FoundBy>;
}
