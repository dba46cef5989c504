import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, isAbsolute, sep } from "node:path";
import type { ProcessScope } from "toolwright";
import type { LoadedConfig } from "../config/config-file.ts";
import type { ProjectConfig } from "../config/project-config.ts";
import type { UserConfig } from "../config/user-config.ts";
import { createProjectFiles } from "../files/project-files.ts";
import { createAskToWrite } from "../paths/ask-to-write.ts";
import { createExposureJudge, type ExposureJudge } from "../paths/exposure.ts";
import { createPathPolicy } from "../paths/path-policy.ts";
import { createPrivatePlaces } from "../paths/private-places.ts";
import type { Project } from "../project.ts";
import { createWalker } from "../walk/create-walker.ts";
import { createProjectWriter } from "../writer/create-project-writer.ts";
import { openLockDirectories } from "./lock-directory.ts";
import { openStateDirectory } from "./open-state-directory.ts";
import { realDirectories } from "./state-directory.ts";

export interface ProjectParts {
  /** Real path. */
  readonly root: string;
  readonly loaded: LoadedConfig<ProjectConfig>;
  readonly user: UserConfig;
  readonly readOnly: boolean;
  readonly stateDir: string | undefined;
  readonly processes: Pick<ProcessScope, "spawn">;
  /** Roots outside the project that this session may write to, requested for every path. */
  readonly approvedRoots: () => readonly string[];
  /** Paths that the person has approved one by one in this session. */
  readonly approvedPaths: () => ReadonlySet<string>;
  readonly libraryRoots: () => readonly string[];
  /** Real paths. Default: the system's own. */
  readonly tempRoots?: readonly string[];
  /** Settings and state of the user. */
  readonly privatePlaces: readonly string[];
  readonly noteTool: string;
  /** The outermost directory whose writers must wait for each other: sub-projects share the files of their parent. */
  readonly lockRoot: string;
}

/** Assembles a project: policy, reader, walker and writer. Cheap: nothing is read or created yet. */
export function openProject(parts: ProjectParts): Project {
  const { root, loaded, user, readOnly, stateDir } = parts;
  const { allow_secrets: allow, deny, write_roots: writeRoots, read_roots: readRoots } = user.security;
  const exposure = createExposureJudge({ allow, deny });
  const state = openStateDirectory({ root, stateDir, readOnly });
  const configured = realDirectories(writeRoots);
  const readable = realDirectories(readRoots);
  const privatePlaces = createPrivatePlaces({ root, places: [...parts.privatePlaces, state.root] });
  const policy = createPathPolicy({
    root,
    exposure,
    askToWrite: createAskToWrite(
      { ask: user.security.ask_to_write, unasked: user.security.write_unasked },
      parts.lockRoot,
    ),
    approvedPaths: parts.approvedPaths,
    readOnly,
    writeRoots: () => [...configured, ...parts.approvedRoots()],
    readRoots: () => readable,
    libraryRoots: parts.libraryRoots,
    tempRoots: parts.tempRoots ?? systemTempRoots(),
    privatePlaces,
    noteTool: parts.noteTool,
  });
  // Names listed by walks are judged as whole paths, like those given to tools.
  const judge: ExposureJudge = {
    globs: exposure.globs,
    judge: (path) => {
      const real = isAbsolute(path) ? path : `${root}${sep}${path}`;
      return privatePlaces.holds(real) ? "denied" : exposure.judge(real, belowRoot(root, real));
    },
  };
  const walk = createWalker({ root, exposure: judge, exclude: loaded.config.walk.exclude, processes: parts.processes });
  const files = createProjectFiles(policy, judge, walk);
  return {
    root,
    outermost: parts.lockRoot,
    name: loaded.config.project.name ?? basename(root),
    config: loaded.config,
    configProblems: loaded.problems,
    readOnly,
    state,
    files,
    writer: createProjectWriter({
      root,
      state,
      files,
      lockMs: user.limits.lock_ms,
      readOnly,
      locks: () => openLockDirectories(parts),
    }),
  };
}

function belowRoot(root: string, real: string): string {
  return real.startsWith(root + sep) ? real.slice(root.length + 1) : real;
}

export function systemTempRoots(): readonly string[] {
  try {
    return [realpathSync.native(tmpdir())];
  } catch {
    return [];
  }
}
