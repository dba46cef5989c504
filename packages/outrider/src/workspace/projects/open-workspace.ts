import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { type Caller, type ProcessScope, ToolError } from "toolwright";
import { loadProjectConfig } from "../config/config-file.ts";
import type { UserConfig } from "../config/user-config.ts";
import { checkPath, showPath } from "../paths/check-path.ts";
import { isInside } from "../paths/inside.ts";
import type { Project } from "../project.ts";
import { checkProjectRoot } from "./check-project-root.ts";
import { findWorktrees } from "./git-places.ts";
import { listKnownProjects } from "./list-known.ts";
import { openProject } from "./open-project.ts";
import { approveDirectory } from "./approve-directory.ts";
import type { SessionWorkspace } from "./session-workspace.ts";
import { realDirectories } from "./real-directory.ts";

export interface WorkspaceOptions {
  /** Real path of the project that Outrider was started for; none when it was started in a home directory or the like. */
  readonly startRoot: string | undefined;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  readonly stateDir: string | undefined;
  readonly processes: Pick<ProcessScope, "spawn">;
  readonly tempRoots?: readonly string[];
}

/** All projects of a process. What is active or approved belongs to a session, never to the process. */
export interface Workspace {
  session(caller: Caller): SessionWorkspace;
  /** Whether this session may open a directory without a person's word. */
  isTrusted(caller: Caller, path: string): Promise<boolean>;
  /** Real path of the session's active project, at once. */
  activeRoot(caller: Caller): string | undefined;
  /** Directories of installed libraries become readable once a call has found them. */
  addLibraryRoot(root: string): void;
}

interface SessionState {
  active: string | undefined;
  /** Real roots that were activated in this session. */
  readonly opened: Set<string>;
  readonly approved: Map<string, string[]>;
  readonly projects: Map<string, { readonly project: Project; readonly config: string }>;
}

const mostSessions = 500;

export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { startRoot, user } = options;
  const sessions = new Map<string, SessionState>();
  const libraryRoots = new Set<string>();
  const trustedParents = realDirectories(user.security.projects);

  /** The least recently used session is forgotten first; its client has long gone or starts again from the default. */
  function stateOf({ session }: Caller): SessionState {
    const known = sessions.get(session);
    const state = known ?? { active: startRoot, opened: new Set(), approved: new Map(), projects: new Map() };
    sessions.delete(session);
    sessions.set(session, state);
    const [oldest] = sessions.keys();
    if (sessions.size > mostSessions && oldest !== undefined) sessions.delete(oldest);
    return state;
  }

  async function isTrustedRoot(state: SessionState, root: string): Promise<boolean> {
    const own = [startRoot, ...state.opened].filter((each) => each !== undefined);
    if ([...own, ...trustedParents].some((each) => isInside(each, root))) return true;
    for (const each of own) {
      if ((await findWorktrees(each)).some((worktree) => isInside(worktree.root, root))) return true;
    }
    return false;
  }

  async function open(state: SessionState, root: string): Promise<Project> {
    const loaded = await loadProjectConfig(root);
    const config = JSON.stringify([loaded.config, loaded.problems]);
    const known = state.projects.get(root);
    if (known?.config === config) return known.project;
    const project = openProject({
      ...options,
      root,
      loaded,
      approvedRoots: () => state.approved.get(root) ?? [],
      libraryRoots: () => [...libraryRoots],
    });
    state.projects.set(root, { project, config });
    return project;
  }

  /** The name of a project that this session started with or has opened, or a path: absolute, or below the active project. */
  async function rootOf(state: SessionState, named: string): Promise<string> {
    for (const root of new Set([startRoot, ...state.opened])) if (root !== undefined) await open(state, root);
    const byName = [...state.projects.values()].filter(({ project }) => project.name === named);
    const [only] = byName;
    if (only !== undefined && byName.length === 1) return only.project.root;
    return await realRoot(state, named);
  }

  async function realRoot(state: SessionState, path: string): Promise<string> {
    checkPath(path);
    const real = await realpath(resolve(state.active ?? "/", path)).catch(() => undefined);
    const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
    if (real === undefined || found === undefined || !found.isDirectory()) throw noSuchProject(state, path);
    checkProjectRoot(real);
    return real;
  }

  return {
    activeRoot: (caller) => stateOf(caller).active,
    addLibraryRoot: (root) => void libraryRoots.add(root),
    async isTrusted(caller, path) {
      const state = stateOf(caller);
      return await isTrustedRoot(state, await rootOf(state, path));
    },
    session(caller) {
      const state = stateOf(caller);
      return {
        async project(named) {
          if (named === undefined) {
            if (state.active === undefined) throw noProject();
            return await open(state, state.active);
          }
          const root = await rootOf(state, named);
          if (!(await isTrustedRoot(state, root))) throw notOpen(named, root);
          return await open(state, root);
        },
        async activate(path) {
          const root = await rootOf(state, path);
          state.opened.add(root);
          state.active = root;
          return await open(state, root);
        },
        known: (signal) => listKnownProjects(state, { startRoot, signal, open: (root) => open(state, root) }),
        approvedRoots: (project) => state.approved.get(project.root) ?? [],
        async approveWrite(project, directory) {
          const root = await approveDirectory(project, directory);
          const approved = state.approved.get(project.root) ?? [];
          if (!approved.includes(root)) state.approved.set(project.root, [...approved, root]);
          return root;
        },
      };
    },
  };
}

function noProject(): ToolError {
  return new ToolError(
    "no_project",
    "No project is open: Outrider was not started in one. Open one with `workspace`, giving its full path.",
  );
}

function noSuchProject(state: SessionState, path: string): ToolError {
  const names = [...state.projects.values()].map(({ project }) => project.name);
  const open = names.length === 0 ? "None is open" : `Open ones: ${names.join(", ")}`;
  return new ToolError("unknown_project", `There is no project or directory ${showPath(path)}. ${open}.`, {
    next: { tool: "workspace", input: { action: "list" } },
  });
}

function notOpen(named: string, root: string): ToolError {
  return new ToolError(
    "not_open",
    `${showPath(named)} is not open in this session. Opening a directory outside of the current project needs a person's word.`,
    { next: { tool: "workspace", input: { action: "activate", path: root } } },
  );
}
