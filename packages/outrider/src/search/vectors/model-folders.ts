import { dirname } from "node:path";
import type { Project } from "../../workspace/project.ts";
import { dropVectorFolders } from "../stores/embedded/vector-folders.ts";

/** The folders that models of former settings have left on this machine. */
export interface ModelFolders {
  /** The project as stores are to see it: what they ask for is remembered. */
  readonly project: Pick<Project, "root" | "state">;
  /** Removes those that no store of this session has asked for. */
  dropUnused(): Promise<void>;
}

export function openModelFolders({ root, state }: Pick<Project, "root" | "state">): ModelFolders {
  const used = new Set<string>();
  return {
    project: {
      root,
      state: {
        ...state,
        async local(...segments) {
          used.add(segments[0] ?? "");
          return await state.local(...segments);
        },
      },
    },
    async dropUnused() {
      // What they have asked for lies beside this, whether there is such a folder or not.
      await dropVectorFolders(dirname(await state.localPath("vectors")), used);
    },
  };
}
