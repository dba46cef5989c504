import type { Project } from "../project.ts";

export interface KnownProject {
  readonly root: string;
  readonly name: string;
  readonly kind: "project" | "worktree" | "subproject";
  readonly active: boolean;
  readonly open: boolean;
  /** What a sub-project was recognised by, such as `package.json`. */
  readonly manifest?: string;
  readonly branch?: string;
}

/** Projects as one session sees them. */
export interface SessionWorkspace {
  /** The project that a call is about: the one it names, or the session's active one. A ToolError when there is none. */
  project(named?: string): Promise<Project>;
  /** Opens a directory and makes it the session's active project. */
  activate(path: string): Promise<Project>;
  known(signal: AbortSignal): Promise<readonly KnownProject[]>;
  /** Roots that a person has approved for writing in this session. */
  approvedRoots(project: Project): readonly string[];
  approveWrite(project: Project, directory: string): Promise<string>;
}
