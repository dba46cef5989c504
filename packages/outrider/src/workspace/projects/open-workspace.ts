import { realpath, stat } from "node:fs/promises";
import { basename, isAbsolute, resolve } from "node:path";
import { type Caller, escapeHidden, type ProcessScope, ToolError } from "toolwright";
import { loadProjectConfig } from "../config/config-file.ts";
import type { UserConfig } from "../config/user-config.ts";
import { nextStep } from "../next-step.ts";
import { checkPath, showPath } from "../paths/check-path.ts";
import { createExposureJudge } from "../paths/exposure.ts";
import { homeDirectory, isInside } from "../paths/inside.ts";
import { realPlace } from "../paths/private-places.ts";
import type { Project } from "../project.ts";
import { checkProjectRoot } from "./check-project-root.ts";
import { findWorktrees } from "./git-places.ts";
import { listKnownProjects } from "./list-known.ts";
import { findLockRoot } from "./lock-directory.ts";
import { openProject } from "./open-project.ts";
import { type Approval, askedApproval, type ExactApproval, realApproval } from "./real-approval.ts";
import type { SessionWorkspace } from "./session-workspace.ts";
import { realDirectories } from "./state-directory.ts";
import { userStateDirectory } from "./user-state-directory.ts";

export interface WorkspaceOptions {
  /** Real path of the project that Outrider was started for; undefined if it was started in a home directory or the like. */
  readonly startRoot: string | undefined;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  readonly stateDir: string | undefined;
  readonly processes: Pick<ProcessScope, "spawn">;
  readonly tempRoots?: readonly string[];
  /** Name of the tool that opens projects; undefined if models have none. */
  readonly openTool: string | undefined;
  /** Name of the tool that writes notes. */
  readonly noteTool: string;
  /** Settings and state of the user, which no tool touches. */
  readonly privatePlaces?: readonly string[];
}

/** All projects of a process. Active projects and approvals belong to a session of a principal, never to the process. */
export interface Workspace {
  session(caller: Caller): SessionWorkspace;
  /** For a session that is over: what was opened and approved in it counts no more. */
  forget(caller: Caller): void;
  /**
   * What a call is about to access beyond the project, for the user who is asked. It is remembered: the call may access
   * exactly that, so a link that leads elsewhere by then gains nothing.
   */
  reachOf(caller: Caller, call: Reach): Promise<ReachVerdict>;
  /** Notifies when a session's active project changes; returns a function that unsubscribes. */
  watchActive(onChange: () => void): () => void;
  /** Real path of the session's active project, available synchronously. */
  activeRoot(caller: Caller): string | undefined;
  /** Directories of installed libraries become readable once a call has found them. */
  addLibraryRoot(projectRoot: string, root: string): void;
  /** A forgotten library is no longer readable. */
  dropLibraryRoot(projectRoot: string, root: string): void;
}

export interface Reach {
  readonly kind: "open" | "write";
  readonly path: string;
  readonly project?: string;
}

export type ReachVerdict =
  | { readonly verdict: "free" }
  | { readonly verdict: "ask"; readonly root: string; readonly exact?: ExactApproval }
  /** The path no longer leads where it did when the user was asked. */
  | { readonly verdict: "moved"; readonly root: string };

interface SessionState {
  active: string | undefined;
  /** Real roots that were activated in this session. */
  readonly opened: Set<string>;
  readonly approved: Map<string, string[]>;
  /** Real paths that were approved one by one, because they run later. */
  readonly approvedPaths: Set<string>;
  readonly projects: Map<string, { readonly project: Project; readonly config: string }>;
  /** What the user was last asked about, by kind and path as given. */
  readonly asked: Map<string, string>;
}

const maxSessions = 500;
const maxAsked = 100;

function nameSession({ principal, session }: Caller): string {
  return JSON.stringify([principal, session]);
}

