import type { Project } from "../workspace/project.ts";

/** A path such as `library:zod/package.json` found where the project's dependencies are installed. */
export interface LibraryFile {
  /** Real directory of the library. */
  readonly root: string;
  /** Below the root, with "/" between; "" for the root itself. */
  readonly path: string;
  readonly name: string;
  readonly version: string | undefined;
}

export interface LibraryFinder {
  /** A ToolError names what was looked for and where. */
  find(project: Pick<Project, "root">, libraryPath: string): Promise<LibraryFile>;
}
