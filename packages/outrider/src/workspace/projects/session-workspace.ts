import type { Project } from "../project.ts";
import type { Approval } from "./real-approval.ts";

export interface KnownProject {
  readonly root: string;
  readonly name: string;
  readonly kind: "project" | "worktree" | "subproject";
  readonly active: boolean;
  readonly open: boolean;
  /** The file that identified a sub-project, such as `package.json`. */
  readonly manifest?: string;
  readonly branch?: string;
}

/** Projects as one session sees them. */
export interface SessionWorkspace {
  /** The project that a call refers to: the named one, or the session's active one. Throws a ToolError if there is none. */
  project(named?: string): Promise<Project>;
  /** The session's active project; undefined if it has none. */
  activeProject(): Promise<Project | undefined>;
  /** Opens a directory and makes it the session's active project. */
  activate(path: string): Promise<Project>;
  known(signal: AbortSignal): Promise<readonly KnownProject[]>;
  /** Roots that the user has approved for writing in this session. */
  approvedRoots(project: Project): readonly string[];
  /** Approves a directory outside of the project, or exactly one path that runs later. */
  approveWrite(project: Project, path: string): Promise<Approval>;
}