// oxlint-disable-next-line max-lines-per-function -- the projects that are open are one state; every function inside is short
export function openWorkspace(options: WorkspaceOptions): Workspace {
  const { startRoot, user, openTool } = options;
  const activeListeners = new Set<() => void>();
  const sessions = new Map<string, SessionState>();
  const libraryRoots = new Map<string, Set<string>>();
  const trustedParents = realDirectories(user.security.projects);
  const exposure = createExposureJudge({ allow: user.security.allow_secrets, deny: user.security.deny });

  /** The least recently used session is forgotten first; its client is long gone or starts again from the default. */
  function stateOf(caller: Caller): SessionState {
    const session = nameSession(caller);
    const known = sessions.get(session);
    const state = known ?? {
      active: startRoot,
      opened: new Set(),
      approved: new Map(),
      approvedPaths: new Set(),
      projects: new Map(),
      asked: new Map(),
    };
    sessions.delete(session);
    sessions.set(session, state);
    const [oldest] = sessions.keys();
    if (sessions.size > maxSessions && oldest !== undefined) sessions.delete(oldest);
    return state;
  }

  const ownRoots = (state: SessionState): readonly string[] =>
    [...new Set([startRoot, ...state.opened])].filter((each) => each !== undefined);

  async function isTrustedRoot(state: SessionState, root: string): Promise<boolean> {
    const own = ownRoots(state);
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
      approvedPaths: () => state.approvedPaths,
      libraryRoots: () => [...(libraryRoots.get(root) ?? [])],
      privatePlaces: [...(options.privatePlaces ?? []), userStateDirectory()],
      lockRoot: await findLockRoot(root, ownRoots(state), realPlace(homeDirectory())),
    });
    state.projects.set(root, { project, config });
    await project.writer.recover();
    return project;
  }

  /** A directory (absolute, or relative to the active project), or the name of an opened project; never both. */
  async function rootOf(state: SessionState, named: string): Promise<string> {
    checkPath(named);
    const opened = await Promise.all(ownRoots(state).map((root) => open(state, root)));
    const roots = new Set(opened.filter(({ name }) => name === named).map(({ root }) => root));
    // A project named after its own directory wins over a directory inside it with the same name, as in many packages.
    const plain = [...roots].filter((each) => basename(each) === named);
    const directory = plain.length === 1 ? undefined : await realRoot(state, named);
    if (directory !== undefined) roots.add(directory);
    const [root, other] = roots;
    if (root === undefined) throw noSuchProject(opened, named);
    if (other !== undefined) throw ambiguous(named, [...roots]);
    checkProjectRoot(root, exposure);
    return root;
  }

  async function realRoot(state: SessionState, path: string): Promise<string | undefined> {
    if (!isAbsolute(path) && state.active === undefined) return undefined;
    const real = await realpath(resolve(state.active ?? "/", path)).catch(() => undefined);
    const found = real === undefined ? undefined : await stat(real).catch(() => undefined);
    return found?.isDirectory() === true ? real : undefined;
  }

  /** The user approved one place; the path must still lead there. */
  function checkAsked(state: SessionState, { kind, path }: Reach, found: Approval): void {
    const key = `${kind} ${path}`;
    const asked = state.asked.get(key);
    state.asked.delete(key);
    if (asked !== identityOf(found)) throw movedMeanwhile(path);
  }

  async function projectOf(state: SessionState, named: string | undefined): Promise<Project> {
    if (named === undefined) {
      if (state.active === undefined) throw noProject(openTool);
      return await open(state, state.active);
    }
    const root = await rootOf(state, named);
    if (!(await isTrustedRoot(state, root))) throw notOpen(named);
    return await open(state, root);
  }

  return {
    watchActive(onChange) {
      // Each watcher gets its own listener, even if the function is the same.
      const own = (): void => onChange();
      activeListeners.add(own);
      return () => void activeListeners.delete(own);
    },
    activeRoot: (caller) => stateOf(caller).active,
    addLibraryRoot(projectRoot, root) {
      const known = libraryRoots.get(projectRoot) ?? new Set();
      libraryRoots.set(projectRoot, known.add(root));
    },
    dropLibraryRoot(projectRoot, root) {
      libraryRoots.get(projectRoot)?.delete(root);
    },
    async reachOf(caller, reach) {
      const state = stateOf(caller);
      const { kind, path } = reach;
      const key = `${kind} ${path}`;
      const asked: Approval =
        kind === "open"
          ? { root: await rootOf(state, path) }
          : await askedApproval(await projectOf(state, reach.project), path, exposure);
      if (kind === "open" && (await isTrustedRoot(state, asked.root))) return { verdict: "free" };
      const before = state.asked.get(key);
      state.asked.set(key, identityOf(asked));
      const [oldest] = state.asked.keys();
      if (state.asked.size > maxAsked && oldest !== undefined) state.asked.delete(oldest);
      if (before !== undefined && before !== identityOf(asked)) return { verdict: "moved", root: asked.root };
      return { verdict: "ask", ...asked };
    },
    forget: (caller) => void sessions.delete(nameSession(caller)),
    session(caller) {
      const state = stateOf(caller);
      return {
        project: (named) => projectOf(state, named),
        activeProject: async () => (state.active === undefined ? undefined : await open(state, state.active)),
        async activate(path) {
          const root = await rootOf(state, path);
          if (!(await isTrustedRoot(state, root))) checkAsked(state, { kind: "open", path }, { root });
          const isNew = state.active !== root;
          state.opened.add(root);
          state.active = root;
          if (isNew) for (const tell of activeListeners) tell();
          return await open(state, root);
        },
        known: (signal) => listKnownProjects(state, { startRoot, signal, open: (root) => open(state, root) }),
        approvedRoots: (project) => state.approved.get(project.root) ?? [],
        async approveWrite(project, path) {
          const found = await realApproval(project, path, exposure);
          const { root, exact } = found;
          const approved = state.approved.get(project.root) ?? [];
          if (exact === undefined && approved.includes(root)) return found;
          checkAsked(state, { kind: "write", path }, found);
          if (exact === undefined) state.approved.set(project.root, [...approved, root]);
          for (const each of exact?.paths ?? []) state.approvedPaths.add(each);
          return found;
        },
      };
    },
  };
}

