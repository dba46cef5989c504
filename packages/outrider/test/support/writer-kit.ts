import { createProjectFiles } from "../../src/workspace/files/project-files.ts";
import { createAskToWrite } from "../../src/workspace/paths/ask-to-write.ts";
import { createExposureJudge } from "../../src/workspace/paths/exposure.ts";
import { createPrivatePlaces } from "../../src/workspace/paths/private-places.ts";
import { createPathPolicy } from "../../src/workspace/paths/path-policy.ts";
import type { ProjectFiles } from "../../src/workspace/project.ts";
import { openStateDirectory } from "../../src/workspace/projects/open-state-directory.ts";
import type { StateDirectory } from "../../src/workspace/projects/state-directory.ts";
import { createProjectWriter, type ProjectWriterOptions } from "../../src/workspace/writer/create-project-writer.ts";
import type { ProjectWriter } from "../../src/workspace/writer/writer.ts";

export interface WriterKit {
  readonly files: ProjectFiles;
  readonly state: StateDirectory;
  readonly writer: ProjectWriter;
}

type KitOptions = Partial<Pick<ProjectWriterOptions, "lockMs" | "readOnly" | "onStep" | "historyBytes">> & {
  readonly stateDir?: string;
  /** Real paths that the person has approved. */
  readonly approved?: readonly string[];
};

/** A writer with the real policy and reader before it. Needs no test runner, so that processes of their own can use it. */
export function openWriterKit(root: string, options: KitOptions = {}): WriterKit {
  const { stateDir, readOnly = false, lockMs = 120_000, onStep, historyBytes } = options;
  const exposure = createExposureJudge();
  const state = openStateDirectory({ root, stateDir, readOnly: false });
  const policy = createPathPolicy({
    root,
    exposure,
    askToWrite: createAskToWrite({}, root),
    approvedPaths: () => new Set(options.approved),
    readOnly,
    writeRoots: () => [],
    readRoots: () => [],
    libraryRoots: () => [],
    tempRoots: [],
    privatePlaces: createPrivatePlaces({ root, places: [state.root] }),
    noteTool: "memory",
  });
  const files = createProjectFiles(policy, exposure, () => {
    throw new Error("this project is not walked");
  });
  const writer = createProjectWriter({
    root,
    state,
    files,
    lockMs,
    readOnly,
    ...(historyBytes === undefined ? {} : { historyBytes }),
    ...(onStep && { onStep }),
  });
  return { files, state, writer };
}
