import { isAbsolute, join, sep } from "node:path";
import { ToolError } from "toolwright";
import { libraryEcosystems } from "../ecosystems/index.ts";
import { showPath } from "../workspace/paths/check-path.ts";
import { isInside, relativeTo } from "../workspace/paths/inside.ts";
import type { Located } from "../workspace/paths/located.ts";
import type { Project, ProjectFiles } from "../workspace/project.ts";
import { shortHash, type StateDirectory } from "../workspace/projects/state-directory.ts";
import type { LibraryRules } from "../workspace/walk/walk.ts";
import type { ProjectWriter } from "../workspace/writer/writer.ts";
import { showLibraryPath } from "./library-path.ts";

export interface LibraryView {
  readonly name: string;
  /** Real directory. */
  readonly root: string;
  /** It is a single file in a shared directory, of which only direct files count. */
  readonly isFile: boolean;
  readonly rules: LibraryRules;
}

/**
 * A library as a separate read-only project: everything that answers questions about a project answers them about a library.
 * Every path still passes the policy of the project that uses it, and state is stored with that project's.
 */
export function openLibraryProject(user: Project, library: LibraryView): Project {
  const { root, name, rules } = library;
  return {
    root,
    outermost: user.outermost,
    name: showLibraryPath(name, ""),
    config: { ...user.config, walk: { exclude: [...rules.exclude] } },
    library: rules,
    configProblems: [],
    readOnly: true,
    state: libraryState(user.state, root),
    files: libraryFiles(user.files, library),
    writer: noWriter(name),
  };
}

const installDirectories = new Set(libraryEcosystems.flatMap(({ sources }) => sources?.installDirectories ?? []));

/** A workspace links its own packages to where libraries are; those are code of the project. */
export function isOwnCode(projectRoot: string, root: string): boolean {
  if (!isInside(projectRoot, root)) return false;
  const names = root.slice(projectRoot.length).split(sep);
  return !names.some((name) => installDirectories.has(name));
}

/** This machine's local state of a library, below the state of the project that uses it. */
export function libraryState(state: StateDirectory, root: string): StateDirectory {
  const id = shortHash(root);
  const local = (...segments: readonly string[]): Promise<string> => state.local("libraries", id, ...segments);
  return {
    root: state.root,
    path: (...segments) => state.path("libraries", id, ...segments),
    folder: local,
    local,
    localPath: (...segments) => state.localPath("libraries", id, ...segments),
    problems: state.problems,
  };
}

function libraryFiles(files: ProjectFiles, { root, name, isFile, rules }: LibraryView): ProjectFiles {
  return {
    ...files,
    async locate(path, intent) {
      if (intent !== "read" && intent !== "list") throw notWritable(name);
      const located = await files.locate(isAbsolute(path) ? path : join(root, path), intent);
      return { ...located, shown: showLibraryPath(name, relativeTo(root, insideOf(root, located, path))) };
    },
    judge: (path) => files.judge(isAbsolute(path) ? path : `${root}/${path}`),
    walk: (directory, options) =>
      files.walk(directory, { ...options, ...(isFile ? { maxDepth: 1 } : {}), library: rules }),
  };
}

/** The policy would allow a link that leads from one library into another, or into the project. */
export function insideOf(root: string, { real }: Located, path: string): string {
  if (isInside(root, real)) return real;
  throw new ToolError("link_escapes", `${showPath(path)} is or passes a link that leads out of the library.`);
}

function notWritable(name: string): ToolError {
  return new ToolError("not_writable", `${showPath(showLibraryPath(name, ""))} is a library, which is only read.`);
}

function noWriter(name: string): ProjectWriter {
  const refuse = async (): Promise<never> => {
    throw notWritable(name);
  };
  return {
    edit: refuse,
    create: refuse,
    change: refuse,
    undo: refuse,
    move: refuse,
    remove: refuse,
    restore: refuse,
    recover: async () => {},
    history: async () => [],
    textBefore: async () => undefined,
    trash: async () => [],
  };
}