/** What the user has seen; for a link, where it leads too. */
function identityOf({ root, exact }: Approval): string {
  return exact === undefined ? root : `exactly ${exact.paths.join("\0")}`;
}

function noProject(openTool: string | undefined): ToolError {
  const advice =
    openTool === undefined
      ? "Give `project` the full path of one that the person's settings trust (`security.projects`), or ask the person to start Outrider with --project."
      : `Open one with \`${openTool}\`, giving its full path.`;
  return new ToolError("no_project", `No project is open: Outrider was not started in one. ${advice}`);
}

function movedMeanwhile(path: string): ToolError {
  return new ToolError(
    "changed_meanwhile",
    `${showPath(path)} does not lead where it led when the person was asked; nothing was opened. Call again.`,
    { retryable: true },
  );
}

function ambiguous(named: string, roots: readonly string[]): ToolError {
  const places = roots.map((root) => showPath(root)).join(" and ");
  return new ToolError(
    "ambiguous_project",
    `${showPath(named)} is the name of a project and a directory: ${places}. Give the full path.`,
  );
}

function noSuchProject(opened: readonly Project[], path: string): ToolError {
  const names = opened.map(({ name }) => name);
  const open = names.length === 0 ? "None is open" : `Open ones: ${escapeHidden(names.join(", "))}`;
  return new ToolError(
    "unknown_project",
    `There is no project or directory ${showPath(path)}. ${open}.`,
    nextStep("list-projects", {}),
  );
}

function notOpen(named: string): ToolError {
  return new ToolError(
    "not_open",
    `${showPath(named)} is not open in this session. Opening a directory outside of the current project needs a person's word.`,
    nextStep("open-project", { path: named }),
  );
}
